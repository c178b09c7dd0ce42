# SPDX-License-Identifier: MIT
import os
import pathlib
import signal
import threading
import time
import unittest

import ninefold
from ninefold import Engine, Network, Position, solve

NETS = pathlib.Path(__file__).parents[2] / "nets"
# X has two blocks in line and wins the third with 22.
WON = "xxx6/xxx6/xx7/ooo6/o8/o8/o8/2o6/o8 x 2 standard"


def interrupt_soon():
    """Sends SIGINT, as Ctrl-C does, once the main thread is busy."""
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()


class EngineTest(unittest.TestCase):
    def test_search(self):
        result = Engine().search(Position(), nodes=20_000, lines=3)
        self.assertIn(result.move, Position().moves())
        self.assertEqual(len(result.lines), 3)
        self.assertEqual(result.lines[0].move, result.move)
        self.assertEqual(result.lines[0].moves[0], result.move)
        self.assertAlmostEqual(sum(result.chances), 1, delta=0.002)
        self.assertGreater(result.depth, 3)
        self.assertIsNone(result.proven)
        self.assertTrue(0.3 < result.score < 0.7)
        self.assertGreater(result.nodes, 1000)

    def test_same_question_same_answer(self):
        first, second = (Engine(hash_mb=8).search(Position(), nodes=5000) for _ in range(2))
        self.assertEqual((first.move, first.score, first.nodes), (second.move, second.score, second.nodes))

    def test_proven_win(self):
        result = Engine().search(Position.from_text(WON), nodes=10_000)
        self.assertEqual((str(result.move), result.proven, result.plies, result.score), ("22", "win", 1, 1.0))
        self.assertEqual(result.chances, (1.0, 0.0, 0.0))

    def test_limits(self):
        engine = Engine(level=3, hash_mb=1)
        self.assertLessEqual(engine.search(Position(), depth=2).depth, 2)
        for limit in (0.05, "50ms"):
            self.assertIsNotNone(engine.search(Position(), time=limit).move)

    def test_networks(self):
        network = Network.builtin("open")
        self.assertEqual(network.rules, "open")
        self.assertIsNotNone(Engine(net=network).search(Position("open"), nodes=1000).move)
        own = Engine(net=NETS / "standard.nfnet").search(Position(), nodes=1000)
        self.assertEqual(own.score, Engine().search(Position(), nodes=1000).score)
        by_hand = Engine(net=False).search(Position(), nodes=1000)
        self.assertNotEqual(own.score, by_hand.score)

    def test_lines_are_told_on_the_way(self):
        seen = []
        Engine().search(Position(), nodes=20_000, on_line=seen.append)
        self.assertGreater(len(seen), 3)
        self.assertLess(seen[0].depth, seen[-1].depth)

    def test_exception_of_a_callback_stops_the_search(self):
        def fail(line):
            raise KeyError("enough")

        with self.assertRaises(KeyError):
            Engine().search(Position(), time=600, on_line=fail)

    def test_one_question_at_a_time(self):
        engine = Engine()
        with self.assertRaisesRegex(RuntimeError, "searching already"):
            engine.search(Position(), nodes=10_000, on_line=lambda line: engine.search(Position(), nodes=10))
        self.assertIsNotNone(engine.search(Position(), nodes=100).move)

    def test_other_threads_run_meanwhile(self):
        began = threading.Event()

        def count_and_interrupt():
            began.wait()
            for _ in range(20):
                time.sleep(0.001)
            os.kill(os.getpid(), signal.SIGINT)

        counter = threading.Thread(target=count_and_interrupt)
        counter.start()
        # Nothing but that thread ends the search, so that it must have run.
        with self.assertRaises(KeyboardInterrupt):
            Engine().search(Position(), time=600, on_line=lambda line: began.set())
        counter.join()

    def test_ctrl_c_stops_a_search(self):
        interrupt_soon()
        with self.assertRaises(KeyboardInterrupt):
            Engine().search(Position(), time=600)

    def test_bad_arguments(self):
        over = Position.from_text(WON).play("22")
        engine = Engine()
        cases = [
            (lambda: engine.search(over), "the game is over in this position"),
            (lambda: engine.search(Position(), time=0), "time: 0 s; more than 0"),
            (lambda: engine.search(Position(), time=float("nan")), "time: nan s"),
            (lambda: engine.search(Position(), time=10**400), "time: 1000"),
            (lambda: engine.search(Position(), time="soon"), "soon"),
            (lambda: engine.search(Position(), nodes=0), "nodes: 0; 1 to"),
            (lambda: engine.search(Position(), depth=82), "depth: 82; 1 to 81 are possible"),
            (lambda: engine.search(Position(), lines=0), "lines: 0; 1 to 81 are possible"),
            (lambda: Engine(threads=0), "threads: 0; 1 to 256 are possible"),
            (lambda: Engine(level=11), "level: 11; 1 to 10 are possible"),
            (lambda: Engine(net="no/such.nfnet"), "no/such.nfnet"),
            (lambda: Network(__file__), "test_engine.py"),
            (lambda: Network.builtin("chess"), "unknown ruleset 'chess'"),
        ]
        for call, sentence in cases:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))
        with self.assertRaises(TypeError):
            engine.search("44")


class SolveTest(unittest.TestCase):
    def test_result(self):
        result = solve(Position.from_text(WON))
        self.assertEqual((result.result, str(result.move), result.low, result.high), ("win", "22", "win", "win"))

    def test_limits(self):
        result = solve(Position(), nodes=1000)
        self.assertEqual((result.result, result.low, result.high), (None, "loss", "win"))

    def test_ctrl_c(self):
        interrupt_soon()
        with self.assertRaises(KeyboardInterrupt):
            solve(Position())

    def test_agrees_with_the_engine(self):
        late = Position.from_moves([int(m) for m in ninefold.random_game_moves(1, seed=5)[0][0] if m != 255][:40])
        if not late.is_over:
            self.assertIn(solve(late, time=5).result, ("win", "draw", "loss", None))


if __name__ == "__main__":
    unittest.main()
