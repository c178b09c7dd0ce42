# SPDX-License-Identifier: MIT
"""Has Python's own watchdog end the process."""
import faulthandler
import time
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        faulthandler.dump_traceback_later(0.05, exit=True)
        time.sleep(3600)
    return first_legal(board, T, won)
