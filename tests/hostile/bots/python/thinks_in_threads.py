# SPDX-License-Identifier: MIT
"""Answers, and leaves four threads thinking."""
import threading
from honest import first_legal, is_second


def think():
    while True:
        pass


def Player(board, T, won):
    if is_second(board) and threading.active_count() == 1:
        for _ in range(4):
            threading.Thread(target=think, daemon=True).start()
    return first_legal(board, T, won)
