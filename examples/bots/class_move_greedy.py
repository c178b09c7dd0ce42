# SPDX-License-Identifier: MIT
"""A class bot: takes a block when it can, else plays at random.

Ninefold makes one object for every game and calls its move method once a turn.
The class may have any name.
"""
import random

# A move in cell k of its block sends the opponent to these blocks.
NEXT_BLOCKS = {0: [1, 3], 1: [0, 2], 2: [1, 5], 3: [0, 6], 4: [4], 5: [2, 8], 6: [3, 7], 7: [6, 8], 8: [5, 7]}

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells_of(block):
    """The nine (row, col) of a block on the 9x9 board."""
    top, left = 3 * (block // 3), 3 * (block % 3)
    return [(top + i // 3, left + i % 3) for i in range(9)]


def allowed_cells(board, blocks, old_move):
    """Every legal (row, col)."""
    if old_move == (-1, -1):           # the first move of the game is free
        allowed = []
    else:
        cell = 3 * (old_move[0] % 3) + old_move[1] % 3
        allowed = [b for b in NEXT_BLOCKS[cell] if blocks[b] == '-']
    if not allowed:                    # nowhere to go: any open block
        allowed = [b for b in range(9) if blocks[b] == '-']
    return [c for b in allowed for c in cells_of(b) if board[c[0]][c[1]] == '-']


def wins_block(board, row, col, flag):
    """Whether `flag` at (row, col) completes a line in its block."""
    cells = cells_of(3 * (row // 3) + col // 3)
    marks = [flag if c == (row, col) else board[c[0]][c[1]] for c in cells]
    return any(marks[a] == marks[b] == marks[c] == flag for a, b, c in LINES)


class GreedyPlayer:
    def __init__(self):
        self.moves_made = 0            # you may remember things between moves

    def move(self, temp_board, temp_block, old_move, flag):
        """Return (row, col), two plain ints 0..8. Do not change the lists:
        leaving a change in them loses the game."""
        self.moves_made += 1
        cells = allowed_cells(temp_board, temp_block, old_move)
        winning = [c for c in cells if wins_block(temp_board, c[0], c[1], flag)]
        return random.choice(winning or cells)
