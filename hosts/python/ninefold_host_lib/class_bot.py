# SPDX-License-Identifier: MIT
"""ClassBot: interface `class`, a class with move(self, temp_board, temp_block, old_move, flag).

Runs under Python 2.7 as well, where most bots of this community live.
"""
from .answers import number_below, pair
from .bot_file import BotFile
from .forfeit import Forfeit, forfeit_from_exception
from .game_position import DRAWN, O, OPEN, X

_MARK = {0: "-", X: "x", O: "o"}
_TEXTS = (str, type(u""))
_OWNER = {OPEN: "-", X: "x", O: "o", DRAWN: "D"}
# _ROW_CELLS[r][c] is the index 9*block+cell of row r, column c of the 9x9 board.
_ROW_CELLS = [[9 * (3 * (r // 3) + c // 3) + 3 * (r % 3) + c % 3 for c in range(9)] for r in range(9)]


def row_and_column(block, cell):
    return 3 * (block // 3) + cell // 3, 3 * (block % 3) + cell % 3


def block_and_cell(row, column):
    return 3 * (row // 3) + column // 3, 3 * (row % 3) + column % 3


class ClassBot(object):
    native_rulesets = ("correspondence",)

    def __init__(self, specification, _arguments):
        self._file = BotFile(specification, "class", None)
        self._class = None
        self._bot = None
        self.name, self.author, self.path = self._file.file_name, None, self._file.path

    def load(self):
        self._file.load()
        self._class = self._file.find()
        self.name = self._class.__name__

    def new_game(self, _game_number):
        self._bot = None
        try:
            self._bot = self._class()
        except BaseException:
            raise forfeit_from_exception("start-failed", "the constructor of " + self.name, self._file.path)

    def choose(self, position, _clock):
        marks = position.marks
        rows = [[_MARK[marks[i]] for i in cells] for cells in _ROW_CELLS]
        blocks = [_OWNER[owner] for owner in position.owners_shown("correspondence")]
        passed_rows, passed_blocks = [list(row) for row in rows], list(blocks)
        last = position.last_move
        old_move = (-1, -1) if last is None else row_and_column(*last)
        flag = "x" if position.side == X else "o"
        try:
            answer = self._bot.move(passed_rows, passed_blocks, old_move, flag)
        except BaseException:
            raise forfeit_from_exception("crash", "move() of " + self.name, self._file.path)
        self._check_untouched("temp_board", rows, passed_rows)
        self._check_untouched("temp_block", [blocks], [passed_blocks])
        return self._checked(answer), None

    def _check_untouched(self, what, before, after):
        # Lists and marks of the bot's own making could claim to be equal to ours, or raise.
        ours = type(after) is list and len(after) == len(before) and all(
            type(row) is list and all(type(mark) in _TEXTS for mark in row) for row in after)
        if not ours or before != after:
            raise Forfeit("tampering", "move() of %s changed %s, which was passed to it: work on a copy "
                          "(copy.deepcopy) or undo every change" % (self.name, what))

    @staticmethod
    def _checked(answer):
        row, column = pair(answer, (), "move()", "(row, col)")
        return block_and_cell(number_below(row, 9, "the row", True), number_below(column, 9, "the column", True))
