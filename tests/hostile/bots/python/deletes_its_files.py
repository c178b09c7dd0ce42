# SPDX-License-Identifier: MIT
"""Deletes its own files and goes to another folder."""
import os
import shutil
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        shutil.rmtree(os.path.dirname(os.path.abspath(__file__)), ignore_errors=True)
        os.chdir("/")
    return first_legal(board, T, won)
