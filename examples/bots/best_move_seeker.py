# SPDX-License-Identifier: MIT
"""A best_move bot: looks two moves ahead with the tournament's own Board.

Ninefold makes a new object for every game; a constructor parameter named seed
receives the game's number, so that games differ and yet can be repeated.
"""
import random
import time

from engines.engine_base import BaseEngine
from game.board import Board

WIN = 1000.0


def material(board: Board) -> float:
    """Blocks X has won less those O has won; the centre block counts double."""
    total = 0.0
    for index, owner in enumerate(board.macro_board):
        if owner:                      # None: open, 0: drawn
            total += 2 * owner if index == 4 else owner
    return total


class Seeker(BaseEngine):
    name = "Seeker"
    player = "Ninefold examples"

    def __init__(self, seed=0):
        self.random = random.Random(seed)

    def value(self, board: Board, depth: int, deadline: float) -> float:
        """Expected result in X's view, by plain minimax."""
        winner = board.winner()
        if winner is not None:
            return WIN * winner
        if depth == 0 or time.monotonic() > deadline:
            return material(board)
        values = [self.value(board.make_move(move, copy=True), depth - 1, deadline)
                  for move in board.get_legal_moves()]
        return max(values) if board.turn() == 0 else min(values)

    def best_move(self, board, time_limit):
        """Return (move, metadata). A number under 'evaluation' is shown to spectators."""
        deadline = time.monotonic() + time_limit * 0.5
        moves = list(board.get_legal_moves())
        depth = 1 if len(moves) <= 9 else 0        # a free move has too many replies
        sign = 1 if board.turn() == 0 else -1      # 0 is X, who wants a high value
        self.random.shuffle(moves)                 # so that equal moves take turns
        rated = [(sign * self.value(board.make_move(m, copy=True), depth, deadline), m) for m in moves]
        best, move = max(rated, key=lambda pair: pair[0])
        return move, {"evaluation": sign * best, "moves_looked_at": len(moves)}
