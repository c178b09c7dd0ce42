# SPDX-License-Identifier: MIT
"""Opens files until it may open no more, and keeps them."""
from honest import first_legal, is_second


kept = []


def Player(board, T, won):
    if is_second(board):
        try:
            while True:
                kept.append(open("/dev/null"))
        except OSError:
            pass
    return first_legal(board, T, won)
