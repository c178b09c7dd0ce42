# SPDX-License-Identifier: MIT
"""Trains the teacher by playing itself:
    python3 -m ninefold_train.teach --out RUN [--init TEACHER.pt]
Writes RUN/teacher.pt (averaged weights), RUN/teach.jsonl (progress and facts of the games). A second
start with the same RUN resumes from RUN/teacher.pt and the time already spent. The replay buffer and
the optimiser's state are not kept: a short warm-up and a minute of play replace them."""
import json
import math
import time

import torch
import torch.nn.functional as F

from . import config, teacher
from .native import CUDA, DEVICE, synchronise, zeros
from .progress import Progress
from .tree import SelfPlay, Tree


def losses(policy, value, inputs, wanted_policy, wanted_value):
    legal = inputs[:, :, 2] > 0
    log = F.log_softmax(policy.float().masked_fill(~legal, -1e4), -1)
    wanted_policy = wanted_policy / wanted_policy.sum(-1, keepdim=True).clamp_min(1e-6)
    return (-(wanted_policy * log).sum(-1).mean(),
            F.binary_cross_entropy_with_logits(value.float(), (wanted_value + 1) * 0.5))


class Teaching:
    def __init__(self, settings, folder, init=None):
        self.s, self.folder, self.rules = settings["teacher"], folder, settings["run"]["rules"]
        s = self.s
        torch.manual_seed(settings["run"]["seed"])
        self.spent = self._resume(folder, init, s)
        self.parameters = list(self.net.parameters())
        self.average = [p.detach().clone() for p in self.parameters]
        self.frozen = teacher.for_inference(self.net)
        self.player = teacher.fastest(self.frozen)
        self._make_optimiser()
        self.trees, first = {}, None
        for _, simulations in s["phases"]:
            if simulations not in self.trees:
                tree = Tree(self.rules, s["games"], simulations, s, share=first,
                            seed=settings["run"]["seed"] + int(self.spent))
                self.trees[simulations] = tree
                first = first or tree
        self.play = SelfPlay(first, s["buffer"], s["opening_plies"], s["from_start"])
        self.low, self.span = zeros(1, kind=torch.float64), zeros(1, kind=torch.float64)
        self.totals, self.steps, self.graph = zeros(3), 0, None
        if CUDA:
            for tree in self.trees.values():
                tree.capture(self.player)

    def _resume(self, folder, init, s):
        path = folder / "teacher.pt"
        state = folder / "teach_state.json"
        if path.exists() and state.exists():
            self.net = teacher.load(path)
            return json.loads(state.read_text())["spent"]
        self.net = teacher.load(init) if init else teacher.Mixer(s["width"], s["layers"]).to(DEVICE)
        return 0.0

    def _make_optimiser(self):
        s = self.s
        self.rate = torch.tensor(s["rate"], device=DEVICE) if CUDA else s["rate"]
        matrices = [p for p in self.parameters if p.ndim >= 2]
        vectors = [p for p in self.parameters if p.ndim < 2]
        special = dict(fused=True, capturable=True) if CUDA else {}
        self.optimiser = torch.optim.AdamW(
            [dict(params=matrices, weight_decay=s["weight_decay"]),
             dict(params=vectors, weight_decay=0.0)], lr=self.rate, betas=(0.9, 0.98), **special)
        self.raw = torch.compile(self.net.raw) if CUDA else self.net.raw

    def _set_rate(self, share):
        s = self.s
        rate = s["rate_end"] + (s["rate"] - s["rate_end"]) * 0.5 * (1 + math.cos(math.pi * share))
        rate *= min(1.0, (self.steps + 1) / s["warm_up"])
        if CUDA:
            self.rate.fill_(rate)
        else:
            for group in self.optimiser.param_groups:
                group["lr"] = rate

    def _train_step(self):
        s = self.s
        place = torch.rand(s["batch"], dtype=torch.float64, device=DEVICE) * self.span
        index = ((self.low + place).long() % s["buffer"]).contiguous()
        symmetry = torch.randint(0, 8, (s["batch"],), device=DEVICE).to(torch.uint8)
        inputs, policy, value = self.play.batch(index, symmetry, s["result_share"])
        if CUDA:
            with torch.autocast("cuda", dtype=torch.bfloat16, cache_enabled=False):
                out = self.raw(inputs)
        else:
            out = self.raw(inputs)
        policy_loss, value_loss = losses(*out, inputs, policy, value)
        (policy_loss + s["value_weight"] * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.no_grad():
            torch._foreach_mul_(self.average, s["average"])
            torch._foreach_add_(self.average, self.parameters, alpha=1 - s["average"])
            one = torch.ones((), device=DEVICE)
            self.totals.add_(torch.stack([policy_loss.detach(), value_loss.detach(), one]))

    def _capture_training(self):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._train_step()
        torch.cuda.current_stream().wait_stream(side)
        synchronise()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self._train_step()

    def _train(self, new_positions):
        s, written = self.s, int(self.play.written)
        kept = min(written, s["buffer"] - 81 * s["games"] if CUDA else s["buffer"])
        span = int(min(max(kept * s["window"], min(kept, s["batch"])), s["window_most"]))
        self.low.fill_(written - span)
        self.span.fill_(span)
        if CUDA and self.graph is None:
            self._capture_training()
        for _ in range(max(1, int(new_positions * s["reuse"] / s["batch"]))):
            self.graph.replay() if self.graph else self._train_step()
            self.steps += 1
        self._publish()

    @torch.no_grad()
    def _publish(self):
        """The averaged weights play on."""
        for p, average in zip(self.frozen.parameters(), self.average):
            p.copy_(average)
        if isinstance(self.player, teacher.FastMixer):
            self.player.refresh()

    def averaged(self):
        net = teacher.Mixer(self.net.width, self.net.layers).to(DEVICE)
        with torch.no_grad():
            for p, average in zip(net.parameters(), self.average):
                p.copy_(average)
        return net

    def checkpoint(self, spent):
        teacher.save(self.averaged(), self.folder / "teacher.pt", self.rules)
        (self.folder / "teach_state.json").write_text(json.dumps(dict(spent=spent)))

    def _log(self, file, spent):
        policy, value, steps = self.totals.tolist()
        self.totals.zero_()
        row = dict(seconds=round(spent, 1), steps=self.steps, positions=int(self.play.written),
                   policy_loss=round(policy / max(steps, 1), 4),
                   value_loss=round(value / max(steps, 1), 4), **self.play.summary())
        file.write(json.dumps(row) + "\n")
        file.flush()
        return row

    def run(self, most_seconds=None, enough=lambda: False):
        """Until the settings' time is spent, for most_seconds of it, or until enough() says so."""
        s = self.s
        start, kept, seen, begun = time.time(), 0.0, 0, self.spent
        progress = Progress("teacher", s["seconds"], begun)
        with open(self.folder / "teach.jsonl", "a") as file:
            while True:
                spent = begun + time.time() - start
                if spent >= s["seconds"] or spent - begun >= (most_seconds or math.inf) or enough():
                    break
                share = spent / s["seconds"]
                self._set_rate(share)
                tree = self.trees[next(n for until, n in s["phases"] if share < until)]
                tree.search(self.player)
                self.play.advance()
                written = int(self.play.written)
                if written - seen >= s["batch"] and written >= 20 * s["batch"]:
                    self._train(min(written - seen, 40 * s["batch"]))
                    seen = written
                if spent - kept > s["checkpoint_seconds"]:
                    row = self._log(file, spent)
                    progress.show(spent, f"{row['positions']} positions, policy {row['policy_loss']}"
                                         f", value {row['value_loss']}, draws {row['draw']}")
                    self.checkpoint(spent)
                    kept = spent
            spent = min(begun + time.time() - start, s["seconds"])
            self._log(file, spent)
        self.checkpoint(spent)
        progress.show(s["seconds"] if spent >= s["seconds"] else spent, "checkpoint written")


def main():
    options, settings = config.arguments(__doc__, init="teacher to begin from",
                                         most="seconds of this piece (default: all)")
    teaching = Teaching(settings, options.out, options.init)
    teaching.run(float(options.most) if options.most else None)


if __name__ == "__main__":
    main()
