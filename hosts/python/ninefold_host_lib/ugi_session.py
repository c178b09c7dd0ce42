# SPDX-License-Identifier: MIT
"""UgiSession: reads the referee's commands and answers for the bot."""
from __future__ import print_function

import os
import sys

try:
    import _signal as signal_module  # Python 3: the bare module, without the cost of its enums
except ImportError:
    import signal as signal_module

from .forfeit import Forfeit, deepest_line, forfeit_from_exception, one_line
from .game_position import BadPosition, GamePosition, RULESETS, split_ruleset

_CLOCK_WORDS = {"xtime": "xtime", "otime": "otime", "xinc": "xinc", "oinc": "oinc", "movetime": "movetime",
                "p1time": "xtime", "p2time": "otime", "p1inc": "xinc", "p2inc": "oinc"}

OPTION_LINES = """option name Rules type combo default standard %s
option name TieBreak type combo default draw var draw var majority
option name GameNumber type spin default 0 min 0 max 2147483647
option name Seed type spin default 0 min 0 max 9223372036854775807""" % " ".join("var " + name for name in RULESETS)


class Clock(object):
    """The times of one `go`, in seconds, as the interfaces word them."""

    def __init__(self, words):
        self._milliseconds = {}
        for word, value in zip(words, words[1:]):
            if word in _CLOCK_WORDS:
                try:
                    self._milliseconds[_CLOCK_WORDS[word]] = int(value)
                except ValueError:
                    pass

    def seconds_left(self, side):
        """The side's clock for the rest of the game, or None."""
        left = self._milliseconds.get("xtime" if side == 1 else "otime")
        return None if left is None else left / 1000.0

    def seconds_for_move(self, side):
        """The limit of this move; of a game clock no more than a careful share,
        because a bot told only a limit per move would use up the clock."""
        limits = []
        if "movetime" in self._milliseconds:
            limits.append(self._milliseconds["movetime"] / 1000.0)
        left = self.seconds_left(side)
        if left is not None:
            increment = self._milliseconds.get("xinc" if side == 1 else "oinc", 0) / 1000.0
            limits += [left * 0.5, left / 20.0 + increment * 0.8]
        return min(limits) if limits else None


