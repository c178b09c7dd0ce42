# SPDX-License-Identifier: MIT
"""Returns an object that thinks for ever when it is made a number."""
from honest import first_legal, is_second


class Thinker:
    def __index__(self):
        while True:
            pass


def Player(board, T, won):
    if is_second(board):
        return Thinker(), 0
    return first_legal(board, T, won)
