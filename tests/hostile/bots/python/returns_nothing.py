# SPDX-License-Identifier: MIT
"""Forgets to return a move."""
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        return None
    return first_legal(board, T, won)
