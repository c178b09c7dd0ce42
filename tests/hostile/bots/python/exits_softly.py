# SPDX-License-Identifier: MIT
"""Ends the program as a script would."""
import sys
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        sys.exit("bye")
    return first_legal(board, T, won)
