# SPDX-License-Identifier: MIT
"""Runs a Python bot file of another community as a UGI bot.

usage: PYTHON ninefold_host.py --interface INTERFACE [options] BOTFILE[#NAME]

INTERFACE is one of ninefold_host_lib/interfaces.py. Options:
  --arg NAME=VALUE         a constructor argument (best_move); may be repeated
  --refuse-foreign-rules   forfeit games under rules the interface cannot express,
                           instead of showing the bot only the blocks it may enter
"""
from __future__ import print_function

import os
import sys

USAGE_ERROR = 2


class UsageError(Exception):
    pass


def parse_value(text):
    """An --arg's value as the number, bool, None or list it looks like, else as text."""
    import ast
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def parse_arguments(words):
    """(interface, bot, constructor arguments, refuse foreign rules)."""
    interface, bot, arguments, refuse = None, None, {}, False
    words = list(words)
    while words:
        word = words.pop(0)
        if word in ("--interface", "--arg"):
            if not words:
                raise UsageError("%s needs a value" % word)
            value = words.pop(0)
            if word == "--interface":
                interface = value
            elif "=" not in value:
                raise UsageError("--arg needs NAME=VALUE, not '%s'" % value)
            else:
                name, _, text = value.partition("=")
                arguments[name] = parse_value(text)
        elif word == "--refuse-foreign-rules":
            refuse = True
        elif word.startswith("--"):
            raise UsageError("unknown option %s" % word)
        elif bot is not None:
            raise UsageError("one bot file is needed, not two: '%s' and '%s'" % (bot, word))
        else:
            bot = word
    if bot is None:
        raise UsageError("no bot file is named")
    return interface, bot, arguments, refuse


def make_bot(interface, specification, arguments):
    from ninefold_host_lib import interfaces
    if interface not in interfaces.BY_NAME:
        raise UsageError("--interface is %s, not '%s'" % (interfaces.one_of(), interface))
    return interfaces.BY_NAME[interface].load()(specification, arguments)


def leave():
    """Ends at once, even where the bot left threads running; lets the bot's own
    exit handlers (a saved book, a log) run first."""
    import atexit
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


def main():
    try:
        interface, specification, arguments, refuse = parse_arguments(sys.argv[1:])
        bot = make_bot(interface, specification, arguments)
    except UsageError as error:
        print("ninefold_host: %s" % error, file=sys.stderr)
        return USAGE_ERROR
    from ninefold_host_lib.protocol_channel import ProtocolChannel
    from ninefold_host_lib.ugi_session import UgiSession
    session = UgiSession(ProtocolChannel(), bot, refuse)
    sys.dont_write_bytecode = True  # from here on, so that a bot's folder stays as it was
    session.load_bot()
    session.run()
    leave()


if __name__ == "__main__":
    sys.exit(main())
