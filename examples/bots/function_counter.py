# SPDX-License-Identifier: MIT
"""A function bot: Player(board, T, won) for the friends' tournament.

board  nine lists of nine cells: 0 empty, 1 the first player, 2 the second
T      the block you must play in, 0..8, or 9 when you may choose
won    nine numbers: 0 open, 1 or 2 won by that player, 3 drawn
Return (block, cell).
"""
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def who_am_i(board):
    """Nobody tells the bot: player 1 moves when both have as many marks."""
    ones = sum(block.count(1) for block in board)
    twos = sum(block.count(2) for block in board)
    return 1 if ones == twos else 2


def completes_line(block, cell, player):
    marks = block[:cell] + [player] + block[cell + 1:]
    return any(marks[a] == marks[b] == marks[c] == player for a, b, c in LINES)


def rate(board, won, move, me):
    """Higher is better."""
    block, cell = move
    points = random.random()           # a coin for moves that are equally good
    if completes_line(board[block], cell, me):
        points += 10
    if completes_line(board[block], cell, 3 - me):
        points += 5
    if won[cell] != 0:                 # this would let the opponent move anywhere
        points -= 4
    return points


def Player(board, T, won):
    me = who_am_i(board)
    blocks = [T] if T != 9 else [b for b in range(9) if won[b] == 0]
    moves = [(b, c) for b in blocks for c in range(9) if board[b][c] == 0]
    return max(moves, key=lambda move: rate(board, won, move, me))
