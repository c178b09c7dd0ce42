# SPDX-License-Identifier: MIT
"""Calls itself without end, with Python's own limit taken away."""
import sys
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        sys.setrecursionlimit(10 ** 9)
        return Player(board, T, won)
    return first_legal(board, T, won)