class UgiSession(object):
    """`bot` is one of the interfaces' classes: path, name, author,
    native_rulesets, load(), new_game(game_number),
    choose(position, clock) -> ((block, cell) or None, metadata text or None);
    each raises Forfeit where the bot is at fault."""

    def __init__(self, channel, bot, refuse_foreign_rulesets):
        self._channel = channel
        self._bot = bot
        self._refuse_foreign = refuse_foreign_rulesets
        self._options = {"Rules": "standard", "TieBreak": "", "GameNumber": "0"}
        self._load_fault = None   # the file itself is bad: answers every question
        self._game_fault = None   # this game's constructor failed
        self._has_game = False
        self._told_names = None   # what was last said of who the bot is
        self._position = GamePosition()
        self._position_line = None
        self._position_fault = None
        self._process = os.getpid()

    def load_bot(self):
        try:
            self._bot.load()
        except Forfeit as fault:
            self._load_fault = fault

    def run(self):
        """Answers lines until `quit` or the end of input."""
        commands = {"ugi": self._ugi, "setoption": self._set_option, "isready": self._is_ready,
                    "uginewgame": self._new_game, "position": self._set_position, "go": self._go}
        while True:
            line = self._channel.read_line()
            if line is None:
                return
            word = line.split(" ", 1)[0].strip()
            if word == "quit":
                return
            if word in commands:
                commands[word](line)

    def _ugi(self, _line):
        if self._load_fault:
            self._channel.send(self._load_fault.line())
            return
        self._told_names = self._names()
        self._channel.send("%s%s\nugiok" % (self._told_names, OPTION_LINES))

    def _names(self):
        return "id name %s\nid author %s\n" % (one_line(self._bot.name, 100),
                                               one_line(self._bot.author or "unknown", 100))

    def _set_option(self, line):
        words = line.split()
        if len(words) >= 5 and words[1] == "name" and words[3] == "value":
            self._options[words[2]] = " ".join(words[4:])

    def _number_option(self, name):
        try:
            return int(self._options.get(name, "0"))
        except ValueError:
            return 0

    def _new_game(self, _line):
        self._game_fault = None
        self._has_game = True
        self._position_line = None
        if self._load_fault:
            return
        if "Seed" in self._options:
            self._seed_randomness(self._number_option("Seed"))
        try:
            self._bot.new_game(self._number_option("GameNumber"))
        except Forfeit as fault:
            self._game_fault = fault
        self._after_bot_code()

    @staticmethod
    def _seed_randomness(seed):
        """Makes a game repeatable for a bot that draws from the usual sources;
        only those it has imported are touched."""
        if "random" in sys.modules and hasattr(sys.modules["random"], "seed"):
            sys.modules["random"].seed(seed)
        if "numpy.random" in sys.modules:
            sys.modules["numpy.random"].seed(seed % 2 ** 32)

    def _is_ready(self, _line):
        fault = self._load_fault or self._game_fault
        if fault:
            self._channel.send(fault.line())
            return
        names = self._names()
        # Some bots have a name only once their constructor has run.
        self._channel.send("readyok" if names == self._told_names else names + "readyok")
        self._told_names = names

    def _set_position(self, line):
        try:
            self._position_fault = None
            if not self._continue_position(line):
                self._read_position(line)
            self._position_line = line
        except BadPosition as error:
            self._position_line = None
            self._position_fault = error
            print("host: cannot read '%s': %s" % (line, error), file=sys.stderr)

    def _continue_position(self, line):
        """Plays only the new moves when the line is the last one grown longer."""
        known = self._position_line
        if known is None or not line.startswith(known):
            return False
        rest = line[len(known):]
        if rest and rest[0] != " ":
            return False
        words = rest.split()
        if words and words[0] == "moves":
            if " moves" in known:
                return False
            words = words[1:]
        elif words and " moves" not in known:
            return False
        self._position.play_texts(words)
        return True

    def _read_position(self, line):
        words = line.split()[1:]
        moves = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1:]
        if words == ["startpos"]:
            name, default_tie_break = split_ruleset(self._options["Rules"])
            self._position = GamePosition(name, self._options["TieBreak"] or default_tie_break)
        else:
            self._position = GamePosition.from_text(" ".join(words))
        self._position.play_texts(moves)

    def _go(self, line):
        if not self._has_game:
            self._new_game(line)
        if self._position_fault:
            self._channel.send("info string host: %s\nbestmove none" % one_line(str(self._position_fault), 300))
            return
        try:
            answer = self._answer(line)
        except Forfeit as forfeit:
            answer = forfeit.line()
        except BaseException:  # SystemExit too: the bot's code runs wherever its objects are looked at
            if deepest_line(self._bot.path) is None:
                raise  # our own mistake, which must not be blamed on the bot
            answer = forfeit_from_exception("crash", "an answer or a signal handler of the bot", self._bot.path).line()
        self._leave_if_child()
        self._channel.send(answer)
        self._after_bot_code()

    def _answer(self, line):
        fault = self._load_fault or self._game_fault
        if fault:
            raise fault
        self._check_ruleset()
        move, meta = self._bot.choose(self._position, Clock(line.split()[1:]))
        answer = "bestmove none" if move is None else "bestmove %d%d" % move
        return "info meta %s\n%s" % (meta, answer) if meta else answer

    def _check_ruleset(self):
        native = self._bot.native_rulesets
        if self._refuse_foreign and self._position.ruleset not in native:
            raise Forfeit("start-failed", "this bot's interface plays %s, and the game is played under %s"
                          % (" or ".join(native), self._position.ruleset))

    def _leave_if_child(self):
        """A bot that forked may come back here twice; only one may answer."""
        if os.getpid() != self._process:
            os._exit(0)

    def _after_bot_code(self):
        """An alarm that the bot has left set must not go off in the host."""
        self._leave_if_child()
        signal_module.alarm(0)
        if hasattr(signal_module, "setitimer"):
            signal_module.setitimer(signal_module.ITIMER_REAL, 0)
