# SPDX-License-Identifier: MIT
"""Forks, and lets both processes answer."""
import os
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        os.fork()
    return first_legal(board, T, won)
