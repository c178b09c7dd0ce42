# SPDX-License-Identifier: MIT
"""Numbers of the table rows that a position adds up, per perspective (docs/net.md, "Rows").

    section          rows                what
    block p, 0..8    9 x P               pattern of block p
    use u != 4       8 x P               pattern of an open block whose use is not plain
    mover's target   P                   pattern of a target block, where this side moves
    other's target   P                   the same, where the other side moves
    mover's cell     10                  target cell (9: free move), where this side moves
    other's cell     10
    macro            3^9                 macro pattern
    nothing          1                   always zero: padding

P is the number of patterns that occur under the ruleset, ordered by number of marks so that common
rows lie together. numpy only; student.py and src/net use the same numbers.
"""
import numpy as np

from . import board, features

PER_POSITION = 22  # 9 blocks, 9 uses, 2 target blocks, target cell, macro


def reachable(ruleset):
    """Numbers of the patterns that occur under a ruleset, in row order."""
    own, opp = board.PATTERN_OWN[:board.OWNED], board.PATTERN_OPP[:board.OWNED]
    occurs = ~board.HAS_LINE[own] & ~board.HAS_LINE[opp] & ((own | opp) != 511)
    plain = np.flatnonzero(occurs)
    marks = np.array([bin(b).count("1") for b in range(512)])[(own | opp)[plain]]
    plain = plain[np.argsort(marks, kind="stable")]
    closed = [board.OWNED + 511, board.OPPONENT_OWNED + 511, board.FULL]
    owned = range(board.OWNED, board.PATTERNS) if board.WON_STAYS_OPEN[ruleset] else closed
    return np.concatenate([plain, np.array(owned)])


class RowMap:
    """Where each section begins, for one ruleset."""

    def __init__(self, ruleset):
        self.patterns = reachable(ruleset)
        p = self.count = len(self.patterns)
        self.block, self.use = 0, 9 * p
        self.mover_target, self.other_target = 17 * p, 18 * p
        self.mover_cell, self.other_cell = 19 * p, 19 * p + 10
        self.macro = 19 * p + 20
        self.nothing = self.macro + board.OWNED
        self.total = self.nothing + 1
        self.targets = max(bin(blocks).count("1") for blocks in board.DESTINATIONS[ruleset])  # of a cell, at most
        self.compact = np.full(board.PATTERNS, -1, np.int64)
        self.compact[self.patterns] = np.arange(p)

    def rows(self, inputs):
        """[n, 2, PER_POSITION] row numbers, the mover's perspective first."""
        return np.stack([self._perspective(inputs, mover) for mover in (True, False)], 1)

    def _perspective(self, inputs, mover):
        pattern, use = inputs.pattern.astype(np.int64), inputs.use.astype(np.int64)
        if not mover:
            pattern, use = board.SWAPPED[pattern], use % 3 * 3 + use // 3
        row = self.compact[pattern]
        assert (row >= 0).all(), "a pattern that cannot occur under this ruleset"
        n = len(row)
        out = np.full((n, PER_POSITION), self.nothing, np.int64)
        out[:, :9] = self.block + np.arange(9) * self.count + row
        slot = use - (use > features.PLAIN_USE)
        out[:, 9:18] = np.where(use == features.PLAIN_USE, self.nothing,
                                self.use + slot * self.count + row)
        first = self.mover_target if mover else self.other_target
        sent = inputs.targets.astype(np.int64)[:, None] >> np.arange(9) & 1
        place = np.cumsum(sent, 1) - 1
        for k in (0, 1):
            hit = (sent == 1) & (place == k)
            out[:, 18 + k] = np.where(hit.any(1), first + (row * hit).sum(1), self.nothing)
        out[:, 20] = (self.mover_cell if mover else self.other_cell) + inputs.target
        out[:, 21] = self.macro + inputs.macro[0 if mover else 1].astype(np.int64)
        return out
