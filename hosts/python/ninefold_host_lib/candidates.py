# SPDX-License-Identifier: MIT
"""Which function or class of a bot file is the bot.

The same rules serve the host (which has loaded the file) and recognise.py
(which has only read it): both describe what they found as Definition objects.

The rules, per interface:
  select_move  a top-level function named select_move that takes 2 arguments
  class        a top-level class with a method move that takes 4 besides self
  function     a top-level function that takes exactly 3 arguments; if any such
               name begins with Player or is player, player1, player_2 ..., only
               those count; of these, one named exactly Player wins. Where the
               interface is not said, the name must be like that or two of the
               arguments must have the community's names, because any file may
               hold a helper of three arguments, such as player_wins
  best_move    a top-level class with a method best_move that takes 2 besides self
A class that another candidate inherits does not count. A keyboard player that
is often pasted along (Manual_player, ManualPlayer, HumanPlayer ...) counts only
when nothing else does, of any interface.
"Takes n": n positional parameters without default, or fewer with the rest
having defaults, or *args. For `function` all three must be without default.
"""

import re

from .interfaces import BY_NAME, NAMES

_FUNCTION_ARGUMENTS = ("board", "t", "won")
_FUNCTION_NAME = re.compile(r"Player|[Pp][Ll][Aa][Yy][Ee][Rr]_?\d*$")
_KEYBOARD_PLAYER = re.compile(r"(manual|human|keyboard)_?(player|bot|agent|engine)?\d*$", re.I)


class Parameters(object):
    """How many positional arguments something takes, self not counted, and what it calls them."""

    def __init__(self, required, total, any_number, names=()):
        self.required, self.total, self.any_number = required, total, any_number
        self.names = names

    def takes(self, count):
        return self.required <= count and (self.any_number or count <= self.total)


class Definition(object):
    """A top-level function (methods is None) or class (methods, inherited ones
    included: name -> Parameters; bases: the names of the classes it inherits)."""

    def __init__(self, name, line, parameters=None, methods=None, bases=()):
        self.name, self.line = name, line
        self.parameters, self.methods, self.bases = parameters, methods, bases


def fits(definition, interface):
    count = BY_NAME[interface].arguments
    if BY_NAME[interface].method:
        method = (definition.methods or {}).get(BY_NAME[interface].method)
        return method is not None and method.takes(count)
    if definition.methods is not None:
        return False
    if interface != "function":
        return definition.name == interface and definition.parameters.takes(count)
    return definition.parameters.required == count and not definition.name.startswith("__")


def candidates(definitions, interface):
    """The definitions that may be the bot, in file order; one is an answer,
    none or several is a question for the author."""
    found = [d for d in definitions if fits(d, interface)]
    inherited = set(base for d in found for base in d.bases)
    found = [d for d in found if d.name not in inherited]
    found = [d for d in found if not _KEYBOARD_PLAYER.match(d.name)] or found
    if interface == "function":
        found = [d for d in found if _FUNCTION_NAME.match(d.name)] or found
        found = [d for d in found if d.name == "Player"] or found
    return found


def looks_like_a_function_bot(definition):
    """By its name or by what it calls its arguments."""
    names = set(name.lower() for name in definition.parameters.names)
    return (_FUNCTION_NAME.match(definition.name) is not None
            or len(names.intersection(_FUNCTION_ARGUMENTS)) >= 2)


def interfaces_that_fit(definitions):
    """The interfaces a file fits, most telling first. Beside another interface, a
    function counts only when its name is like Player."""
    found = [i for i in NAMES if i != "function" and candidates(definitions, i)]
    bots = [i for i in found if not _are_keyboard_players(candidates(definitions, i))]
    functions = found_for(definitions, "function")
    if functions and (not bots or _FUNCTION_NAME.match(functions[0].name)):
        (found if _are_keyboard_players(functions) else bots).append("function")
    return bots or found


def _are_keyboard_players(definitions):
    return all(_KEYBOARD_PLAYER.match(d.name) for d in definitions)


def found_for(definitions, interface):
    """The candidates where the interface is not said."""
    found = candidates(definitions, interface)
    if interface == "function":
        found = [d for d in found if looks_like_a_function_bot(d)]
    return found


def possible_functions(definitions):
    """Functions that could be bots if the author says so."""
    return [d for d in candidates(definitions, "function") if not looks_like_a_function_bot(d)]
