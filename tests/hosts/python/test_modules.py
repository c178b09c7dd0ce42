# SPDX-License-Identifier: MIT
"""The modules that bots search with, against the plain rules and the perft tables."""
import copy
import os
import pickle
import random
import sys
import unittest

from host_process import ROOT
from plain_rules import Game

sys.path[:0] = [os.path.join(ROOT, "hosts", "python", n) for n in ("", "modules_000", "modules_003")]
from ninefold_host_lib.game_position import RULESETS  # noqa: E402
try:
    import numpy as np
except ImportError:
    np = None
else:
    import state
    from engines.engine_base import BaseEngine
    from game.board import Board, board_class, board_from_repr

PERFT = [1, 81, 720, 6336, 55080]


def state_perft(position, depth):
    if depth == 0:
        return 1
    if position.game_over:
        return 0
    total = 0
    for move in position.get_valid_moves:
        child = type(position)(position)
        child.act_move(move)
        total += state_perft(child, depth - 1)
    return total


def board_perft(board, depth):
    if depth == 1:
        return len(list(board.get_legal_moves()))
    return sum(board_perft(board.make_move(move, copy=True), depth - 1) for move in board.get_legal_moves())


def text_of(move):
    return "%d%d" % (move.index_local_board, 3 * move.x + move.y)


def class_of(make, ruleset, *more):
    """What `make`, state_class or board_class, gives for a ruleset."""
    facts = RULESETS[ruleset]
    return make(ruleset, facts.won_stays_open, facts.destinations, *more)


def mark(letter):
    return {"x": 1, "o": -1, ".": 0}[letter]


def random_games(ruleset, count):
    """Yields the game before every move of some random games, and at their ends."""
    for seed in range(count):
        chance, game = random.Random(seed), Game(ruleset)
        while True:
            moves = game.legal_moves()
            move = chance.choice(moves) if moves else None
            yield game, move
            if move is None:
                break
            game.play(move)


