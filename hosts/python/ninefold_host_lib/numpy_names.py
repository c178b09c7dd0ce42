# SPDX-License-Identifier: MIT
"""Gives numpy the names back that most bots' years had: 1.24 and 2.0 dropped them, and a
bot that says np.int would lose by the host's newer numpy alone."""
import sys

_TYPES = {"bool": bool, "complex": complex, "float": float, "int": int, "object": object, "str": str}
_NUMBERS = {"Inf": "inf", "Infinity": "inf", "NaN": "nan", "infty": "inf", "float_": "float64"}


def restore():
    """Where numpy is loaded; names that it has stay as they are."""
    numpy = sys.modules.get("numpy")
    if type(numpy) is not type(sys):
        return
    names = dict(_TYPES, **{old: getattr(numpy, new, None) for old, new in _NUMBERS.items()})
    for name, value in names.items():
        if name not in vars(numpy):  # hasattr would warn of some of them
            setattr(numpy, name, value)


def load_and_restore():
    """For a bot that imports numpy: its first lines may use the names."""
    try:
        import numpy  # noqa: F401
    except BaseException:  # there is none, or a file of the bot's own that raises
        return  # the bot will meet the same, and say so
    restore()
