# SPDX-License-Identifier: MIT
"""Searched positions for the student, from games of a teacher with itself and from one or two random
plies off them (positions inside a search tree are seldom good ones):
    python3 -m ninefold_train.generate --out RUN --teacher TEACHER.pt
Writes RUN/games_NNN.nfd and RUN/branches_NNN.nfd; a second start continues with the next number."""
import time

import numpy as np
import torch

from . import board, config, dataset, teacher
from .native import CUDA, DEVICE, Int, address, library, stream, zeros
from .progress import Progress
from .tree import SelfPlay, Tree


def records(states, values, results, kinds):
    """Data-file positions from native states [n, 8]."""
    words = states.cpu().numpy().view(np.uint32).reshape(-1, 8)
    out = np.zeros(len(words), dataset.POSITION)
    out["own"], out["opp"] = words[:, :3], words[:, 3:6]
    out["won"], out["target"] = words[:, 6] & 0x3ffff, words[:, 7]
    marks = dataset.block_marks(words[:, :3]) | dataset.block_marks(words[:, 3:6])
    out["ply"] = sum(marks[:, b] >> c & 1 for b in range(9) for c in range(9))
    out["value"] = np.rint(values.float().cpu().numpy() * dataset.VALUE_SCALE)
    out["result"], out["kind"] = results, kinds
    return out


def states(positions, rules):
    """Native states [n, 8] from data-file positions, on the device."""
    words = np.empty((len(positions), 8), np.int32)
    words[:, :3], words[:, 3:6] = positions["own"], positions["opp"]
    words[:, 6], words[:, 7] = positions["won"], positions["target"]
    out = torch.from_numpy(words).to(DEVICE)
    marks, won = out[:, :3] | out[:, 3:6], out[:, 6].clone()
    for b in range(9):  # closed blocks are marked in bits 18 .. 26
        out[:, 6] |= ((marks[:, b // 3] >> 9 * (b % 3) & 511) == 511).int() << 18 + b
    if not board.WON_STAYS_OPEN[board.parse_rules(rules)[0]]:
        out[:, 6] |= ((won | won >> 9) & 511) << 18
    return out


class Generator:
    def __init__(self, settings, net, seed):
        s, t = settings["generate"], settings["teacher"]
        self.s, self.rules = s, settings["run"]["rules"]
        self.net = teacher.fastest(teacher.for_inference(net))
        self.tree = Tree(self.rules, s["games"], s["simulations"], t, seed=seed)
        self.branches = Tree(self.rules, s["branch_games"], s["branch_simulations"], t, noise=False,
                             seed=seed + 1)
        capacity = s["positions_per_file"] + 162 * s["games"]
        self.play = SelfPlay(self.tree, capacity, t["opening_plies"], t["from_start"])
        self.taken, self.offset, self.pending = 0, 0, []
        self.plies = zeros(s["branch_games"], kind=torch.uint8)
        if CUDA:
            self.tree.capture(self.net)
            self.branches.capture(self.net)

    def step(self):
        """One move of every game, and one searched position off each of them."""
        self.tree.search(self.net)
        self.play.advance()
        self.offset = (self.offset + 7919) % self.s["games"]
        library.branch_off(self.tree.pointer, self.branches.pointer, Int(self.offset),
                           Int(self.s["branch_plies"]), address(self.plies), stream())
        self.branches.search(self.net)
        good = self.plies > 0
        self.pending.append((self.branches.root[good].clone(),
                             self.branches.root_value[good].clone(), self.plies[good].clone()))

    def ready(self):
        return int(self.play.written) - self.taken

    def branch_count(self):
        return sum(len(p[0]) for p in self.pending)

    def take_games(self, count):
        index = torch.arange(self.taken, self.taken + count, device=self.play.value.device)
        index %= self.play.capacity
        self.taken += count
        return records(self.play.state[index], self.play.value[index],
                       self.play.result[index].cpu().numpy(), 0)

    def take_branches(self):
        states, values, plies = (torch.cat(parts) for parts in zip(*self.pending))
        self.pending = []
        return records(states, values, 0, plies.cpu().numpy())


def run(settings, net, folder, seed):
    s = settings["generate"]
    number = len(list(folder.glob("games_*.nfd")))
    generator = Generator(settings, net, seed + 1000 * number)
    progress, start, total = Progress("positions", s["seconds"]), time.time(), 0
    while True:
        generator.step()
        spent = time.time() - start
        over = spent >= s["seconds"] or total + generator.ready() >= s["positions"]
        if over or generator.ready() >= s["positions_per_file"]:
            if generator.ready() == 0:
                break
            games, branches = generator.take_games(generator.ready()), generator.take_branches()
            dataset.write(folder / f"games_{number:03}.nfd", generator.rules, games)
            dataset.write(folder / f"branches_{number:03}.nfd", generator.rules, branches)
            number, total = number + 1, total + len(games) + len(branches)
            progress.show(min(spent, s["seconds"]), f"{total} positions, {generator.play.summary()}")
        if over:
            break
    return total


def main():
    options, settings = config.arguments(__doc__, teacher="checkpoint of the teacher")
    if not options.teacher:
        raise SystemExit("--teacher is needed")
    total = run(settings, teacher.load(options.teacher), options.out, settings["run"]["seed"])
    print(f"{total} positions in {options.out}")


if __name__ == "__main__":
    main()
