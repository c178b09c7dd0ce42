# SPDX-License-Identifier: MIT
"""Both players in turn, as PettingZoo's AEC environments are used."""

from __future__ import annotations

from typing import Iterator, Optional

import numpy as np

from .. import Position
from .spaces import ACTIONS, action_space, masked_space, planes

try:
    from pettingzoo import AECEnv
except ImportError:
    AECEnv = object


class TwoPlayerEnv(AECEnv):
    """Agents 'x' and 'o' play in turn.

    ``observe`` gives a dict: ``observation``, the seven planes in the mover's view, and ``action_mask``, in
    which the agent that is not to move has no legal action. The rewards come with the last move: 1 and -1, or
    0 for a draw. As in PettingZoo, an agent whose game is over steps with None.

    >>> env = TwoPlayerEnv()
    >>> env.reset()
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else int(observation["action_mask"].argmax()))
    >>> env.position.is_over
    True
    """

    metadata = {"name": "ninefold_v1", "render_modes": ["ansi", "svg"], "is_parallelizable": False}
    possible_agents = ["x", "o"]

    def __init__(self, rules: str = "standard", *, render_mode: Optional[str] = None):
        self._start = Position(rules)
        self.render_mode = render_mode
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: masked_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self.position = (options or {}).get("position", self._start).copy()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: self.position.is_over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.side

    def observe(self, agent: str) -> dict:
        moves = agent == self.position.side
        mask = self.position.legal_mask().astype(np.int8) if moves else np.zeros(ACTIONS, np.int8)
        return {"observation": planes(self.position), "action_mask": mask}

    def last(self, observe: bool = True):
        agent = self.agent_selection
        observation = self.observe(agent) if observe else None
        return (observation, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self.position.play(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = {name: 0 for name in self.agents}
        if self.position.is_over:
            self._finish()
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]
        self.agent_selection = self.position.side

    def render(self):
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self) -> None:
        pass

    def _finish(self) -> None:
        winner = self.position.winner
        for name in self.agents:
            self.terminations[name] = True
            self.rewards[name] = 0 if winner is None else 1 if name == winner else -1

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise ValueError("the game is over; step(None) lets an agent leave")
        self.agents.remove(agent)
        for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            values.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
