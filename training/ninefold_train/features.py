# SPDX-License-Identifier: MIT
"""What a network sees of a position (docs/net.md, "Inputs"). numpy only.

For each of two perspectives, the mover's and the opponent's: the pattern of every block; the *use*
of every open block, 3 * (for this side) + (for the other side) with 0 on no line any more,
1 on one that can still be made, 2 completes one; the macro pattern; and the targets.
"""
import dataclasses

import numpy as np

from . import board, dataset

USES = 9
PLAIN_USE = 4  # both sides can still use the block, neither at once


@dataclasses.dataclass
class Inputs:
    """One row per position, perspective first where there are two."""
    pattern: np.ndarray  # [n, 9] int16, the mover's view
    use: np.ndarray      # [n, 9] uint8, the mover's view; PLAIN_USE for blocks that cannot change
    macro: np.ndarray    # [2, n] int16
    target: np.ndarray   # [n] uint8: cell, or board.FREE
    targets: np.ndarray  # [n] int16: blocks the mover is sent to; 0 for a free move


def extract(positions, rules):
    ruleset, _ = board.parse_rules(rules)
    own, opp = dataset.block_marks(positions["own"]), dataset.block_marks(positions["opp"])
    bits = np.arange(9)
    own_won = positions["won"][:, None].astype(np.int64) >> bits & 1
    opp_won = positions["won"][:, None].astype(np.int64) >> (9 + bits) & 1
    occupied = own | opp
    full = occupied == 511
    shown = occupied if board.WON_STAYS_OPEN[ruleset] else np.full_like(occupied, 511)
    pattern = board.TERNARY[own] + 2 * board.TERNARY[opp]
    pattern = np.where(full, board.FULL, pattern)
    pattern = np.where(own_won == 1, board.OWNED + shown, pattern)
    pattern = np.where(opp_won == 1, board.OPPONENT_OWNED + shown, pattern)

    drawn = full & (own_won == 0) & (opp_won == 0)
    powers = 3 ** bits
    macro_own = (own_won + 2 * (opp_won | drawn)) @ powers
    macro_opp = (opp_won + 2 * (own_won | drawn)) @ powers
    decided = drawn | (own_won == 1) | (opp_won == 1)
    use = 3 * _use_of(macro_own) + _use_of(macro_opp)
    use = np.where(decided, PLAIN_USE, use)

    closed = full if board.WON_STAYS_OPEN[ruleset] else full | ((own_won | opp_won) == 1)
    closed = (closed << bits).sum(1)
    target = positions["target"].astype(np.int64)
    targets = np.where(target < 9, board.DESTINATIONS[ruleset][np.minimum(target, 8)] & ~closed, 0)
    return Inputs(pattern.astype(np.int16), use.astype(np.uint8),
                  np.stack([macro_own, macro_opp]).astype(np.int16), target.astype(np.uint8),
                  targets.astype(np.int16))


def _use_of(macro):
    bits = np.arange(9)
    alive = board.MACRO_ALIVE[macro][:, None] >> bits & 1
    critical = board.MACRO_CRITICAL[macro][:, None] >> bits & 1
    return alive + critical


def pattern_features():
    """[PATTERNS, n] small integers that describe a block to the encoder."""
    own, opp = board.PATTERN_OWN.copy(), board.PATTERN_OPP.copy()
    number = np.arange(board.PATTERNS)
    owned = number >= board.OWNED
    occupied = np.where(owned, own | opp, 0)
    own, opp = np.where(owned, 0, own), np.where(owned, 0, opp)
    empty = ~(own | opp) & 511
    wins = np.where(owned, 0, board.COMPLETES[own] & empty)
    losses = np.where(owned, 0, board.COMPLETES[opp] & empty)
    cells = [sets[:, None] >> np.arange(9) & 1 for sets in (own, opp, wins, losses, occupied)]
    line = np.array(board.LINES)
    alive_own = np.where(owned, 0, ((opp[:, None] & line) == 0).sum(1))
    alive_opp = np.where(owned, 0, ((own[:, None] & line) == 0).sum(1))
    flags = [wins != 0, losses != 0, (wins & (wins - 1)) != 0, (losses & (losses - 1)) != 0,
             owned & (number < board.OPPONENT_OWNED),
             (number >= board.OPPONENT_OWNED) & (number < board.FULL), number == board.FULL,
             alive_own, alive_opp]
    return np.concatenate(cells + [np.stack(flags, 1)], 1).astype(np.int8)


def macro_features():
    """[3^9, n] of the macro board: owned, lost, usable and completing blocks."""
    sets = (board.PATTERN_OWN[:board.OWNED], board.PATTERN_OPP[:board.OWNED],
            board.MACRO_ALIVE, board.MACRO_CRITICAL)
    return np.concatenate([s[:, None] >> np.arange(9) & 1 for s in sets], 1).astype(np.int8)
