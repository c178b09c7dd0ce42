# SPDX-License-Identifier: MIT
"""Reads address 0 through ctypes."""
import ctypes
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        ctypes.string_at(0)
    return first_legal(board, T, won)
