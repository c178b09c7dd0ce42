# SPDX-License-Identifier: MIT
"""A select_move bot: win a block, else block the opponent, else play near the centre.

Ninefold calls select_move once a turn and hands it the position. Return one of
cur_state.get_valid_moves and you have a legal bot.
"""
import numpy as np
from state import UltimateTTT_Move

# How good a cell is when nothing better is known: centre, corners, edges.
CELL_VALUE = np.array([[2, 1, 2],
                       [1, 3, 1],
                       [2, 1, 2]])


def makes_line(block, row, column, mark):
    """Whether `mark` in this cell completes three in a row in the 3x3 block."""
    trial = block.copy()              # never change the state you were given by accident
    trial[row, column] = mark
    lines = [trial[row], trial[:, column], trial.diagonal(), np.fliplr(trial).diagonal()]
    return any(abs(line.sum()) == 3 and line[0] == mark for line in lines)


def gives_free_move(state, move):
    """Whether the move sends the opponent to a block that is won or full."""
    target = move.x * 3 + move.y      # x is the row, y is the column
    return state.global_cells[target] != 0 or np.all(state.blocks[target] != 0)


def score(state, move):
    me = state.player_to_move         # 1 for X, -1 for O
    block = state.blocks[move.index_local_board]
    points = CELL_VALUE[move.x, move.y]
    if makes_line(block, move.x, move.y, me):
        points += 100
    if makes_line(block, move.x, move.y, -me):
        points += 50
    if gives_free_move(state, move):
        points -= 20
    return points


def select_move(cur_state, remain_time):
    """remain_time: the seconds you have left for the whole game."""
    moves = cur_state.get_valid_moves  # a property: no brackets
    if not moves:
        return None
    best = max(score(cur_state, move) for move in moves)
    choice = np.random.choice([m for m in moves if score(cur_state, m) == best])
    return UltimateTTT_Move(choice.index_local_board, choice.x, choice.y, cur_state.player_to_move)
