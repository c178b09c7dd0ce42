# SPDX-License-Identifier: MIT
"""Facts about blocks and rulesets that every step shares. numpy only.

Words as in the glossary: a *block* is a 3x3 grid, a *cell* one of its nine places. A *pattern* is
the state of one block seen by one side, and its number names one row of the network's tables:

    0 .. 19682      not owned: sum over cells of 3^cell * (1 own mark, 2 opponent's mark)
    19683 .. 20194  owned by this side; minus 19683 = the occupied cells (511 where it is closed)
    20195 .. 20706  owned by the opponent; minus 20195 = the occupied cells
    20707           full and owned by nobody

Where won blocks take no more marks (everywhere but under `open`), only the pattern with all nine
cells occupied appears for them: what lies inside a closed block does not matter.
"""
import json
import pathlib

import numpy as np

FACTS = json.loads((pathlib.Path(__file__).resolve().parents[2] / "hosts/python/rulesets.json").read_text())
RULESETS = tuple(FACTS)
TIE_BREAKS = ("draw", "majority")
# Of each ruleset:
DEFAULT_TIE_BREAKS = tuple(TIE_BREAKS.index(facts["tie_break"]) for facts in FACTS.values())
WON_STAYS_OPEN = tuple(facts["won_stays_open"] for facts in FACTS.values())
DESTINATIONS = np.array([[sum(1 << b for b in blocks) for blocks in facts["destinations"]]
                         for facts in FACTS.values()])  # sets of blocks, by cell
FREE = 9  # no cell restricts the mover

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
OWNED = 19683
OPPONENT_OWNED = OWNED + 512
FULL = OPPONENT_OWNED + 512
PATTERNS = FULL + 1


def parse_rules(name):
    """`standard`, `standard+majority`, ... as (ruleset index, tie-break index)."""
    ruleset, _, tie_break = name.partition("+")
    if ruleset not in RULESETS or tie_break not in ("", *TIE_BREAKS):
        raise ValueError(f"unknown rules '{name}'; known are {', '.join(RULESETS)}, each with "
                         "+draw or +majority behind it")
    number = RULESETS.index(ruleset)
    return number, TIE_BREAKS.index(tie_break) if tie_break else DEFAULT_TIE_BREAKS[number]


def rules_name(ruleset, tie_break):
    return RULESETS[ruleset] + ("" if tie_break == DEFAULT_TIE_BREAKS[ruleset] else "+" + TIE_BREAKS[tie_break])


def _has_line():
    bits = np.arange(512)
    return np.any([(bits & line) == line for line in LINES], axis=0)


def _completes():
    """The absent members that would complete a line, for each set of nine."""
    table = np.zeros(512, np.int64)
    for bits in range(512):
        for line in LINES:
            missing = line & ~bits
            if missing and missing & (missing - 1) == 0:
                table[bits] |= missing
    return table


HAS_LINE = _has_line()
COMPLETES = _completes()
TERNARY = np.array([sum(3**c for c in range(9) if bits >> c & 1) for bits in range(512)], np.int64)


def symmetry_maps():
    """maps[s][i]: where symmetry s takes block or cell i."""
    maps = np.zeros((8, 9), np.int64)
    for s in range(8):
        for i in range(9):
            row, column = divmod(i, 3)
            if s & 1:
                column = 2 - column
            if s & 2:
                row = 2 - row
            if s & 4:
                row, column = column, row
            maps[s, i] = 3 * row + column
    return maps


SYMMETRY = symmetry_maps()


def _pattern_cells():
    """Own and opponent's cells (or the occupied ones, for owned blocks) of every pattern."""
    own, opp = np.zeros(PATTERNS, np.int64), np.zeros(PATTERNS, np.int64)
    number = np.arange(OWNED)
    for cell in range(9):
        digit = number // 3**cell % 3
        own[:OWNED] |= (digit == 1) << cell
        opp[:OWNED] |= (digit == 2) << cell
    own[OWNED:OPPONENT_OWNED] = opp[OPPONENT_OWNED:FULL] = np.arange(512)
    return own, opp


PATTERN_OWN, PATTERN_OPP = _pattern_cells()


def _swapped():
    """The same block seen by the other side."""
    table = np.empty(PATTERNS, np.int64)
    table[:OWNED] = TERNARY[PATTERN_OPP[:OWNED]] + 2 * TERNARY[PATTERN_OWN[:OWNED]]
    table[OWNED:OPPONENT_OWNED] = np.arange(OPPONENT_OWNED, FULL)
    table[OPPONENT_OWNED:FULL] = np.arange(OWNED, OPPONENT_OWNED)
    table[FULL] = FULL
    return table


def map_cells(bits, symmetry):
    image = np.zeros_like(bits)
    for cell in range(9):
        image |= (bits >> cell & 1) << SYMMETRY[symmetry, cell]
    return image


def _symmetric():
    tables = np.empty((8, PATTERNS), np.int64)
    for s in range(8):
        own, opp = map_cells(PATTERN_OWN, s), map_cells(PATTERN_OPP, s)
        tables[s, :OWNED] = TERNARY[own[:OWNED]] + 2 * TERNARY[opp[:OWNED]]
        tables[s, OWNED:OPPONENT_OWNED] = OWNED + own[OWNED:OPPONENT_OWNED]
        tables[s, OPPONENT_OWNED:FULL] = OPPONENT_OWNED + opp[OPPONENT_OWNED:FULL]
        tables[s, FULL] = FULL
    return tables


SWAPPED = _swapped()
SYMMETRIC = _symmetric()


def _macro_use():
    """For a macro pattern (1 owned by this side, 2 lost to it): which open blocks still lie on a
    line this side can make, and which would complete one."""
    alive, critical = np.zeros(OWNED, np.int64), np.zeros(OWNED, np.int64)
    own, lost = PATTERN_OWN[:OWNED], PATTERN_OPP[:OWNED]
    for line in LINES:
        open_line = (lost & line) == 0
        for block in range(9):
            if not line >> block & 1:
                continue
            rest = line & ~(1 << block)
            is_open = ((own | lost) >> block & 1) == 0
            alive |= (open_line & is_open) << block
            critical |= (open_line & is_open & ((own & rest) == rest)) << block
    return alive, critical


MACRO_ALIVE, MACRO_CRITICAL = _macro_use()
