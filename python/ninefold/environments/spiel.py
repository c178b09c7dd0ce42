# SPDX-License-Identifier: MIT
"""The game with the methods of OpenSpiel's Game and State, for algorithms written against those."""

from __future__ import annotations

import numpy as np

from .. import Move, Position
from .spaces import ACTIONS, PLANES, planes

TERMINAL_PLAYER = -4  # pyspiel.PlayerId.TERMINAL


class SpielState:
    """A position of a game; player 0 is X, player 1 is O.

    >>> state = SpielGame().new_initial_state()
    >>> state.apply_action(40)
    >>> state.current_player(), state.legal_actions()[0], state.action_to_string(0, 40)
    (1, 36, '44')
    """

    def __init__(self, game: SpielGame, position: Position):
        self._game = game
        self.position = position

    def get_game(self) -> SpielGame:
        return self._game

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else 0 if self.position.side == "x" else 1

    def is_terminal(self) -> bool:
        return self.position.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        return [int(move) for move in self.position.moves()]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return [0] * ACTIONS
        return self.position.legal_mask().astype(int).tolist()

    def apply_action(self, action: int) -> None:
        self.position.play(action)

    def undo_action(self, player: int, action: int) -> None:
        last = self.position.last_move
        if last is None or last != action or player != (1 if self.position.side == "x" else 0):
            raise ValueError(f"undo_action({player}, {action}): that was not the last action")
        self.position.undo()

    def child(self, action: int) -> SpielState:
        return SpielState(self._game, self.position.after(action))

    def clone(self) -> SpielState:
        return SpielState(self._game, self.position.copy())

    def returns(self) -> list[float]:
        winner = self.position.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == "x" else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> list[int]:
        return [int(move) for move in self.position.history]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self.position.history)

    def num_players(self) -> int:
        return 2

    def action_to_string(self, player: int, action: int | None = None) -> str:
        return str(Move(player if action is None else action))

    def string_to_action(self, text: str) -> int:
        return int(Move(text))

    def observation_string(self, player: int | None = None) -> str:
        return self.position.to_text()

    def information_state_string(self, player: int | None = None) -> str:
        return self.history_str()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return planes(self.position).ravel().tolist()

    def __str__(self) -> str:
        return str(self.position)


class SpielGame:
    """The game itself: ``SpielGame("standard").new_initial_state()``."""

    def __init__(self, rules: str = "standard"):
        self.rules = Position(rules).rules

    def new_initial_state(self, text: str | None = None) -> SpielState:
        return SpielState(self, Position(self.rules) if text is None else Position.from_text(text))

    def num_distinct_actions(self) -> int:
        return ACTIONS

    def num_players(self) -> int:
        return 2

    def max_game_length(self) -> int:
        return 81

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return list(PLANES)

    def observation_tensor_size(self) -> int:
        return int(np.prod(PLANES))

    def __str__(self) -> str:
        return f"ninefold(rules={self.rules})"
