# SPDX-License-Identifier: MIT
"""Never comes to an answer."""
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        while True:
            pass
    return first_legal(board, T, won)
