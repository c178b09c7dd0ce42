# SPDX-License-Identifier: MIT
"""The module `state` that select_move bots import.

`State` plays the open rules, `State_2` the standard ones. Bots write into the
arrays directly as well as through act_move, so nothing is cached: every answer
is worked out from global_cells, blocks, player_to_move and previous_move.
`np` stays a public name because bots rely on getting it from `import *`.
"""
import copy as _copy

import numpy as np

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_ALL_BLOCKS = tuple(range(9))
_SAME_BLOCK = tuple((block,) for block in _ALL_BLOCKS)


class UltimateTTT_Move:
    """A mark `value` (1 for X, -1 for O) in row `x`, column `y` of a block."""

    def __init__(self, index_local_board, x_coordinate, y_coordinate, value):
        self.index_local_board = index_local_board
        self.x = x_coordinate
        self.y = y_coordinate
        self.value = value

    def __repr__(self):
        return "local_board:{0}, (x:{1} y:{2}), value:{3}".format(
            self.index_local_board, self.x, self.y, self.value)


class State:
    """A position under the open rules: a won block stays playable until it is
    full, its first winner keeps it, and only a full target gives a free move."""

    X = 1
    O = -1
    free_move = False
    _destinations = _SAME_BLOCK  # the blocks that a mark in each cell sends to

    def __init__(self, state=None):
        if state is None:
            self.global_cells = np.zeros(9)
            self.blocks = np.zeros((9, 3, 3))
            self.player_to_move = self.X
            self.previous_move = None
        else:
            self.global_cells = np.array(state.global_cells, dtype=float)
            self.blocks = np.array(state.blocks, dtype=float)
            self.player_to_move = state.player_to_move
            self.previous_move = _copy.copy(state.previous_move)
            self.free_move = state.free_move

    def __repr__(self):
        return "{0}(player_to_move: {1}, previous_move: {2}\nglobal_cells:\n{3}\nblocks:\n{4})".format(
            type(self).__name__, self.player_to_move, self.previous_move,
            self.global_cells.reshape(3, 3), self.blocks)

    def game_result(self, board):
        """1 or -1 for a line, 0.0 for a full board, None until it is over.

        A drawn block stays 0 in global_cells, so the board of blocks would never
        look full; asked about the state's own global_cells (a view of them, as
        reshape gives), the answer is 0.0 as soon as no cell can be played."""
        cells = board.ravel().tolist()
        for a, b, c in _LINES:
            if cells[a] and cells[a] == cells[b] == cells[c]:
                return self.X if cells[a] == self.X else self.O
        if 0 not in cells:
            return 0.0
        if board.base is self.global_cells and not self._playable_cells(_ALL_BLOCKS):
            return 0.0
        return None

    @property
    def game_over(self):
        return self.game_result(self.global_cells.reshape(3, 3)) is not None

    def _can_enter(self, block):
        """Whether the block takes another mark, apart from being full."""
        return True

    def _target_blocks(self):
        """The blocks the last move sends to, or () at the start."""
        move = self.previous_move
        return () if move is None else self._destinations[int(move.x * 3 + move.y)]

    def _playable_cells(self, block_indices):
        """(block, row, column) of every playable cell, block by block."""
        found = []
        for block in block_indices:
            if self._can_enter(block):
                cells = self.blocks[block].ravel().tolist()
                found += [(block, i // 3, i % 3) for i in range(9) if cells[i] == 0]
        return found

    def _legal_cells(self):
        """(cells, whether a target has been lifted)."""
        targets = self._target_blocks()
        cells = self._playable_cells(targets)
        if cells:
            return cells, False
        return self._playable_cells(_ALL_BLOCKS), bool(targets)

    @property
    def get_valid_moves(self):
        """Every move the side to move has. Like the course's own module it does
        not look whether the game is won: game_over answers that."""
        cells, self.free_move = self._legal_cells()
        value = self.player_to_move
        return [UltimateTTT_Move(block, row, column, value) for block, row, column in cells]

    def is_valid_move(self, move):
        if move.value != self.player_to_move:
            return False
        if move.x not in range(3) or move.y not in range(3):
            return False
        block = move.index_local_board
        if block not in _ALL_BLOCKS or not self._can_enter(block):
            return False
        if self.blocks[block][move.x, move.y] != 0:
            return False
        targets = self._target_blocks()
        return block in targets or not self._playable_cells(targets)

    def act_move(self, move):
        if not self.is_valid_move(move):
            raise ValueError("move {0} on local board is not valid".format(move))
        block = move.index_local_board
        local_board = self.blocks[block]
        local_board[move.x, move.y] = move.value
        self.player_to_move *= -1
        self.previous_move = move
        if self.global_cells[block] == 0 and self.game_result(local_board):
            self.global_cells[block] = move.value
        self.free_move = not self._playable_cells(self._target_blocks())

    @property
    def count_X(self):
        return int(np.count_nonzero(self.global_cells == self.X))

    @property
    def count_O(self):
        return int(np.count_nonzero(self.global_cells == self.O))


class State_2(State):
    """A position under the standard rules: a won block takes no more marks, and
    a won or full target gives a free move."""

    def _can_enter(self, block):
        return self.global_cells[block] == 0


def state_class(ruleset, won_stays_open, destinations):
    """The class of positions under a ruleset. One that the course itself does not
    play gets a class of its own, known by name here so that states can be pickled."""
    base = State if won_stays_open else State_2
    if destinations == _SAME_BLOCK:
        return base
    name = ruleset.capitalize() + "State"
    return globals().setdefault(name, type(name, (base,), {"_destinations": destinations}))
