# SPDX-License-Identifier: MIT
import os
import random
import signal
import threading
import unittest

import numpy as np

import ninefold
from ninefold import Position, positions_of, states_of
from test_position import random_position


def some_positions(count=200, seed=1):
    rng = random.Random(seed)
    return [random_position(rng, rng.choice(ninefold.RULES)) for _ in range(count)]


class StatesTest(unittest.TestCase):
    def test_round_trip(self):
        positions = some_positions()
        states = states_of(positions)
        self.assertEqual((states.shape, states.dtype), ((200, 24), np.uint16))
        self.assertEqual(positions_of(states), positions)
        self.assertEqual(positions_of(states[::2]), positions[::2])

    def test_every_changed_word_is_refused_or_harmless(self):
        rng = random.Random(2)
        states = states_of(some_positions(50))
        refused = 0
        for _ in range(5000):
            changed = states[rng.randrange(50):][:1].copy()
            changed[0, rng.randrange(24)] = rng.choice((rng.randrange(65536), rng.randrange(512), rng.randrange(10)))
            try:
                ninefold.legal_masks(changed)
                ninefold.features(changed)
                ninefold.evaluate(changed)
                ninefold.outcomes(changed)
            except ValueError as error:
                self.assertRegex(str(error), r"^state 0: ")
                refused += 1
        self.assertGreater(refused, 2000)

    def test_functions_agree_with_positions(self):
        positions = some_positions()
        states = states_of(positions)
        masks = ninefold.legal_masks(states)
        planes = ninefold.features(states)
        outcomes = ninefold.outcomes(states, threads=2)
        names = {None: 3, "x": 1, "o": 2}
        for i, position in enumerate(positions):
            self.assertEqual(masks[i].tolist(), position.legal_mask().tolist())
            self.assertEqual(outcomes[i], names[position.winner] if position.is_over else 0)
            rows = position.cells().reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
            own, other = (1, 2) if position.side == "x" else (2, 1)
            self.assertTrue(((rows == own) == planes[i, 0]).all())
            self.assertTrue(((rows == other) == planes[i, 1]).all())
            self.assertEqual(int(planes[i, 2].sum()), len(position.moves()))
            self.assertEqual(int(planes[i, 3].sum()), 9 * len(position.won(position.side)))
            self.assertTrue((planes[i, 6] == (position.side == "x")).all())
        self.assertTrue((ninefold.features(states, dtype="uint8") == planes).all())

    def test_play_batch(self):
        rng = random.Random(3)
        positions = [p for p in some_positions() if not p.is_over]
        moves = [rng.choice(p.moves()) for p in positions]
        after = ninefold.play_batch(states_of(positions), np.array(moves), threads=2)
        self.assertEqual(positions_of(after), [p.after(m) for p, m in zip(positions, moves)])

    def test_evaluations(self):
        positions = some_positions()
        states = states_of(positions)
        chances = ninefold.evaluate(states)
        self.assertTrue((chances >= 0).all())
        self.assertTrue((abs(chances.sum(axis=1) - 1) < 1e-5).all())
        self.assertTrue((ninefold.evaluate(states, threads=2) == chances).all())
        for position, row in zip(positions, chances):
            if position.is_over:
                self.assertEqual(row.tolist(), [0, 1, 0] if position.winner is None else [0, 0, 1])
        with self.assertRaisesRegex(ValueError, "state 0: its rules are open, the network is for standard"):
            ninefold.evaluate(states_of([Position("open")]), ninefold.Network.builtin())

    def test_bad_arguments(self):
        states = states_of([Position()])
        cases = [
            (lambda: ninefold.legal_masks(np.zeros((1, 24))), "array of uint16 with 24 columns is needed, not float64"),
            (lambda: ninefold.legal_masks(np.zeros((1, 23), np.uint16)), r"shape (1, 23)"),
            (lambda: ninefold.legal_masks(np.zeros(24, np.uint16)), r"shape (24,)"),
            (lambda: ninefold.legal_masks(states, threads=0), "threads: 0; 1 to 256 are possible"),
            (lambda: ninefold.features(states, dtype="int64"), "dtype 'int64': 'float32' or 'uint8' is possible"),
            (lambda: ninefold.play_batch(states, np.array([81])), "state 0: move 81"),
            (lambda: ninefold.play_batch(states, np.array([1.0])), "moves: 1 integers are needed"),
            (lambda: ninefold.play_batch(states, np.array([1, 2])), "moves: 1 integers are needed"),
            (lambda: ninefold.play_batch(states_of([Position().play("44")]), np.array([0])),
             "state 0: move 00 is illegal: block 0 is not a target"),
            (lambda: ninefold.random_games(-1), "count: -1; 0 to"),
            (lambda: ninefold.random_games(1, "chess"), "unknown ruleset 'chess'"),
        ]
        for call, sentence in cases:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))
        with self.assertRaises(TypeError):
            states_of([Position(), "44"])
        with self.assertRaises(TypeError):
            ninefold.random_games(1, 5)

    def test_no_rows(self):
        states = states_of([])
        self.assertEqual(ninefold.legal_masks(states).shape, (0, 81))
        self.assertEqual(ninefold.features(states).shape, (0, 7, 9, 9))
        self.assertEqual(ninefold.evaluate(states).shape, (0, 3))


class RandomGamesTest(unittest.TestCase):
    def test_same_seed_same_games(self):
        games = ninefold.random_games(50_000, seed=7)
        self.assertEqual(games, ninefold.random_games(50_000, seed=7, threads=2))
        self.assertNotEqual(games, ninefold.random_games(50_000, seed=8))
        self.assertEqual(games.x_wins + games.o_wins + games.draws, 50_000)
        self.assertTrue(50 < games.plies / 50_000 < 65)

    def test_moves_are_games(self):
        for rules in ninefold.RULES:
            moves, results = ninefold.random_game_moves(20, rules, seed=3)
            for row, result in zip(moves, results):
                position = Position.from_moves([int(m) for m in row if m != 255], rules)
                self.assertTrue(position.is_over)
                self.assertEqual(result, {None: 3, "x": 1, "o": 2}[position.winner])

    def test_from_a_position(self):
        moves, _ = ninefold.random_game_moves(5, Position().play("44"))
        self.assertTrue(((moves[:, 0] >= 36) & (moves[:, 0] < 45)).all())

    def test_ctrl_c(self):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            ninefold.random_games(10**12)


if __name__ == "__main__":
    unittest.main()
