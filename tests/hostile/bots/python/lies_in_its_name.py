# SPDX-License-Identifier: MIT
"""Has a name with line ends, an answer and control characters in it."""
from engines.engine_base import BaseEngine


class Liar(BaseEngine):
    def __init__(self):
        self.name = "honest\nreadyok\nbestmove 00\x1b[2J" + "n" * 100000
        self.player = "somebody\rbestmove 01"

    def best_move(self, board, time_limit):
        return next(board.get_legal_moves()), {}
