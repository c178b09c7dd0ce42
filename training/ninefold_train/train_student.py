# SPDX-License-Identifier: MIT
"""Trains the engine's network on data files:
    python3 -m ninefold_train.train_student --out RUN DATA.nfd ...
Writes RUN/student.npz (numpy arrays), RUN/student.csv (loss curve). A second start with the same
RUN resumes from the last checkpoint. Runs on the GPU where there is one."""
import concurrent.futures
import csv
import dataclasses
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from . import board, config, dataset, features
from .progress import Progress
from .student import RowIndex, Student


WARM_STEPS = 8  # on a GPU, before the first capture


def read_inputs(path, rules):
    """Inputs, values, results and whether in a game, of one file; in small types."""
    found, positions = dataset.read(path)
    if found != rules:
        raise SystemExit(f"{path} holds {found}, the run is for {rules}")
    inputs = features.extract(positions, rules)
    inputs = dataclasses.replace(inputs, macro=np.ascontiguousarray(inputs.macro.T))
    return [getattr(inputs, f.name) for f in dataclasses.fields(inputs)] + [
        positions["value"], positions["result"], positions["kind"]]


class Data:
    """Inputs and targets on the training device; the last `held_out` positions are kept apart."""

    def __init__(self, paths, settings, device):
        self.rules = settings["run"]["rules"]
        workers = min(len(paths), os.cpu_count())
        with concurrent.futures.ProcessPoolExecutor(workers) as pool:
            columns = zip(*pool.map(read_inputs, paths, [self.rules] * len(paths)))
            columns = [torch.from_numpy(np.concatenate(parts)).to(device) for parts in columns]
        self.pattern, self.use, self.macro, self.target, self.targets = columns[:5]
        self.value, self.result = columns[5].float() / dataset.VALUE_SCALE, columns[6].float()
        self.in_game = (columns[7] == 0).float()
        self.count = len(self.value)
        self.train = self.count - min(settings["student"]["held_out"], self.count // 5)

    def inputs(self, index):
        return (self.pattern[index].long(), self.use[index].long(), self.macro[index].long(),
                self.target[index].long(), self.targets[index].long())


def rate_at(s, step, share):
    """The learning rate falls over the share of the run that is done, 0 .. 1."""
    rate = s["rate_end"] + (s["rate"] - s["rate_end"]) * 0.5 * (1 + math.cos(math.pi * share))
    return rate * min(1, (step + 1) / s["warm_up"])


def loss_of(model, rows, data, index, symmetry, s):
    out = model(*rows(*data.inputs(index), symmetry))
    share = s["result_share"] * data.in_game[index]
    wanted = (1 - share) * data.value[index] + share * data.result[index]
    score = F.binary_cross_entropy_with_logits(out[:, 0], (wanted + 1) / 2)
    draw = F.binary_cross_entropy_with_logits(out[:, 1], (data.result[index] == 0).float(),
                                              weight=data.in_game[index])
    return score, draw


@torch.no_grad()
def measure(model, rows, data, chunk=20000):
    """Root-mean-square error against search values, mean square error against results."""
    value_error = result_error = 0.0
    games = 0.0
    for start in range(data.train, data.count, chunk):
        index = torch.arange(start, min(start + chunk, data.count), device=data.value.device)
        v = torch.tanh(model(*rows(*data.inputs(index), 0))[:, 0] / 2)
        value_error += float(((v - data.value[index]) ** 2).sum())
        result_error += float((((v - data.result[index]) ** 2) * data.in_game[index]).sum())
        games += float(data.in_game[index].sum())
    return (value_error / (data.count - data.train)) ** 0.5, result_error / max(games, 1)


def save(model, folder):
    arrays = {"weight." + k: v.detach().cpu().numpy() for k, v in model.state_dict().items()}
    arrays.update({"config." + k: v for k, v in model.config.items()})
    np.savez(folder / "student.part.npz", **arrays)
    (folder / "student.part.npz").replace(folder / "student.npz")


class Trainer:
    def __init__(self, settings, data, folder, device):
        self.s, self.data, self.folder, self.device = settings["student"], data, folder, device
        ruleset, _ = board.parse_rules(settings["run"]["rules"])
        shape = {k: self.s[k] for k in ("lanes", "rank", "hidden", "second_hidden", "use_rank",
                                        "target_rank", "head", "tail", "buckets")}
        torch.manual_seed(settings["run"]["seed"])
        self.model = Student(ruleset=ruleset, **shape).to(device)
        self.rows = RowIndex(ruleset).to(device)
        graphs = device.type == "cuda" and self.s["graphs"]
        rate = torch.tensor(self.s["rate"], device=device) if graphs else self.s["rate"]
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=rate, betas=(0.9, 0.98),
                                           weight_decay=self.s["weight_decay"], capturable=graphs)
        self.random = torch.Generator(device).manual_seed(settings["run"]["seed"])
        self.index = torch.zeros(self.s["batch"], dtype=torch.long, device=device)
        self.totals = torch.zeros(2, device=device)
        self.graphs = {} if graphs else None  # by symmetry
        self.step, self.spent, self.started, self.warm_steps = 0, 0.0, time.time(), 0
        self._resume()

    def _resume(self):
        path = self.folder / "student_resume.pt"
        if path.exists():
            state = torch.load(path, map_location=self.device)
            self.model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.spent = state["step"], state["spent"]
            self.random.manual_seed(self.random.initial_seed() + self.step)
            print(f"resuming at step {self.step}")

    def checkpoint(self):
        part = self.folder / "student_resume.part"
        torch.save(dict(model=self.model.state_dict(), optimiser=self.optimiser.state_dict(),
                        step=self.step, spent=self.seconds()), part)
        part.replace(self.folder / "student_resume.pt")
        save(self.model, self.folder)

    def seconds(self):
        return self.spent + time.time() - self.started

    def share(self):
        """How much of the run is done, by steps or by time, whichever is further."""
        s = self.s
        return max(self.step / s["steps"], self.seconds() / s["seconds"] if s["seconds"] else 0)

    def learn(self, symmetry):
        """One step on the positions of `index`; its losses are added to `totals`."""
        score, draw = loss_of(self.model, self.rows, self.data, self.index, symmetry, self.s)
        self.optimiser.zero_grad(set_to_none=True)
        (score + self.s["draw_weight"] * draw).backward()
        self.optimiser.step()
        self.model.limit_weights()
        self.totals += torch.stack([score.detach(), draw.detach()])

    def learn_aside(self, symmetry):
        """Steps before a capture must not run on the main stream."""
        aside, main = torch.cuda.Stream(), torch.cuda.current_stream()
        aside.wait_stream(main)
        with torch.cuda.stream(aside):
            self.learn(symmetry)
        main.wait_stream(aside)
        self.warm_steps += 1

    def captured(self, symmetry):
        """`learn` as a CUDA graph: hundreds of small kernels without the time to start them."""
        if symmetry not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            pool = next(iter(self.graphs.values())).pool() if self.graphs else None
            with torch.cuda.graph(graph, pool=pool):
                self.learn(symmetry)
            self.graphs[symmetry] = graph
        return self.graphs[symmetry]

    def train_step(self, share):
        rate = rate_at(self.s, self.step, min(share, 1))
        for group in self.optimiser.param_groups:
            if self.graphs is None:
                group["lr"] = rate
            else:
                group["lr"].fill_(rate)
        torch.randint(0, self.data.train, self.index.shape, device=self.device,
                      generator=self.random, out=self.index)
        symmetry = self.step % 8
        if self.graphs is None:
            self.learn(symmetry)
        elif self.warm_steps < WARM_STEPS:
            self.learn_aside(symmetry)
        else:
            self.captured(symmetry).replay()
        self.step += 1

    def run(self):
        s, kept, since = self.s, time.time(), 0
        share = self.share()
        progress = Progress("student", 1.0, share)
        with open(self.folder / "student.csv", "a", newline="") as file:
            log = csv.writer(file)
            while share < 1:
                self.train_step(share)
                since += 1
                share = self.share()
                measured = self.step % s["measure_every"] == 0 or share >= 1
                if self.step % s["log_every"] == 0 or measured:
                    score, draw = (self.totals / since).tolist()
                    held = measure(self.model, self.rows, self.data) if measured else ("", "")
                    log.writerow([self.step, round(score, 5), round(draw, 5), *held])
                    file.flush()
                    self.totals.zero_()
                    since = 0
                    text = f"loss {score:.4f}"
                    if measured:
                        text += f", held-out RMSE {held[0]:.4f}, against results {held[1]:.4f}"
                    progress.show(min(share, 1.0), f"step {self.step}, {text}")
                if time.time() - kept > s["checkpoint_seconds"]:
                    self.checkpoint()
                    kept = time.time()
        self.checkpoint()


def main():
    options, settings = config.arguments(__doc__, data="data files")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = Data(options.data, settings, device)
    print(f"{data.train} positions to train on, {data.count - data.train} held out, on {device}")
    Trainer(settings, data, options.out, device).run()


if __name__ == "__main__":
    main()
