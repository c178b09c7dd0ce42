# SPDX-License-Identifier: MIT
"""Has a thread interrupt the main thread again and again."""
import _thread
import threading
import time
from honest import first_legal, is_second


def interrupt():
    time.sleep(0.05)
    while True:
        _thread.interrupt_main()


def Player(board, T, won):
    if is_second(board):
        threading.Thread(target=interrupt, daemon=True).start()
        while True:
            pass
    return first_legal(board, T, won)
