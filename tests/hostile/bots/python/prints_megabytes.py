# SPDX-License-Identifier: MIT
"""Prints 20 MB before its move."""
import sys
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        for _ in range(20):
            sys.stdout.write("x" * (1 << 20) + "\n")
    return first_legal(board, T, won)
