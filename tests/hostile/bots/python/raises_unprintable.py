# SPDX-License-Identifier: MIT
"""Raises an exception whose text raises."""
from honest import first_legal, is_second


class Unprintable(Exception):
    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__


def Player(board, T, won):
    if is_second(board):
        raise Unprintable()
    return first_legal(board, T, won)