@unittest.skipUnless(np, "this Python has no numpy")
class StateTest(unittest.TestCase):
    def test_perft(self):
        for kind in (state.State, state.State_2):
            for depth in (1, 2, 3):
                self.assertEqual(state_perft(kind(), depth), PERFT[depth])

    def test_perft_4_by_symmetry(self):
        # All 81 first moves take too long here: by symmetry, corners weigh four times, and so on.
        for kind in (state.State, state.State_2):
            total = 0
            for first in kind().get_valid_moves:
                weight = self.symmetry_weight(first)
                if weight:
                    child = kind()
                    child.act_move(first)
                    total += weight * state_perft(child, 3)
            self.assertEqual(total, PERFT[4])

    @staticmethod
    def symmetry_weight(move):
        """The size of the move's orbit under the board's eight symmetries, for
        one member of each orbit, else 0."""
        block, cell = move.index_local_board, 3 * move.x + move.y
        turns = [lambda i: i, lambda i: i % 3 * 3 + 2 - i // 3]
        turns += [lambda i: turns[1](turns[1](i)), lambda i: turns[1](turns[1](turns[1](i)))]
        maps = turns + [lambda i, turn=turn: turn(i // 3 * 3 + 2 - i % 3) for turn in turns]
        orbit = {(f(block), f(cell)) for f in maps}
        return len(orbit) if (block, cell) == min(orbit) else 0

    def follow(self, ruleset, kind, games=30):
        position = None
        for game, move in random_games(ruleset, games):
            if not game.moves:
                position = kind()
            self.compare(game, position)
            if move is not None:
                self.refuse_illegal(game, position)
                value = mark(game.side)
                cell = np.int64(int(move[1]))
                copies = [kind(position), copy.deepcopy(position), position]
                position = random.Random(len(game.moves)).choice(copies)
                position.act_move(state.UltimateTTT_Move(int(move[0]), cell // 3, cell % 3, value))

    def compare(self, game, position):
        self.assertEqual(position.blocks.ravel().tolist(), [mark(c) for b in game.blocks for c in b])
        self.assertEqual(position.global_cells.tolist(), [mark(c) for c in game.won])
        self.assertEqual(position.player_to_move, mark(game.side))
        self.assertEqual((position.count_X, position.count_O), (game.won.count("x"), game.won.count("o")))
        if game.ruleset != "open" or "." in game.won:
            # With all nine won, the course's own test calls the board full, though cells are left.
            self.assertEqual(position.game_over, not game.legal_moves(), game.moves)
        result = position.game_result(position.global_cells.reshape(3, 3))
        self.assertEqual(result is None, not position.game_over)
        if game.winner():
            self.assertEqual(result, mark(game.winner()))
        else:
            moves = position.get_valid_moves
            self.assertEqual([text_of(m) for m in moves], game.legal_moves())
            self.assertTrue(all(m.value == position.player_to_move for m in moves))

    def refuse_illegal(self, game, position):
        legal = set(game.legal_moves())
        for block in range(9):
            for cell in (0, 4, 8):
                move = state.UltimateTTT_Move(block, cell // 3, cell % 3, position.player_to_move)
                self.assertEqual(position.is_valid_move(move), text_of(move) in legal)
                if text_of(move) not in legal:
                    with self.assertRaises(ValueError):
                        position.act_move(move)

    def test_state_plays_open_and_state_2_standard(self):
        self.assertIs(class_of(state.state_class, "open"), state.State)
        self.assertIs(class_of(state.state_class, "standard"), state.State_2)

    def test_every_ruleset(self):
        for ruleset in RULESETS:
            with self.subTest(ruleset=ruleset):
                self.follow(ruleset, class_of(state.state_class, ruleset))

    def test_a_foreign_ruleset_survives_a_copy(self):
        position = class_of(state.state_class, "correspondence")()
        position.act_move(state.UltimateTTT_Move(4, 0, 0, 1))
        for twin in (copy.deepcopy(position), pickle.loads(pickle.dumps(position)), type(position)(position)):
            self.assertEqual(set(m.index_local_board for m in twin.get_valid_moves), {1, 3})

    def test_copies_are_independent(self):
        original = state.State_2()
        original.act_move(original.get_valid_moves[40])
        for twin in (state.State(original), state.State_2(original), copy.deepcopy(original)):
            twin.blocks[0, 0, 0] = 1
            twin.global_cells[0] = 1
            twin.previous_move.x = 2
            self.assertEqual((original.blocks[0, 0, 0], original.global_cells[0], original.previous_move.x), (0, 0, 1))
            self.assertEqual(twin.player_to_move, -1)

    def test_a_free_move_can_be_played_on_a_fresh_copy(self):
        position = state.State_2()
        position.act_move(state.UltimateTTT_Move(0, 0, 1, 1))   # sends to block 1
        position.global_cells[1] = 1                            # which is won already
        for twin in (state.State_2(position), copy.deepcopy(position)):
            twin.act_move(state.UltimateTTT_Move(8, 1, 1, -1))  # without asking for the moves first
            self.assertEqual(twin.blocks[8, 1, 1], -1)

    def test_details(self):
        fresh = state.State()
        self.assertEqual((state.State.X, state.State.O, state.State.free_move), (1, -1, False))
        self.assertEqual((fresh.blocks.shape, fresh.blocks.dtype, fresh.global_cells.dtype), ((9, 3, 3), float, float))
        self.assertIsNone(fresh.previous_move)
        self.assertEqual(fresh.game_result(np.array([[1, 1, 1], [0, 0, 0], [0, 0, 0]])), 1)
        self.assertEqual(fresh.game_result(np.array([[1, -1, 0], [0, -1, 0], [0, -1, 1]])), -1)
        self.assertEqual(fresh.game_result(np.array([[1, -1, 1], [1, -1, -1], [-1, 1, 1]])), 0.0)
        self.assertIsNone(fresh.game_result(np.zeros((3, 3))))
        names = {}
        exec("from state import *", names)
        self.assertTrue({"State", "State_2", "UltimateTTT_Move", "np"} <= set(names))


@unittest.skipUnless(np, "this Python has no numpy")
class BoardTest(unittest.TestCase):
    def test_perft(self):
        for depth in (1, 2, 3, 4):
            self.assertEqual(board_perft(Board(), depth), PERFT[depth])

    def follow(self, ruleset, kind):
        for game, move in random_games(ruleset, 30):
            if not game.moves:
                board = kind()
            self.compare(game, board)
            if move is not None:
                pair = (int(move[0]), int(move[1]))
                before = repr(board)
                child = board.make_move(pair, copy=True)
                self.assertEqual(repr(board), before)
                self.assertIs(board.make_move(pair), board)
                self.assertEqual(repr(child), repr(board))

    def compare(self, game, board):
        self.assertEqual(board.board.tolist(), [mark(c) for b in game.blocks for c in b])
        owners = [mark(w) if w != "." else (0 if "." not in b else None) for w, b in zip(game.won, game.blocks)]
        self.assertEqual(board.macro_board, owners)
        legal = game.legal_moves()
        self.assertEqual(["%d%d" % m for m in board.get_legal_moves()], legal)
        self.assertEqual(board.winner() is None, bool(legal))
        if game.winner():
            self.assertEqual(board.winner(), mark(game.winner()))
        self.assertEqual(board.turn(), 0 if game.side == "x" else 1)
        self.assertEqual(board.move_count, len(game.moves))
        self.assertEqual("%d%d" % board.prev_move if game.moves else None, game.moves[-1] if game.moves else None)
        for block in range(9):
            for cell in (0, 4):
                self.assertEqual(board.is_move_legal((block, cell)), "%d%d" % (block, cell) in legal)

    def test_board_plays_standard(self):
        self.assertIs(class_of(board_class, "standard", False), Board)

    def test_every_ruleset(self):
        for ruleset, facts in RULESETS.items():
            with self.subTest(ruleset=ruleset):
                self.follow(ruleset, class_of(board_class, ruleset, facts.tie_break == "majority"))

    def test_a_foreign_ruleset_survives_a_copy(self):
        board = class_of(board_class, "correspondence", True)().make_move((4, 0))
        for twin in (copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.copy()):
            self.assertEqual(set(block for block, _ in twin.get_legal_moves()), {1, 3})

    def test_repr_round_trip(self):
        for game, move in random_games("standard", 3):
            if not game.moves:
                board = Board()
            for twin in (board_from_repr(repr(board)), Board.board_from_repr(repr(board))):
                self.assertEqual((repr(twin), twin.macro_board, twin.turn()), (repr(board), board.macro_board, board.turn()))
                self.assertEqual(list(twin.get_legal_moves()), list(board.get_legal_moves()))
            if move is not None:
                board.make_move((int(move[0]), int(move[1])))
        self.assertEqual(len(repr(Board()).split()), 82)
        with self.assertRaises(ValueError):
            board_from_repr("1 2 3")

    def test_details(self):
        board = Board()
        self.assertEqual((board.board.dtype, board.board.shape, board.current_board), (np.int16, (81,), -1))
        self.assertEqual((board.prev_move, board.winner(), board.macro_board), ((-1, -1), None, [None] * 9))
        board.make_move((4, 0))
        self.assertEqual((board.current_board, board.prev_move), (0, (4, 0)))
        board.get_subboard(4)[1] = 1
        self.assertEqual(board.board[37], 0)
        board.get_subboard(4, safe=False)[1] = 1
        self.assertEqual(board.board[37], 1)
        self.assertEqual((board.move_to_idx((4, 1)), board.idx_to_move(37)), (37, (4, 1)))
        self.assertIn("X X .", str(board))
        for bad in ([4, 2], 40, (4,)):
            with self.assertRaises(ValueError):
                board.make_move(bad)
        with self.assertRaises(AssertionError):
            board.make_move((4, 0))

    def test_ignore_end(self):
        cells = np.zeros(81, np.int16)
        for block in range(3):
            cells[9 * block:9 * block + 3] = 1
        board = Board(cells)
        self.assertEqual(board.winner(), 1)
        self.assertEqual(list(board.get_legal_moves()), [])
        self.assertEqual(len(list(board.get_legal_moves(ignore_end=True))), 54)

    def test_base_engine(self):
        with self.assertRaises(NotImplementedError):
            BaseEngine().best_move(Board(), 1)


if __name__ == "__main__":
    unittest.main()
