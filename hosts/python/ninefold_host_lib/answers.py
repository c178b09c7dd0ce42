# SPDX-License-Identifier: MIT
"""Checks of what a bot returned: whole numbers in range, or a Forfeit."""
import itertools
import operator

from .forfeit import Forfeit, error_text, quote, type_name

MOST_PARTS = 100  # that are counted: an answer of the bot's own class may have no end


def unreadable(phrase, value, error):
    """The Forfeit for a value of the bot's own class that raised when it was read."""
    if isinstance(error, MemoryError):
        return Forfeit("memory", "%s %s that ran out of memory" % (phrase, type_name(value)))
    return Forfeit("garbage", "%s %s that raises %s" % (phrase, type_name(value), error_text(error)))


def whole_number(value, what, any_version=False):
    """The value as a plain int. numpy integers pass; floats, bools and the rest
    are garbage, because a bot that returns them has a bug its author wants to
    hear of. `what` names it, e.g. 'the row'; `any_version` where the interface
    has bots in Python 2, which divides ints to ints."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        raise Forfeit("garbage", "%s is %s; a whole number is needed, not a bool" % (what, quote(value)))
    try:
        return int(operator.index(value))
    except TypeError:
        hint = ": use // instead of /, or int()" if "float" in type(value).__name__ else ""
        if hint and any_version:
            from . import version_hint
            hint += version_hint.of_float()
        raise Forfeit("garbage", "%s is %s, a %s; a whole number is needed%s"
                      % (what, quote(value), type_name(value), hint))
    except BaseException as error:  # raised by the bot's own __index__
        raise unreadable("%s is a" % what, value, error)


def number_below(value, limit, what, any_version=False):
    """A whole number from 0 to limit-1; an integer outside is an illegal move."""
    number = whole_number(value, what, any_version)
    if not 0 <= number < limit:
        # A number may have more digits than Python writes.
        shown = number if abs(number) < 10 ** 20 else "a number of %d bits" % number.bit_length()
        raise Forfeit("illegal-move", "%s is %s, outside 0..%d" % (what, shown, limit - 1))
    return number


def pair(value, kinds, who, parts):
    """The two parts of a returned move. `kinds` names the types allowed besides
    tuples, `who` and `parts` word the sentence: 'move()', '(row, col)'."""
    if value is None:
        raise Forfeit("garbage", "%s returned None; %s is needed (is a return missing?)" % (who, parts))
    if not isinstance(value, tuple) and type(value).__name__ not in kinds:
        raise Forfeit("garbage", "%s returned %s, a %s; a tuple %s is needed"
                      % (who, quote(value), type_name(value), parts))
    try:
        values = list(itertools.islice(value, MOST_PARTS))
    except BaseException as error:  # raised by the bot's own class
        raise unreadable("%s returned a" % who, value, error)
    if len(values) != 2:
        count = len(values) if len(values) < MOST_PARTS else "too many"
        raise Forfeit("garbage", "%s returned %s with %s parts; a tuple %s is needed"
                      % (who, quote(value), count, parts))
    return values[0], values[1]
