# SPDX-License-Identifier: MIT
"""Moves: integers that know how they are written."""

from __future__ import annotations


class Move(int):
    """A move: the integer 9 * block + cell, 0 to 80, so that it indexes an array of 81.

    Written as two digits, block then cell. Mind the difference between a string and an integer:

    >>> Move("40")
    Move('40')
    >>> int(Move("40")), Move("40").block, Move("40").cell
    (36, 4, 0)
    >>> Move(40)
    Move('44')
    >>> print(Move("40"), Move("40").algebraic)
    40 d6
    """

    __slots__ = ()

    def __new__(cls, move):
        from . import _ninefold

        return int.__new__(cls, _ninefold.move_number(move))

    @property
    def block(self) -> int:
        """The block, 0 to 8."""
        return int(self) // 9

    @property
    def cell(self) -> int:
        """The cell in its block, 0 to 8."""
        return int(self) % 9

    @property
    def algebraic(self) -> str:
        """Column a to i from the left, row 1 to 9 from the bottom."""
        from . import _ninefold

        return _ninefold.algebraic(int(self))

    def __str__(self) -> str:
        return f"{self.block}{self.cell}"

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def __format__(self, form: str) -> str:
        is_number = form[-1:] in tuple("bcdeEfFgGnoxX%")
        return format(int(self), form) if is_number else format(str(self), form)

    def __reduce__(self):
        return Move, (int(self),)
