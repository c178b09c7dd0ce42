# SPDX-License-Identifier: MIT
"""Says when a bot's mistake is typical of code written for the other major version of Python."""
import re
import sys

from .forfeit import python_name
from .source_scan import PYTHON2_MODULES, PYTHON3_MODULES

# (type of the exception, what its text looks like) under Python 3 for Python 2 code, and the reverse.
_SIGNS = {
    3: (("NameError", r"'(xrange|raw_input|unicode|basestring|unichr|long|reduce|cmp|execfile|reload|file)'"),
        ("AttributeError", r"has no attribute '(has_key|iteritems|itervalues|iterkeys|maxint|next|clock)'"),
        ("TypeError", r"float' object cannot be interpreted|indices must be integers.*(float|$)|by non-int of type 'float'"),
        ("TypeError", r"not supported between instances of|'cmp' is an invalid|sort\(\) takes"),
        ("TypeError", r"'(dict_keys|dict_values|dict_items|map|filter|zip|range)' object (is not subscriptable|does not)"),
        ("TypeError", r"object of type '(map|filter|zip)' has no len"),
        ("AttributeError", r"'(dict_keys|dict_values|dict_items|map|filter|zip|range)' object has no")),
    2: (("TypeError", r"super\(\) takes at least 1 argument"),
        ("NameError", r"'(FileNotFoundError|ModuleNotFoundError|PermissionError|RecursionError|TimeoutError|__class__)'"),
        ("AttributeError", r"'list' object has no attribute '(copy|clear)'"),
        ("AttributeError", r"has no attribute '(perf_counter|monotonic|process_time|time_ns|lru_cache|cache|isclose|inf"
                           r"|choices|comb|prod|bit_count|from_bytes|to_bytes)'"),
        ("ImportError", r"cannot import name"),
        ("ZeroDivisionError", r"integer division")),
}


def _sentence():
    return (". This is typical of Python %d code, and it was run by %s; --python names another interpreter"
            % (5 - sys.version_info[0], python_name()))


def of_exception(error):
    """The sentence for an exception of the bot's code, or nothing."""
    try:
        text = str(error)
    except BaseException:  # an exception whose own __str__ raises, SystemExit included
        return ""
    for kind, pattern in _SIGNS[sys.version_info[0]]:
        if type(error).__name__ == kind and re.search(pattern, text):
            return _sentence()
    return ""


def of_module(name):
    """The same for a module that was not found."""
    others = PYTHON2_MODULES if sys.version_info[0] == 3 else PYTHON3_MODULES
    return _sentence() if name in others else ""


def of_float():
    """The same for a float where an int was needed: Python 2 divides ints to ints."""
    return _sentence() if sys.version_info[0] == 3 else ""
