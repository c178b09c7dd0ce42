# SPDX-License-Identifier: MIT
"""The rules, written a second time and as plainly as possible.

Independent of the host on purpose: the tests' referee must not share a mistake
with what it checks, apart from the facts of each ruleset. Slow and simple.
"""
import json
import os

from host_process import ROOT

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
with open(os.path.join(ROOT, "hosts", "python", "rulesets.json")) as rulesets:
    RULESETS = json.load(rulesets)


def has_line(cells, mark):
    return any(all(cells[i] == mark for i in line) for line in LINES)


class Game:
    """blocks[b][c] is '.', 'x' or 'o'; won[b] is '.', 'x' or 'o' (first winner)."""

    def __init__(self, ruleset):
        self.ruleset = ruleset
        self.facts = RULESETS[ruleset]
        self.blocks = [["."] * 9 for _ in range(9)]
        self.won = ["."] * 9
        self.side = "x"
        self.moves = []

    def copy(self):
        twin = Game(self.ruleset)
        twin.blocks = [list(block) for block in self.blocks]
        twin.won, twin.side, twin.moves = list(self.won), self.side, list(self.moves)
        return twin

    def takes_marks(self, block):
        if "." not in self.blocks[block]:
            return False
        return self.facts["won_stays_open"] or self.won[block] == "."

    def sent_to(self):
        """The blocks that the last move sends to and that take marks."""
        blocks = self.facts["destinations"][int(self.moves[-1][1])] if self.moves else []
        return [b for b in blocks if self.takes_marks(b)]

    def allowed_blocks(self):
        return self.sent_to() or [b for b in range(9) if self.takes_marks(b)]

    def winner(self):
        for mark in "xo":
            if has_line(self.won, mark):
                return mark
        return None

    def legal_moves(self):
        if self.winner():
            return []
        return ["%d%d" % (b, c) for b in self.allowed_blocks() for c in range(9) if self.blocks[b][c] == "."]

    def play(self, move):
        assert move in self.legal_moves(), "illegal move %s after %s (%s)" % (move, self.moves, self.ruleset)
        block, cell = int(move[0]), int(move[1])
        self.blocks[block][cell] = self.side
        if self.won[block] == "." and has_line(self.blocks[block], self.side):
            self.won[block] = self.side
        self.side = "o" if self.side == "x" else "x"
        self.moves.append(move)

    def text(self):
        """The position's text, without its history."""
        def run(cells):
            out, empty = "", 0
            for cell in cells + ["end"]:
                if cell == ".":
                    empty += 1
                    continue
                out += (str(empty) if empty else "") + (cell if cell != "end" else "")
                empty = 0
            return out
        def written(block):
            cells, owner = self.blocks[block], self.won[block]
            if has_line(cells, "x") and has_line(cells, "o"):
                cells = [cell.upper() if cell == owner else cell for cell in cells]
            return run(cells)
        target = self.moves[-1][1] if self.sent_to() else "-"
        return "%s %s %s %s" % ("/".join(written(b) for b in range(9)), self.side, target, self.ruleset)
