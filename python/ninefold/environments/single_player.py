# SPDX-License-Identifier: MIT
"""One player against a bot, as a Gymnasium environment."""

from __future__ import annotations

import random
from typing import Callable, Optional, Union

import numpy as np

from .. import Engine, Position
from .spaces import action_space, gymnasium, planes, planes_space


def _opponent(bot: Union[str, Callable, Engine], nodes: int, choose: random.Random) -> Callable:
    if isinstance(bot, Engine):
        return lambda position: bot.search(position, nodes=nodes).move
    if callable(bot):
        return bot
    if bot == "random":
        return lambda position: choose.choice(position.moves())
    raise ValueError(f"opponent {bot!r}: 'random', an Engine or a function of a position is possible")


class SinglePlayerEnv(gymnasium.Env if gymnasium else object):
    """An episode is a game against ``opponent``: 'random', an Engine (``nodes`` a move), or a function.

    The observation is the position in the player's view, seven planes of 9x9; ``info["action_mask"]`` says
    which of the 81 actions are legal. The reward comes with the last move: 1 for a win, -1 for a loss.
    ``side`` is 'x', 'o' or 'random'. Options of ``reset``: ``{"position": Position}`` to begin from.

    >>> env = SinglePlayerEnv(side="x")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum())
    ((7, 9, 9), 81)
    >>> observation, reward, terminated, truncated, info = env.step(40)
    >>> reward, terminated
    (0.0, False)
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        opponent: Union[str, Callable, Engine] = "random",
        *,
        rules: str = "standard",
        side: str = "random",
        nodes: int = 1000,
        render_mode: Optional[str] = None,
    ):
        if side not in ("x", "o", "random"):
            raise ValueError(f"side '{side}': 'x', 'o' or 'random' is possible")
        self._choose = random.Random()
        self._answer = _opponent(opponent, nodes, self._choose)
        self._wanted_side = side
        self._start = Position(rules)
        self.render_mode = render_mode
        self.action_space = action_space()
        self.observation_space = planes_space()
        self.position = self._start.copy()
        self.side = "x" if side == "random" else side

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None):
        if gymnasium:
            super().reset(seed=seed)
        if seed is not None:
            self._choose.seed(seed)
        self.position = (options or {}).get("position", self._start).copy()
        self.side = self._choose.choice("xo") if self._wanted_side == "random" else self._wanted_side
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: int):
        self.position.play(action)
        self._let_opponent_move()
        return self._observation(), self._reward(), self.position.is_over, False, self._info()

    def render(self):
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self):
        pass

    def _let_opponent_move(self):
        if not self.position.is_over and self.position.side != self.side:
            self.position.play(self._answer(self.position.copy()))

    def _observation(self) -> np.ndarray:
        return planes(self.position)

    def _info(self) -> dict:
        return {"action_mask": self.position.legal_mask().astype(np.int8), "position": self.position.to_text()}

    def _reward(self) -> float:
        winner = self.position.winner
        return 0.0 if winner is None else 1.0 if winner == self.side else -1.0
