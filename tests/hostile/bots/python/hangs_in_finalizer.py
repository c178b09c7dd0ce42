# SPDX-License-Identifier: MIT
"""Returns a tuple that thinks for ever when it is freed."""
from honest import first_legal, is_second


class Last(tuple):
    def __del__(self):
        while True:
            pass


def Player(board, T, won):
    if is_second(board):
        return Last(first_legal(board, T, won))
    return first_legal(board, T, won)
