# SPDX-License-Identifier: MIT
"""Two teachers against each other, or one against random moves, in pairs of games from the same
random openings:   python3 -m ninefold_train.match --out RUN --first A.pt [--second B.pt]"""
import json
import math

import torch

from . import config, teacher
from .native import Int, address, library, stream, zeros
from .tree import Tree


def elo(score):
    score = min(max(score, 1e-4), 1 - 1e-4)
    return 400 * math.log10(score / (1 - score))


@torch.no_grad()
def play(rules, first, second, settings, pairs=512, simulations=32, opening=(2, 4), seed=7):
    """Score of `first`, wins, draws, losses, and the score of the side that moved first."""
    tree = Tree(rules, 2 * pairs, simulations, settings, noise=False, seed=seed)
    tree.random_positions(*opening)
    tree.root[pairs:] = tree.root[:pairs]
    results = zeros(2 * pairs, kind=torch.int32)
    for ply in range(81):
        for half in (0, 1):
            ours = (half == 0) == (ply % 2 == 0)
            player = first if ours else second
            if player is None:
                library.random_choices(tree.pointer, Int(half * pairs), Int(pairs), stream())
            else:
                tree.search(player, half * pairs, pairs)
            library.apply_moves(tree.pointer, Int(half * pairs), Int(pairs), Int(ply % 2 == 0),
                                address(results), stream())
        if ply % 4 == 0 and bool((results > 0).all()):
            break
    mover = (results.cpu() - 2).float()
    ours = torch.cat([mover[:pairs], -mover[pairs:]])
    score = float(ours.mean() + 1) / 2
    return dict(score=score, elo=round(elo(score)), wins=int((ours > 0).sum()),
                draws=int((ours == 0).sum()), losses=int((ours < 0).sum()),
                first_mover=round(float(mover.mean() + 1) / 2, 3))


def main():
    options, settings = config.arguments(__doc__, first="teacher", second="teacher, or none: random")
    nets = [teacher.fastest(teacher.for_inference(teacher.load(path))) if path else None
            for path in (options.first, options.second)]
    print(json.dumps(play(settings["run"]["rules"], *nets, settings["teacher"])))


if __name__ == "__main__":
    main()
