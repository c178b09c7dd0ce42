# SPDX-License-Identifier: MIT
"""Forfeit: the bot has lost by its own fault, and the sentence that says why."""
from __future__ import print_function

import errno
import sys

LONGEST_SENTENCE = 600
LONGEST_QUOTE = 80


class Forfeit(Exception):
    """`ending` is a word of the protocol's `forfeit` line."""

    def __init__(self, ending, sentence):
        Exception.__init__(self, ending, sentence)
        self.ending = ending
        self.sentence = sentence

    def line(self):
        return "forfeit %s %s" % (self.ending, one_line(self.sentence, LONGEST_SENTENCE))


def one_line(text, longest):
    """The text without line ends and control characters, cut to a length."""
    words = " ".join(text.split())
    plain = "".join(c if c >= " " and c != "\x7f" else "?" for c in words)
    return plain if len(plain) <= longest else plain[:longest - 3] + "..."


def quote(value):
    """A short, safe repr of something a bot gave us; its repr may itself fail."""
    try:
        return one_line(repr(value), LONGEST_QUOTE)
    except BaseException:
        return "(something whose repr fails)"


def type_name(value):
    kind = type(value)
    module = getattr(kind, "__module__", "")
    if module in ("builtins", "__builtin__", "", None):
        return kind.__name__
    return "%s.%s" % (module, kind.__name__)


def python_name():
    """The interpreter, in words for a message: 'Python 3.11 (/usr/bin/python3)'."""
    return "Python %d.%d (%s)" % (sys.version_info[0], sys.version_info[1], sys.executable)


def print_traceback(bot_path):
    """The current exception's traceback on standard error, without the host's own frames."""
    import traceback  # only needed when something went wrong; keeps the start fast
    kind, error, frames = sys.exc_info()
    inner = frames
    while inner is not None and inner.tb_frame.f_code.co_filename != bot_path:
        inner = inner.tb_next
    try:
        traceback.print_exception(kind, error, inner or frames)
        sys.stderr.flush()
    except BaseException:  # an exception whose own __str__ raises must not take the host down
        print("(the traceback of %s could not be printed)" % kind.__name__, file=sys.stderr)


def deepest_line(bot_path):
    """The line of the bot's own file in which the current exception arose, or None."""
    frames, line = sys.exc_info()[2], None
    while frames is not None:
        if frames.tb_frame.f_code.co_filename == bot_path:
            line = frames.tb_lineno
        frames = frames.tb_next
    return line


def error_text(error):
    """'ValueError: bad depth', also where the exception's text is empty or broken."""
    try:
        text = one_line(str(error), 300)
    except BaseException:
        text = "(its text cannot be made)"
    return "%s: %s" % (type(error).__name__, text) if text else type(error).__name__


def missing_module(error):
    """The name of the module that an ImportError could not find, or None."""
    text = str(error) if isinstance(error, ImportError) else ""
    if "No module named" not in text:
        return None
    return getattr(error, "name", None) or text[len("No module named "):].strip("'")


def forfeit_from_exception(ending, doing, bot_path):
    """Prints the traceback and gives the Forfeit for the exception now handled.

    `doing` says where it happened, e.g. 'move() of Team14'."""
    error = sys.exc_info()[1]
    print_traceback(bot_path)
    if isinstance(error, MemoryError):
        return Forfeit("memory", "%s ran out of memory" % doing)
    line = deepest_line(bot_path)
    where = "" if line is None else " at line %d" % line
    if isinstance(error, SystemExit):
        return Forfeit(ending, "%s ended the program with sys.exit(%s)%s" % (doing, quote(error.code), where))
    if isinstance(error, EOFError):
        return Forfeit(ending, "%s asked for keyboard input%s, and a bot has none" % (doing, where))
    return Forfeit(ending, "%s raised %s%s%s" % (doing, error_text(error), where, _advice(error)))


def _advice(error):
    """What may help the author, or nothing."""
    from . import debian_packages, version_hint
    missing = missing_module(error)
    if missing:
        return debian_packages.advice(missing) + version_hint.of_module(missing)
    if isinstance(error, EnvironmentError) and error.errno == errno.EROFS:
        return ": a bot's folder cannot be written to; that of tempfile.gettempdir() can"
    return version_hint.of_exception(error)
