# SPDX-License-Identifier: MIT
"""The honest part that all hostile Python bots share."""


def first_legal(board, T, won):
    for block in range(9):
        if won[block] or T not in (9, block):
            continue
        for cell in range(9):
            if not board[block][cell]:
                return block, cell


def is_second(board):
    """From the bot's second move on: the first one shows that it can play."""
    return sum(1 for block in board for cell in block if cell) >= 2
