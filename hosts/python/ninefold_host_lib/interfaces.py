# SPDX-License-Identifier: MIT
"""The interfaces of Python bots: one entry each, in the order in which they are named.

candidates.py finds which of a file's functions or classes is the bot; what the
referee must know before a file is read is in src/process/python_interface.h.
"""


class Interface(object):
    """One interface.

    module, bot   where the host's side is: the class `bot` of ninefold_host_lib.`module`
    arguments     how many the function, or the method besides self, takes
    wanted        what a file must define, for messages
    method        of the bot's class; None: the bot is a function
    provides      modules that the host provides or that come with the community
    needs         modules that it promises to bots
    python        "3": only that; "2": most bots are of Python 2 where nothing tells; "": either
    """

    def __init__(self, name, module, bot, arguments, wanted, method=None, provides=(), needs=(), python=""):
        self.name, self.module, self.bot = name, module, bot
        self.arguments, self.wanted, self.method = arguments, wanted, method
        self.provides, self.needs, self.python = provides, needs, python

    def load(self):
        """Imports only this one, to start fast."""
        library = __import__("ninefold_host_lib." + self.module, fromlist=[self.bot])
        return getattr(library, self.bot)


ALL = (
    Interface("select_move", "select_move_bot", "SelectMoveBot", 2,
              "a function select_move(cur_state, remain_time)",
              provides=("state",), needs=("numpy",), python="3"),
    Interface("class", "class_bot", "ClassBot", 4,
              "a class with a method move(self, temp_board, temp_block, old_move, flag)",
              method="move", python="2"),
    Interface("function", "function_bot", "FunctionBot", 3,
              "a function of three arguments, such as Player(board, T, won)"),
    Interface("best_move", "best_move_bot", "BestMoveBot", 2,
              "a class with a method best_move(self, board, time_limit)", method="best_move",
              provides=("engines", "game", "engine_base", "board"), needs=("numpy",), python="3"),
)
BY_NAME = dict((interface.name, interface) for interface in ALL)
NAMES = tuple(interface.name for interface in ALL)


def one_of():
    """"select_move, class, function or best_move"."""
    return "%s or %s" % (", ".join(NAMES[:-1]), NAMES[-1])
