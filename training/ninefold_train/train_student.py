# SPDX-License-Identifier: MIT
"""Trains the engine's network on data files:
    python3 -m ninefold_train.train_student --out RUN DATA.nfd ...
Writes RUN/student.npz (numpy arrays), RUN/student.csv (loss curve). A second start with the same
RUN goes on from the last checkpoint. Runs on the GPU where there is one."""
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


def rate_at(s, step):
    share = step / s["steps"]
    rate = s["rate_end"] + (s["rate"] - s["rate_end"]) * 0.5 * (1 + math.cos(math.pi * share))
    return rate * min(1, (step + 1) / s["warm_up"])


def loss_of(model, rows, data, index, symmetry, s):
    numbers, target = rows(*data.inputs(index), symmetry)
    out = model(numbers, target)
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
        numbers, target = rows(*data.inputs(index), 0)
        v = torch.tanh(model(numbers, target)[:, 0] / 2)
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
        shape = {k: self.s[k] for k in ("lanes", "rank", "hidden", "use_rank", "target_rank", "head",
                                        "tail", "buckets")}
        torch.manual_seed(settings["run"]["seed"])
        self.model = Student(ruleset=ruleset, **shape).to(device)
        self.rows = RowIndex(ruleset).to(device)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=self.s["rate"],
                                           betas=(0.9, 0.98), weight_decay=self.s["weight_decay"])
        self.random = np.random.default_rng(settings["run"]["seed"])
        self.step = 0
        self._resume()

    def _resume(self):
        path = self.folder / "student_resume.pt"
        if path.exists():
            state = torch.load(path, map_location=self.device)
            self.model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step = state["step"]
            self.random = np.random.default_rng([1, self.step])
            print(f"goes on from step {self.step}")

    def checkpoint(self):
        part = self.folder / "student_resume.part"
        torch.save(dict(model=self.model.state_dict(), optimiser=self.optimiser.state_dict(),
                        step=self.step), part)
        part.replace(self.folder / "student_resume.pt")
        save(self.model, self.folder)

    def train_step(self):
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(self.s, self.step)
        index = torch.from_numpy(self.random.integers(0, self.data.train, self.s["batch"]))
        score, draw = loss_of(self.model, self.rows, self.data, index.to(self.device),
                              int(self.random.integers(8)), self.s)
        self.optimiser.zero_grad(set_to_none=True)
        (score + self.s["draw_weight"] * draw).backward()
        self.optimiser.step()
        self.model.limit_weights()
        self.step += 1
        return score.detach(), draw.detach()

    def run(self):
        s, kept, totals, since = self.s, time.time(), torch.zeros(2, device=self.device), 0
        progress = Progress("student", s["steps"], self.step)
        with open(self.folder / "student.csv", "a", newline="") as file:
            log = csv.writer(file)
            while self.step < s["steps"]:
                totals += torch.stack(self.train_step())
                since += 1
                measured = self.step % s["measure_every"] == 0 or self.step == s["steps"]
                if self.step % s["log_every"] == 0 or measured:
                    score, draw = (totals / since).tolist()
                    held = measure(self.model, self.rows, self.data) if measured else ("", "")
                    log.writerow([self.step, round(score, 5), round(draw, 5), *held])
                    file.flush()
                    totals.zero_()
                    since = 0
                    text = f"loss {score:.4f}"
                    if measured:
                        text += f", held-out RMSE {held[0]:.4f}, against results {held[1]:.4f}"
                    progress.show(self.step, text)
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
