# SPDX-License-Identifier: MIT
"""Leaves a timer that raises an exception in whatever runs then."""
import signal
from honest import first_legal, is_second


def ring(*_):
    raise ValueError("ring")


def Player(board, T, won):
    if is_second(board):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    return first_legal(board, T, won)
