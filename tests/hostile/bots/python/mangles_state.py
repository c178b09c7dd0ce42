# SPDX-License-Identifier: MIT
"""Damages the state it was given, and the class behind it."""
from state import State_2


def select_move(cur_state, remain_time):
    move = cur_state.get_valid_moves[0]
    cur_state.blocks[:] = 1
    cur_state.global_cells = None
    cur_state.player_to_move = "both"
    State_2.X = 5
    return move
