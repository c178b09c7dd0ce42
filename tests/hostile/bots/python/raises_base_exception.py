# SPDX-License-Identifier: MIT
"""Raises what 'except Exception' does not catch."""
from honest import first_legal, is_second


class Gone(BaseException):
    pass


def Player(board, T, won):
    if is_second(board):
        raise Gone()
    return first_legal(board, T, won)
