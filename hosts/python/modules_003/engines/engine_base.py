# SPDX-License-Identifier: MIT
"""BaseEngine: what every best_move bot inherits."""


class BaseEngine:
    """`name` is the bot's name, `player` its author's; both are only shown."""

    name = None
    player = None

    def best_move(self, board, time_limit):
        """Returns (move, metadata): a tuple (block, cell) and any dict."""
        raise NotImplementedError("%s must define best_move(self, board, time_limit)" % type(self).__name__)
