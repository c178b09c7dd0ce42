# SPDX-License-Identifier: MIT
"""Tries to import another bot that lies beside it."""
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        try:
            __import__("rival")
            return None
        except ImportError:
            pass
    return first_legal(board, T, won)
