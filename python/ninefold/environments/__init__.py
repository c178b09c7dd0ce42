# SPDX-License-Identifier: MIT
"""The game in the shapes that libraries for reinforcement learning expect.

* :class:`~ninefold.environments.single_player.SinglePlayerEnv`: Gymnasium, one player against a bot
* :class:`~ninefold.environments.two_player.TwoPlayerEnv`: PettingZoo's AEC interface, both players
* :class:`~ninefold.environments.spiel.SpielGame`: OpenSpiel's Game and State

None of those libraries is needed: where Gymnasium or PettingZoo is installed the classes derive from theirs,
and have their spaces. numpy is needed.
"""

from .single_player import SinglePlayerEnv
from .spiel import SpielGame, SpielState
from .two_player import TwoPlayerEnv

__all__ = ["SinglePlayerEnv", "SpielGame", "SpielState", "TwoPlayerEnv"]
