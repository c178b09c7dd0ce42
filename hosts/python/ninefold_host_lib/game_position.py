# SPDX-License-Identifier: MIT
"""GamePosition: the game as the host knows it, in plain Python lists.

The referee owns the rules; the host keeps just enough of them to show a bot
the board in the bot's own terms: marks, block owners, the last move and the
blocks that may be entered now. Block and cell numbers run 0..8 row by row.
"""
import collections
import json
import os

X, O = 1, -1
OPEN, DRAWN = 0, 2  # block owners besides X and O; DRAWN is full without a line

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


class Ruleset(object):
    """One ruleset of rulesets.json: its usual tie-break, whether a won block can
    be played in until it is full, and the blocks that a mark in each cell sends to."""

    def __init__(self, name, facts):
        self.name = str(name)
        self.tie_break = str(facts["tie_break"])
        self.won_stays_open = facts["won_stays_open"]
        self.destinations = tuple(tuple(blocks) for blocks in facts["destinations"])


def _read_rulesets():
    """By name, in the order of the file."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(folder, "rulesets.json")) as stream:
        rows = json.load(stream, object_pairs_hook=collections.OrderedDict)
    return collections.OrderedDict((str(name), Ruleset(name, facts)) for name, facts in rows.items())


RULESETS = _read_rulesets()


class BadPosition(Exception):
    """A position text or move list that cannot be read; the message says why."""


def split_ruleset(text):
    """'standard+majority' -> ('standard', 'majority')."""
    name, _, tie_break = text.partition("+")
    if name not in RULESETS:
        names = list(RULESETS)
        raise BadPosition("unknown ruleset '%s': %s or %s" % (text, ", ".join(names[:-1]), names[-1]))
    if tie_break not in ("", "draw", "majority"):
        raise BadPosition("unknown tie-break '%s': draw or majority" % tie_break)
    return name, tie_break or RULESETS[name].tie_break


def read_move(word):
    """(block, cell) from '40', or from the algebraic form 'a9' (column, row from the bottom)."""
    if len(word) == 2 and "0" <= word[0] <= "8" and "0" <= word[1] <= "8":
        return int(word[0]), int(word[1])
    if len(word) == 2 and "a" <= word[0] <= "i" and "1" <= word[1] <= "9":
        row, column = 9 - int(word[1]), ord(word[0]) - ord("a")
        return row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    raise BadPosition("'%s' is not a move: two digits 0..8, block then cell" % word)


class GamePosition(object):
    """One position. `marks` has 81 of 0/X/O (9*block+cell), `owners` nine of
    OPEN/X/O/DRAWN, `side` is the mover, `last_move` is (block, cell) or None
    at a free start."""

    def __init__(self, ruleset="standard", tie_break=None):
        self.ruleset = ruleset
        self._facts = RULESETS[ruleset]
        self.tie_break = tie_break or self._facts.tie_break
        self.marks = [0] * 81
        self.filled = [0] * 9
        self.owners = [OPEN] * 9
        self.side = X
        self.last_move = None

    @classmethod
    def from_text(cls, text):
        """Reads `BLOCKS SIDE TARGET RULESET`; BadPosition names what is wrong."""
        words = text.split()
        if len(words) != 4:
            raise BadPosition("a position has four fields, this one has %d: '%s'" % (len(words), text))
        blocks, side, target, ruleset = words
        position = cls(*split_ruleset(ruleset))
        if side not in ("x", "o"):
            raise BadPosition("the side to move is x or o, not '%s'" % side)
        position.side = X if side == "x" else O
        position._read_blocks(blocks)
        if target != "-" and (len(target) != 1 or target not in "012345678"):
            raise BadPosition("the target is 0..8 or -, not '%s'" % target)
        position.last_move = position._plausible_last_move(None if target == "-" else int(target))
        return position

    def _read_blocks(self, text):
        blocks = text.split("/")
        if len(blocks) != 9:
            raise BadPosition("nine blocks are needed, there are %d" % len(blocks))
        for block, cells in enumerate(blocks):
            marks = self._read_block(block, cells)
            self.marks[9 * block:9 * block + 9] = marks
            self.filled[block] = 9 - marks.count(0)
            self.owners[block] = self._owner_of(marks, cells)

    @staticmethod
    def _read_block(block, cells):
        marks = []
        for letter in cells:
            if letter in "xX":
                marks.append(X)
            elif letter in "oO":
                marks.append(O)
            elif letter in "123456789":
                marks.extend([0] * int(letter))
            else:
                raise BadPosition("block %d has a strange letter '%s'" % (block, letter))
        if len(marks) != 9:
            raise BadPosition("block %d has %d cells instead of 9" % (block, len(marks)))
        return marks

    @staticmethod
    def _owner_of(marks, text):
        """Where both sides have a line (ruleset `open`), capitals tell the first winner."""
        if "X" in text or "O" in text:
            return X if "X" in text else O
        for a, b, c in LINES:
            if marks[a] and marks[a] == marks[b] == marks[c]:
                return marks[a]
        return OPEN if 0 in marks else DRAWN

    def _plausible_last_move(self, target):
        """A move of the side that moved last which explains `target`. A bare
        position has no history, but most interfaces tell the bot the target
        through the last move, so one has to be found."""
        mover = -self.side
        cells = [target] if target is not None else [c for c in range(9) if self._sends_nowhere(c)]
        for cell in cells:
            for block in range(9):
                if self.marks[9 * block + cell] == mover:
                    return (block, cell)
        return None if target is None else (target, target)

    def _sends_nowhere(self, cell):
        return not any(self.can_enter(b) for b in self._facts.destinations[cell])

    def can_enter(self, block):
        """Whether any move in the block is still possible, the target aside."""
        if self._facts.won_stays_open:
            return self.filled[block] < 9
        return self.owners[block] == OPEN

    def playable_blocks(self):
        """The blocks the mover may play in now."""
        if self.last_move is not None:
            blocks = [b for b in self._facts.destinations[self.last_move[1]] if self.can_enter(b)]
            if blocks:
                return blocks
        return [b for b in range(9) if self.can_enter(b)]

    def is_free_move(self):
        return self.last_move is None or self._sends_nowhere(self.last_move[1])

    def is_over(self):
        """No cell left, or a line of blocks."""
        owners = self.owners
        for a, b, c in LINES:
            if owners[a] in (X, O) and owners[a] == owners[b] == owners[c]:
                return True
        return not any(self.can_enter(b) for b in range(9))

    def play(self, block, cell):
        index = 9 * block + cell
        if self.marks[index]:
            raise BadPosition("move %d%d goes to a cell that is taken" % (block, cell))
        self.marks[index] = self.side
        self.filled[block] += 1
        if self.owners[block] == OPEN:
            self._settle_block(block, cell)
        self.last_move = (block, cell)
        self.side = -self.side

    def _settle_block(self, block, cell):
        marks, base, side = self.marks, 9 * block, self.side
        for a, b, c in LINES_THROUGH[cell]:
            if marks[base + a] == side and marks[base + b] == side and marks[base + c] == side:
                self.owners[block] = side
                return
        if self.filled[block] == 9:
            self.owners[block] = DRAWN

    def play_texts(self, words):
        for word in words:
            self.play(*read_move(word))

    def owners_shown(self, native_ruleset):
        """Block owners for a bot that works out its moves by `native_ruleset`.

        In that ruleset these are the true owners. In any other, every block the
        bot may not enter now and that has no owner is shown as DRAWN, so that a
        bot that obeys its own rules finds exactly legal moves; a won block that
        must be entered (ruleset `open`) is shown as OPEN. This lets bots of
        different communities meet; it costs the bot some foresight."""
        if self.ruleset == native_ruleset:
            return list(self.owners)
        playable = self.playable_blocks()
        entered = [b for b in playable if self.owners[b] == OPEN] or playable
        shown = [owner or DRAWN for owner in self.owners]
        for block in entered:
            shown[block] = OPEN
        return shown
