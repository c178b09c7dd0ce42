# SPDX-License-Identifier: MIT
"""Matches between bots, and a trial of one bot."""

from __future__ import annotations

import inspect
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, NamedTuple, Optional, Union

from . import _ninefold

if TYPE_CHECKING:
    from ._ninefold import Game, Position

#: A function of the position, or of the position and the seconds for this move, that returns a move;
#: or what the command line takes: 'mcts:sims=2000', 'engine:level=5', 'alice.py', 'ugi:./bot'.
Bot = Union[str, Callable]


@dataclass
class MatchResult:
    """How a match ended. Wins, losses and Elo are those of the first bot."""

    names: tuple[str, str]
    wins: int
    draws: int
    losses: int
    elo: float
    elo_low: Optional[float]
    elo_high: Optional[float]
    superiority: float  #: the likelihood that the first bot is the stronger one
    pairs: list[int]  #: pairs of games in which the first bot got 0, 1/2, 1, 3/2 and 2 points
    winner: Optional[str]  #: 'a' or 'b', by the match's format
    verdict: str  #: one sentence
    notes: list[str] = field(repr=False)  #: what the organiser should know of the bots
    games: list[Game] = field(repr=False)

    @property
    def score(self) -> tuple[float, float]:
        """Points of both: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2, self.losses + self.draws / 2


class CheckLine(NamedTuple):
    """One thing that was tried."""

    check: str
    verdict: str  #: 'ok', 'failed' or 'skipped'
    sentence: str
    log: str  #: the end of the bot's standard error, where it failed


@dataclass
class CheckReport:
    """What came of trying a bot."""

    ok: bool
    name: str
    description: str
    notes: list[str]
    lines: list[CheckLine]

    def __str__(self) -> str:
        lines = [f"{line.verdict:>7}  {line.check:<12} {line.sentence}" for line in self.lines]
        verdict = "ready to play" if self.ok else "not ready to play"
        return "\n".join([f"{self.name}: {self.description}", *lines, verdict])


def _hosts() -> str:
    """The folder of what runs bot files: in this package, or installed below the same prefix as it. '' lets
    Ninefold look for it."""
    if os.environ.get("NINEFOLD_HOSTS"):
        return ""
    folder = os.path.dirname(__file__)
    places = (os.path.join(folder, "hosts"), os.path.join(folder, "../../../../share/ninefold/hosts"))
    return next((place for place in places if os.path.isdir(place)), "")


def _takes_seconds(function: Callable) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # a builtin that does not tell
        return False
    return True


def _source(bot: Bot):
    """What the compiled part takes: a string, or (name, function of position and seconds)."""
    if isinstance(bot, str):
        return bot
    if not callable(bot):
        raise TypeError(f"a bot is a function of a position, or a string such as 'mcts'; not {type(bot).__name__}")
    name = getattr(bot, "__name__", type(bot).__name__)
    return (name, bot if _takes_seconds(bot) else lambda position, _seconds: bot(position))


def match(
    a: Bot,
    b: Bot,
    *,
    games: int = 10,
    format: Optional[str] = None,
    time: str = "move=10s",
    time_b: Optional[str] = None,
    start: Union[str, Position] = "standard",
    openings: str = "start",
    starter: str = "alternate",
    adjudicate: str = "off",
    concurrency: int = 1,
    seed: int = 1,
    sandbox: bool = True,
    keep_games: bool = True,
    on_game: Optional[Callable[[Game], object]] = None,
) -> MatchResult:
    """Lets two bots play; the options are those of ``ninefold match``, ``start`` the rules or a position.

    A function gets the position and returns a move; one that raises an exception or returns something
    else loses the game. If it has a second parameter, that is the seconds it has for this move. Functions
    run in this process, without a sandbox. ``on_game`` is called with each finished game; Ctrl-C stops the
    match.

    >>> first = lambda position: position.moves()[0]
    >>> result = match(first, "random", games=4, time="none", seed=3)
    >>> result.wins + result.draws + result.losses, len(result.games)
    (4, 4)
    """
    options = {
        "games": games, "format": format, "time": time, "time_b": time_b, "start": start,
        "openings": openings, "starter": starter, "adjudicate": adjudicate, "concurrency": concurrency,
        "seed": seed, "sandbox": sandbox, "keep_games": keep_games, "hosts": _hosts(),
    }
    return MatchResult(**_ninefold.run_match(_source(a), _source(b), options, on_game))


def check(
    bot: Bot,
    *,
    rules: str = "standard",
    time: str = "move=10s",
    games: int = 20,
    patience: Union[float, str] = 60,
    seed: int = 1,
    sandbox: bool = True,
) -> CheckReport:
    """Tries a bot as ``ninefold check`` does: both sides, many openings, one game after another.

    >>> report = check(lambda position: position.moves()[0], games=2, time="none")
    >>> report.ok
    True
    """
    options = {
        "rules": rules, "time": time, "games": games, "patience": patience, "seed": seed, "sandbox": sandbox,
        "hosts": _hosts(),
    }
    ok, name, description, notes, lines = _ninefold.run_check(_source(bot), options)
    return CheckReport(ok, name, description, notes, [CheckLine(*line) for line in lines])
