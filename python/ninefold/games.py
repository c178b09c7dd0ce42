# SPDX-License-Identifier: MIT
"""Games that are kept: databases of Ninefold, and files of records."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Union

from . import _ninefold

if TYPE_CHECKING:
    import pandas

    from ._ninefold import Game


class Games:
    """The games of a database or of a file of records, read one after another.

    ``filter`` narrows them by what the options of ``ninefold games`` are called: match (of a database),
    bot (exact name), name (a part of it), won_by, lost_by, winner ('x', 'o' or 'none'), ending
    ('line,draw'), forfeits (True), rules, since and until (dates), min_plies, max_plies.
    """

    def __init__(self, path: Union[str, os.PathLike], wanted: dict[str, Any]):
        _ninefold.check_filter(wanted)
        self.path = os.fspath(path)
        self._wanted = wanted
        self._is_database = _ninefold.is_database(self.path)

    def _open(self):
        kind = _ninefold.KeptGames if self._is_database else _ninefold.RecordedGames
        return kind(self.path, self._wanted)

    def __iter__(self) -> Iterator[Game]:
        return self._open()

    def filter(self, **wanted: Any) -> Games:
        """Only those games that fit."""
        return Games(self.path, {**self._wanted, **wanted})

    def count(self) -> int:
        """How many there are."""
        return self._open().count() if self._is_database else sum(1 for _ in self)

    def to_pandas(self) -> pandas.DataFrame:
        """One row a game: who played, how it ended, and the moves as a list. Needs pandas."""
        import pandas

        columns = ("id", "event", "date", "x", "o", "rules", "time_control", "result", "winner", "ending",
                   "detail", "opening", "moves")
        rows = [[getattr(game, column) for column in columns] for game in self]
        return pandas.DataFrame(rows, columns=list(columns))

    def __repr__(self) -> str:
        wanted = "".join(f", {name}={value!r}" for name, value in self._wanted.items())
        return f"Games({self.path!r}{wanted})"


def open_games(path: Union[str, os.PathLike, None] = None, **wanted: Any) -> Games:
    """The games of a database or of a file of records; without a path those of the default database.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "games.txt")
    >>> save_games(path, [Game(Position.from_moves("44 40"), x="Ada", o="Bob")])
    >>> [game.x for game in open_games(path, name="ada")]
    ['Ada']
    """
    if path is None:
        path = _ninefold.default_database()
        if not os.path.exists(path):
            raise ValueError(f"{path}: no game has been kept yet; 'ninefold match' plays some")
    return Games(path, wanted)


def save_games(path: Union[str, os.PathLike], games: Iterable[Game]) -> None:
    """Writes games: a database where the name ends in .db (they are added), JSON lines where it ends in
    .jsonl, the readable form otherwise (both replace the file)."""
    text = os.fspath(path)
    if text.endswith(".db"):
        _ninefold.add_to_database(text, list(games))
        return
    is_json = text.endswith(".jsonl")
    parts = [game.to_json() + "\n" if is_json else game.to_text() for game in games]
    with open(text, "w", encoding="utf-8") as file:
        file.write(("" if is_json else "\n").join(parts))
