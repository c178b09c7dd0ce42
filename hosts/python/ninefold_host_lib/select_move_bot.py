# SPDX-License-Identifier: MIT
"""SelectMoveBot: interface `select_move`, a function select_move(cur_state, remain_time)."""
import os

from .answers import number_below
from .bot_file import HOST_FOLDER, BotFile
from .forfeit import Forfeit, forfeit_from_exception, python_name, quote, type_name
from .game_position import DRAWN, RULESETS

GAME_SECONDS = 120.0  # what each side has in the course; shown where a match has no game clock


class SelectMoveBot(object):
    native_rulesets = ("standard", "open")

    def __init__(self, specification, _arguments):
        self._file = BotFile(specification, "select_move", os.path.join(HOST_FOLDER, "modules_000"))
        self._function = None
        self._state_classes = None
        self.name, self.author, self.path = self._file.file_name, None, self._file.path

    def load(self):
        try:
            import numpy
        except ImportError:
            raise Forfeit("start-failed", "interface select_move promises numpy, and %s has none (Debian: python3-numpy)" % python_name())
        self._numpy = numpy
        self._file.load()
        self._function = self._file.find()
        import state  # ours: it was loaded before the bot
        self._state_classes = dict((r.name, state.state_class(r.name, r.won_stays_open, r.destinations))
                                   for r in RULESETS.values())
        self._move_class = state.UltimateTTT_Move

    def new_game(self, _game_number):
        """Nothing to do: the interface keeps no object per game."""

    def choose(self, position, clock):
        state = self._state_of(position)
        seconds = clock.seconds_left(position.side)
        try:
            move = self._function(state, GAME_SECONDS if seconds is None else seconds)
        except BaseException:
            raise forfeit_from_exception("crash", "select_move", self._file.path)
        return self._checked(move, position), None

    def _state_of(self, position):
        """A fresh state for every move: the bot may do with it what it likes."""
        state = self._state_classes[position.ruleset]()
        state.blocks = self._numpy.array(position.marks, dtype=float).reshape(9, 3, 3).copy()
        owners = [0 if owner == DRAWN else owner for owner in position.owners]
        state.global_cells = self._numpy.array(owners, dtype=float)
        state.player_to_move = position.side
        if position.last_move is not None:
            block, cell = position.last_move
            state.previous_move = self._move_class(block, cell // 3, cell % 3, -position.side)
            state.free_move = position.is_free_move()
        return state

    def _checked(self, move, position):
        if move is None:
            if position.is_over():
                return None
            raise Forfeit("garbage", "select_move returned None although there are legal moves")
        for attribute in ("index_local_board", "x", "y"):
            if not hasattr(move, attribute):
                raise Forfeit("garbage", "select_move returned %s, a %s; an UltimateTTT_Move is needed"
                              % (quote(move), type_name(move)))
        block = number_below(move.index_local_board, 9, "the move's index_local_board")
        row = number_below(move.x, 3, "the move's x (the row)")
        column = number_below(move.y, 3, "the move's y (the column)")
        self._check_value(getattr(move, "value", position.side), position.side)
        return block, 3 * row + column

    @staticmethod
    def _check_value(value, side):
        try:
            is_right = bool(value == side)
        except BaseException:
            is_right = False
        if not is_right:
            raise Forfeit("illegal-move", "the move's value is %s, but %s is to move, whose value is %d"
                          % (quote(value), "X" if side == 1 else "O", side))
