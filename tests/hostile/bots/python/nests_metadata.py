# SPDX-License-Identifier: MIT
"""Returns metadata that is nested 100,000 deep, with numbers that are none."""
from engines.engine_base import BaseEngine


class Nester(BaseEngine):
    def best_move(self, board, time_limit):
        metadata = {"evaluation": float("nan")}
        for _ in range(100000):
            metadata = {"inner": metadata}
        return next(board.get_legal_moves()), metadata
