# SPDX-License-Identifier: MIT
"""Ultimate Tic-Tac-Toe: rules, engine, solver, games, matches, and numpy functions for many positions.

>>> import ninefold
>>> position = ninefold.Position()
>>> position.play("44").play("40")
Position('9/9/9/9/o3x4/9/9/9/9 x 0 standard')
>>> result = ninefold.Engine().search(position, nodes=10_000)
>>> result.move in position.moves()
True

docs/python.md has more. numpy is needed only by the functions that return arrays, pandas only by
``Games.to_pandas``.
"""

from ._ninefold import (
    RULES,
    Engine,
    Game,
    Line,
    Network,
    Position,
    SearchResult,
    SolveResult,
    __version__,
    solve,
)
from .batch import (
    RandomGames,
    evaluate,
    features,
    legal_masks,
    outcomes,
    play_batch,
    positions_of,
    random_game_moves,
    random_games,
    random_states,
    states_of,
)
from .games import Games, open_games, save_games
from .matches import CheckLine, CheckReport, MatchResult, check, match
from .move import Move
from .player import game_html

Game._repr_html_ = game_html

__all__ = [
    "RULES",
    "CheckLine",
    "CheckReport",
    "Engine",
    "Game",
    "Games",
    "Line",
    "MatchResult",
    "Move",
    "Network",
    "Position",
    "RandomGames",
    "SearchResult",
    "SolveResult",
    "check",
    "evaluate",
    "features",
    "game_html",
    "legal_masks",
    "match",
    "open_games",
    "outcomes",
    "play_batch",
    "positions_of",
    "random_game_moves",
    "random_games",
    "random_states",
    "save_games",
    "solve",
    "states_of",
]
