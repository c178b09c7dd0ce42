# SPDX-License-Identifier: MIT
"""BestMoveBot: interface `best_move`, a class with best_move(self, board, time_limit)."""
import os

from .answers import number_below, pair
from .bot_file import HOST_FOLDER, BotFile
from .forfeit import Forfeit, forfeit_from_exception, python_name, quote, type_name
from .game_position import DRAWN, OPEN, RULESETS
from .meta_json import meta_line

SOFT_LIMIT_SECONDS = 90.0  # the tournament's own, where a match sets no clock
GAME_NUMBER_NAMES = ("game", "game_num", "game_number", "game_no", "game_id", "random_state")


def receives_game_number(parameter_name):
    name = parameter_name.lower()
    return "seed" in name or name in GAME_NUMBER_NAMES


class BestMoveBot(object):
    native_rulesets = ("standard",)

    def __init__(self, specification, arguments):
        """`arguments`: constructor arguments by name, from --arg."""
        self._file = BotFile(specification, "best_move", os.path.join(HOST_FOLDER, "modules_003"))
        self._arguments = arguments
        self._class = None
        self._bot = None
        self.name, self.author, self.path = self._file.file_name, None, self._file.path

    def load(self):
        try:
            import numpy
        except ImportError:
            raise Forfeit("start-failed", "interface best_move promises numpy, and %s has none (Debian: python3-numpy)" % python_name())
        self._numpy = numpy
        self._file.load(package="engines")
        self._class = self._file.find()
        self._read_names(self._class)
        from game.board import board_class
        self._board_classes = dict((r.name, board_class(r.name, r.won_stays_open, r.destinations,
                                                        r.tie_break == "majority")) for r in RULESETS.values())

    def _read_names(self, source):
        """`source`: the class, or the game's object, whose constructor may have named it."""
        try:
            name, player = getattr(source, "name", None), getattr(source, "player", None)
        except BaseException:
            return  # a property of its own; the names are only for show
        self.name = name if type(name) is str and name else self._class.__name__
        self.author = player if type(player) is str and player else None

    def new_game(self, game_number):
        self._bot = None
        arguments = self._constructor_arguments(game_number)
        try:
            self._bot = self._class(**arguments)
        except BaseException:
            raise forfeit_from_exception("start-failed", "the constructor of " + self._class.__name__,
                                         self._file.path)
        self._read_names(self._bot)
        for attribute in ("name", "player"):
            try:
                if getattr(self._bot, attribute, None) is None:
                    setattr(self._bot, attribute, self._class.__name__)
            except BaseException:
                pass  # a class with slots or a property; the name is only for show

    def _constructor_arguments(self, game_number):
        import inspect
        try:
            parameters = list(inspect.signature(self._class).parameters.values())
        except (TypeError, ValueError):
            return dict(self._arguments)
        named = [p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        arguments = {p.name: game_number for p in named if receives_game_number(p.name)}
        arguments.update(self._arguments)
        missing = [p for p in named if p.default is p.empty and p.name not in arguments]
        has_number = any(receives_game_number(p.name) for p in named)
        if len(missing) == 1 and not has_number and missing[0].annotation in (
                missing[0].empty, int, float, "int", "float"):
            # The tournament's own program hands a lone number in the same way.
            arguments[missing[0].name] = game_number
        elif missing:
            raise Forfeit("start-failed", "the constructor of %s needs %s: name the bot best_move:%s#%s:%s" % (
                self._class.__name__, " and ".join(p.name for p in missing), self._file.file_name,
                self._class.__name__, ",".join("%s=VALUE" % p.name for p in missing)))
        return arguments

    def choose(self, position, clock):
        board = self._board_of(position)
        limit = clock.seconds_for_move(position.side)
        try:
            answer = self._bot.best_move(board, SOFT_LIMIT_SECONDS if limit is None else limit)
        except BaseException:
            raise forfeit_from_exception("crash", "best_move() of " + self._class.__name__, self._file.path)
        move, metadata = self._split(answer)
        block, cell = pair(move, ("list", "ndarray"), "best_move()", "(block, cell)")
        checked = number_below(block, 9, "the block"), number_below(cell, 9, "the cell")
        return checked, meta_line(metadata)

    def _board_of(self, position):
        cells = self._numpy.array(position.marks, self._numpy.int16)
        board = self._board_classes[position.ruleset](cells)
        # Not worked out from the marks: under `open` the first winner keeps a block.
        board.macro_board = [None if o == OPEN else 0 if o == DRAWN else o for o in position.owners]
        # turn() follows from the count, also where a position was set up with uneven marks.
        if board.move_count % 2 != (position.side == -1):
            board.move_count += 1
        board.prev_move = position.last_move or (-1, -1)
        blocks = position.playable_blocks()
        board.current_board = blocks[0] if len(blocks) == 1 and not position.is_free_move() else -1
        return board

    @staticmethod
    def _split(answer):
        if answer is None:
            raise Forfeit("garbage", "best_move() returned None; (move, metadata) is needed, "
                          "such as (4, 0), {} (is a return missing?)")
        if not isinstance(answer, (tuple, list)):
            raise Forfeit("garbage", "best_move() returned %s, a %s; (move, metadata) is needed, such as (4, 0), {}"
                          % (quote(answer), type_name(answer)))
        if len(answer) != 2 or not hasattr(answer[0], "__len__") and answer[0] is not None:
            raise Forfeit("garbage", "best_move() returned %s; (move, metadata) is needed, such as (4, 0), {}"
                          % quote(answer))
        return answer[0], answer[1]
