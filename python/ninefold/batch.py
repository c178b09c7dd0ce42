# SPDX-License-Identifier: MIT
"""Many positions at once, as numpy arrays, for machine learning.

A *state* is one row of an array of uint16 with 24 columns: nine words of X's marks (a block each, bit c
for cell c), nine of O's, the blocks that X owns, those that O owns, the side to move (0 X, 1 O), the
cell that restricts the mover (9: a free move), the rules (2 * ruleset + tie-break, as in
``ninefold.RULES``), and 0. Functions check the rows and say which one cannot be.

All of them let other Python threads run meanwhile, and take a number of ``threads`` of their own. Ctrl-C
stops them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Sequence, Union

from . import _ninefold

if TYPE_CHECKING:
    import os

    import numpy as np

    from ._ninefold import Network, Position


class RandomGames(NamedTuple):
    """How random games ended."""

    x_wins: int
    o_wins: int
    draws: int
    plies: int  #: moves of all games together


def states_of(positions: Sequence[Position]) -> np.ndarray:
    """Positions as rows of an array.

    >>> states_of([Position(), Position("open")]).shape
    (2, 24)
    """
    return _ninefold.states_of(positions)


def positions_of(states: np.ndarray) -> list[Position]:
    """The positions of an array's rows; they know no moves that led to them.

    >>> positions_of(states_of([Position().play("44")]))[0].to_text()
    '9/9/9/9/4x4/9/9/9/9 o 4 standard'
    """
    return _ninefold.positions_of(states)


def legal_masks(states: np.ndarray, *, threads: int = 1) -> np.ndarray:
    """The legal moves of each state, as booleans [state, move].

    >>> legal_masks(states_of([Position(), Position().play("44")])).sum(axis=1).tolist()
    [81, 8]
    """
    return _ninefold.legal_masks(states, threads)


def features(states: np.ndarray, *, dtype: str = "float32", threads: int = 1) -> np.ndarray:
    """Planes of 9x9 for convolutional networks, [state, plane, row, column], in the mover's view.

    Planes: own marks, the opponent's marks, legal moves, own blocks, the opponent's blocks, blocks that
    are full and nobody's, and one that is all ones when X is to move. ``dtype`` is 'float32' or 'uint8'.

    >>> features(states_of([Position().play("44")])).shape
    (1, 7, 9, 9)
    >>> int(features(states_of([Position().play("44")]))[0, 1, 4, 4])
    1
    """
    return _ninefold.features(states, dtype, threads)


def play_batch(states: np.ndarray, moves: np.ndarray, *, threads: int = 1) -> np.ndarray:
    """The states after one move in each.

    >>> import numpy as np
    >>> after = play_batch(states_of([Position(), Position()]), np.array([Move("44"), Move("00")]))
    >>> positions_of(after)[1].side
    'o'
    """
    return _ninefold.play_batch(states, moves, threads)


def outcomes(states: np.ndarray, *, threads: int = 1) -> np.ndarray:
    """How each state's game stands: 0 it runs, 1 X has won, 2 O has won, 3 it is a draw.

    >>> outcomes(states_of([Position()])).tolist()
    [0]
    """
    return _ninefold.outcomes(states, threads)


def evaluate(
    states: np.ndarray, net: Union[Network, str, os.PathLike, None] = None, *, threads: int = 1
) -> np.ndarray:
    """The network's opinion of each state: the mover's chances to win, draw and lose, [state, 3].

    Without ``net`` the network that the module carries for each state's rules is asked. There is no
    search: a position in which the mover wins at once may be misjudged. A finished game has its result.

    >>> chances = evaluate(states_of([Position()]))
    >>> chances.shape, bool(abs(chances.sum() - 1) < 1e-5)
    ((1, 3), True)
    """
    return _ninefold.evaluate(states, net, threads)


def random_games(
    count: int, start: Union[str, Position] = "standard", *, seed: int = 1, threads: int = 1
) -> RandomGames:
    """Plays random games and counts how they end. The same seed gives the same games.

    ``start`` is the name of rules or a position.

    >>> games = random_games(1000)
    >>> games.x_wins + games.o_wins + games.draws
    1000
    """
    return RandomGames(*_ninefold.random_games(count, start, seed, threads))


def random_game_moves(
    count: int, start: Union[str, Position] = "standard", *, seed: int = 1, threads: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Plays random games and returns their moves and results.

    The moves are an array of uint8 [game, ply] with 255 behind the last one; the results are those of
    ``outcomes``.

    >>> moves, results = random_game_moves(10)
    >>> moves.shape, bool((results > 0).all())
    ((10, 81), True)
    """
    return _ninefold.random_game_moves(count, start, seed, threads)


def random_states(
    count: int, start: Union[str, Position] = "standard", *, seed: int = 1, threads: int = 1
) -> np.ndarray:
    """Positions of random games, none of them over, at plies drawn evenly from each game.

    >>> bool((outcomes(random_states(100)) == 0).all())
    True
    """
    return _ninefold.random_states(count, start, seed, threads)
