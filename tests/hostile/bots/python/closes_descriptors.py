# SPDX-License-Identifier: MIT
"""Closes every descriptor of its process."""
import os
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        os.closerange(0, 256)
    return first_legal(board, T, won)
