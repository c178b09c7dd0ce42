# SPDX-License-Identifier: MIT
"""Ends its process past every handler."""
import os
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        os._exit(0)
    return first_legal(board, T, won)
