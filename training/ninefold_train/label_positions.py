# SPDX-License-Identifier: MIT
"""The teacher's search as the value of given positions, such as those of `ninefold sample`:
    python3 -m ninefold_train.label_positions --out RUN --teacher TEACHER.pt FILES.nfd...
Writes RUN/NAME.nfd for each; all but the value stays. Files that are there already are left alone. After
--most SECONDS it stops; the file it was at then holds the positions labelled so far, and no others."""
import pathlib
import time

import numpy as np
import torch

from . import board, config, dataset, teacher
from .generate import states
from .native import CUDA, Int, Rules, address, library, stream, synchronise, zeros
from .progress import Progress
from .tree import Tree


class Labeller:
    """Values by the search that labels positions off the games (generate.branch_games at once)."""

    def __init__(self, settings, net, seed):
        s = settings["generate"]
        self.rules = settings["run"]["rules"]
        self.net = teacher.fastest(teacher.for_inference(net))
        self.tree = Tree(self.rules, s["branch_games"], s["branch_simulations"],
                         settings["teacher"], noise=False, seed=seed)
        self.random = self.tree.random.clone()
        if CUDA:
            self.tree.capture(self.net)

    def values(self, roots, after_batch=lambda done: True):
        """Of native states [n, 8]; fewer where `after_batch(how many)` says to stop. They
        depend on these states alone, not on what was searched before."""
        batch, done, goes_on = self.tree.games, 0, True
        values = zeros(len(roots))
        self.tree.random.copy_(self.random)
        while done < len(roots) and goes_on:
            count = min(batch, len(roots) - done)
            self.tree.root[:count] = roots[done:done + count]
            if count < batch:  # a graph searches all games of the tree: copies fill it up
                self.tree.root[count:] = roots[done]
            self.tree.search(self.net)
            values[done:done + count] = self.tree.root_value[:count]
            synchronise()  # else the clock would count batches that are not searched yet
            done += count
            goes_on = after_batch(done)
        return values[:done].cpu().numpy()


def read(path, rules):
    """The positions of a file and their native states, refused where one cannot be searched."""
    found, positions = dataset.read(path)
    if found != rules:
        raise SystemExit(f"{path} holds {found}, the run is for {rules} (--set run.rules={found})")
    roots = states(positions, rules)
    moves = zeros(len(roots), kind=torch.int32)
    library.count_all_moves(Rules.named(rules), address(roots), Int(len(roots)),
                            address(moves), stream())
    won = positions["won"]
    over = (moves.cpu().numpy() == 0) | board.HAS_LINE[won & 511] | board.HAS_LINE[won >> 9 & 511]
    if over.any():
        raise SystemExit(f"{path}: {over.sum()} positions have nothing to search, the first is number "
                         f"{over.argmax()}")
    return positions, roots


def run(settings, net, paths, folder, most=None, clock=time.time):
    """Returns how many positions were labelled."""
    begin, total = clock(), 0
    labeller = Labeller(settings, net, settings["run"]["seed"])
    for path in map(pathlib.Path, paths):
        to = folder / path.name
        if to.exists():
            same = to.samefile(path)
            print(f"{to}: " + ("is the file to be labelled; --out must be another folder" if same
                               else "is there already"))
            continue
        if most is not None and clock() - begin >= most:
            break
        positions, roots = read(path, settings["run"]["rules"])
        progress, shown = Progress(path.name, len(positions)), [time.time()]

        def after_batch(done):
            if done == len(positions) or time.time() - shown[0] >= 2:
                shown[0] = time.time()
                progress.show(done, f"{done / (shown[0] - progress.start):.0f} a second")
            return most is None or clock() - begin < most

        values = labeller.values(roots, after_batch)
        labelled = positions[:len(values)].copy()
        labelled["value"] = np.rint(values * dataset.VALUE_SCALE)
        dataset.write(to, labeller.rules, labelled)
        total += len(labelled)
        if len(labelled) < len(positions):
            print()  # below the unfinished bar
        print(f"{to}: {len(labelled)} of {len(positions)} positions labelled")
    return total


def main():
    options, settings = config.arguments(__doc__, teacher="checkpoint of the teacher",
                                         most="stop after this many seconds", data="data files")
    if not options.teacher:
        raise SystemExit("--teacher is needed")
    most = float(options.most) if options.most else None
    total = run(settings, teacher.load(options.teacher), options.data, options.out, most)
    print(f"{total} positions in {options.out}")


if __name__ == "__main__":
    main()
