# SPDX-License-Identifier: MIT
"""Has a function of its own called for every call of the host."""
import sys
from honest import first_legal, is_second


def fail(*_):
    raise ValueError("traced")


def Player(board, T, won):
    if is_second(board):
        sys.setprofile(fail)
    return first_legal(board, T, won)
