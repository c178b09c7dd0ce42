# SPDX-License-Identifier: MIT
"""The standard rules in plain Python: small, and as quick as lists and sets of lines make it."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]


class PlainPosition:
    """Cells hold 0, 1 (X) or 2 (O); blocks 0, 1, 2, or 3 when full."""

    def __init__(self):
        self.cells = [0] * 81
        self.blocks = [0] * 9
        self.filled = [0] * 9
        self.side = 1
        self.target = None
        self.winner = None

    def moves(self):
        if self.winner is not None:
            return []
        open_blocks = [self.target] if self.target is not None else [b for b in range(9) if not self.blocks[b]]
        cells = self.cells
        return [9 * b + c for b in open_blocks for c in range(9) if not cells[9 * b + c]]

    def play(self, move):
        block, cell = divmod(move, 9)
        side, base = self.side, 9 * block
        self.cells[move] = side
        self.filled[block] += 1
        if any(all(self.cells[base + c] == side for c in line) for line in THROUGH[cell]):
            self.blocks[block] = side
            if any(all(self.blocks[b] == side for b in line) for line in THROUGH[block]):
                self.winner = side
        elif self.filled[block] == 9:
            self.blocks[block] = 3
        if self.winner is None and all(self.blocks):
            self.winner = 0
        self.target = None if self.blocks[cell] else cell
        self.side = 3 - side
