# SPDX-License-Identifier: MIT
"""Thinks for ever when asked to end."""
import atexit
from honest import first_legal, is_second


def think():
    while True:
        pass


def Player(board, T, won):
    if is_second(board):
        atexit.register(think)
    return first_legal(board, T, won)
