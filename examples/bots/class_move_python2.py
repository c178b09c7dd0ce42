# SPDX-License-Identifier: MIT
"""A class bot in Python 2, as most bots of this community are written.

Ninefold sees that this file needs Python 2 and looks for such an interpreter.
"""
import random

NEXT_BLOCKS = [[1, 3], [0, 2], [1, 5], [0, 6], [4], [2, 8], [3, 7], [6, 8], [5, 7]]


class Player27:
    def __init__(self):
        pass

    def empty_cells(self, board, blocks):
        """The empty (row, col) of the given blocks."""
        cells = []
        for block in blocks:
            top, left = block / 3 * 3, block % 3 * 3    # / cuts off between ints in Python 2
            for row in xrange(top, top + 3):
                for col in xrange(left, left + 3):
                    if board[row][col] == '-':
                        cells.append((row, col))
        return cells

    def move(self, temp_board, temp_block, old_move, flag):
        open_blocks = [b for b in xrange(9) if temp_block[b] == '-']
        allowed = []
        if old_move != (-1, -1):       # (-1, -1): nobody has moved yet
            cell = old_move[0] % 3 * 3 + old_move[1] % 3
            allowed = [b for b in NEXT_BLOCKS[cell] if b in open_blocks]
        cells = self.empty_cells(temp_board, allowed or open_blocks)
        # What a bot prints goes to its log, never to the referee.
        print "I am", flag, "and may choose from", len(cells), "cells"
        return random.choice(cells)
