# SPDX-License-Identifier: MIT
"""FunctionBot: interface `function`, a function Player(board, T, won)."""
from .answers import number_below, pair
from .bot_file import BotFile
from .forfeit import forfeit_from_exception
from .game_position import DRAWN, O, OPEN, X

_FREE_MOVE = 9
_MARK = {0: 0, X: 1, O: 2}
_OWNER = {OPEN: 0, X: 1, O: 2, DRAWN: 3}


class FunctionBot(object):
    native_rulesets = ("standard",)

    def __init__(self, specification, _arguments):
        self._file = BotFile(specification, "function", None)
        self._function = None
        self.name, self.author, self.path = self._file.file_name, None, self._file.path

    def load(self):
        self._file.load()
        self._function = self._file.find()
        self.name = getattr(self._function, "__name__", self.name)

    def new_game(self, _game_number):
        """Nothing to do: the interface keeps no object per game."""

    def choose(self, position, _clock):
        marks = [_MARK[mark] for mark in position.marks]
        board = [marks[first:first + 9] for first in range(0, 81, 9)]
        owners = position.owners_shown("standard")
        won = [_OWNER[owner] for owner in owners]
        try:
            answer = self._function(board, self._target(position, owners), won)
        except BaseException:
            raise forfeit_from_exception("crash", "%s()" % self.name, self._file.path)
        return self._checked(answer), None

    @staticmethod
    def _target(position, owners):
        """T: the one block to play in, or 9. In a foreign ruleset the blocks
        shown as open are those that may be entered."""
        if position.ruleset == "standard":
            return _FREE_MOVE if position.is_free_move() else position.last_move[1]
        return owners.index(OPEN) if owners.count(OPEN) == 1 else _FREE_MOVE

    def _checked(self, answer):
        kinds = ("list", "ndarray")
        block, cell = pair(answer, kinds, "%s()" % self.name, "(local_board, cell)")
        return number_below(block, 9, "the local board", True), number_below(cell, 9, "the cell", True)
