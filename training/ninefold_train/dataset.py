# SPDX-License-Identifier: MIT
"""Data files (docs/net.md, "Data files"): searched positions, 34 bytes each. numpy only."""
import pathlib
import struct
import zlib

import numpy as np

from . import board

MAGIC = b"NFDATA01"
HEADER = struct.Struct("<8sBB6xQI4x")
POSITION = np.dtype([
    ("own", "<u4", 3), ("opp", "<u4", 3),  # marks: block b in word b//3, bit 9*(b%3) + cell
    ("won", "<u4"),                        # owned by the mover | by the opponent << 9
    ("target", "u1"),                      # the cell last played while it restricts, else 9
    ("ply", "u1"),
    ("value", "<i2"),                      # search value for the mover, times 32000
    ("result", "i1"),                      # of the game, for the mover: -1, 0, 1
    ("kind", "u1"),                        # 0 in the game; 1, 2 random plies off it, 3 of a search (no result)
])
VALUE_SCALE = 32000


def write(path, rules, positions):
    """Writes a data file; `rules` is a name such as `standard+majority`."""
    body = np.ascontiguousarray(positions, POSITION).tobytes()
    ruleset, tie_break = board.parse_rules(rules)
    header = HEADER.pack(MAGIC, ruleset, tie_break, len(positions), zlib.crc32(body))
    temporary = pathlib.Path(str(path) + ".part")
    temporary.write_bytes(header + body)
    temporary.replace(path)


def read(path):
    """The rules' name and the positions of a data file; ValueError says what is wrong with it."""
    raw = pathlib.Path(path).read_bytes()
    if len(raw) < HEADER.size or raw[:8] != MAGIC:
        raise ValueError(f"{path}: not a Ninefold data file (it does not begin with {MAGIC!r})")
    _, ruleset, tie_break, count, checksum = HEADER.unpack_from(raw)
    body = raw[HEADER.size:]
    if len(body) != count * POSITION.itemsize:
        raise ValueError(f"{path}: {count} positions announced, {len(body)} bytes follow; "
                         f"{count * POSITION.itemsize} are needed")
    if zlib.crc32(body) != checksum:
        raise ValueError(f"{path}: the checksum is wrong; the file is corrupted")
    return board.rules_name(ruleset, tie_break), np.frombuffer(body, POSITION)


def block_marks(words):
    """Nine-bit marks [n, 9] from packed words [n, 3]."""
    words = words.astype(np.int64)
    return np.stack([words[:, b // 3] >> 9 * (b % 3) & 511 for b in range(9)], 1)


def from_states(states):
    """Positions of a data file from states of the Python module (docs/python.md), without value and result."""
    states = states.astype(np.uint32)
    x_marks, o_marks = (_packed(states[:, first:first + 9]) for first in (0, 9))
    x_to_move = states[:, 20] == 0
    out = np.zeros(len(states), POSITION)
    out["own"] = np.where(x_to_move[:, None], x_marks, o_marks)
    out["opp"] = np.where(x_to_move[:, None], o_marks, x_marks)
    own, opp = np.where(x_to_move, states[:, 18:20].T, states[:, 19:17:-1].T)
    out["won"] = own | opp << 9
    out["target"] = states[:, 21]
    out["ply"] = sum((states[:, :18] >> cell & 1).sum(1) for cell in range(9))
    return out


def _packed(marks):
    """Words [n, 3] from nine-bit marks [n, 9]."""
    return np.stack([marks[:, w] | marks[:, w + 1] << 9 | marks[:, w + 2] << 18 for w in (0, 3, 6)], 1)
