# SPDX-License-Identifier: MIT
"""Replaces standard error by something that raises, then raises."""
import sys
from honest import first_legal, is_second


class Broken:
    def write(self, _):
        raise OSError("broken")

    flush = write


def Player(board, T, won):
    if is_second(board):
        sys.stderr = sys.stdout = Broken()
        raise ValueError("where does this go")
    return first_legal(board, T, won)
