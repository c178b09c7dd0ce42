# SPDX-License-Identifier: MIT
"""A best_move bot's metadata as one line of JSON, whatever it put in."""
import json
import math

LONGEST_TEXT = 4 * 1024  # what the referee keeps of each move
LONGEST_STRING = 1000
MOST_ITEMS = 200
DEEPEST = 5


def plain(value, depth=0):
    """The value in JSON's own types; what JSON lacks becomes its repr."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value[:LONGEST_STRING]
    if depth >= DEEPEST:
        return "..."
    if isinstance(value, dict):
        items = list(value.items())[:MOST_ITEMS]
        return {str(key)[:100]: plain(item, depth + 1) for key, item in items}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, depth + 1) for item in list(value)[:MOST_ITEMS]]
    if hasattr(value, "dtype"):  # a numpy scalar or array
        if getattr(value, "size", 1) > MOST_ITEMS:
            return "array of %d numbers" % value.size
        return plain(value.tolist(), depth)
    return repr(value)[:LONGEST_STRING]


def meta_line(metadata):
    """The text behind `info meta`, or None where there is nothing to say."""
    try:
        if not isinstance(metadata, dict) or not metadata:
            return None
        content = plain(metadata)
        text = json.dumps(content)
        if len(text) > LONGEST_TEXT:
            text = json.dumps({"evaluation": content.get("evaluation"), "shortened": True})
    except BaseException:  # a repr or str of the bot's own that raises; metadata is only decoration
        return None
    return text if len(text) <= LONGEST_TEXT else None
