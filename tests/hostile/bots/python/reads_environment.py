# SPDX-License-Identifier: MIT
"""Looks for secrets of the organiser in its environment."""
import os
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        if any("SECRET" in name or "TOKEN" in name for name in os.environ):
            return None
    return first_legal(board, T, won)
