# SPDX-License-Identifier: MIT
import os
import pathlib
import signal
import threading
import time
import unittest

from ninefold import Position, check, match


def first(position):
    return position.moves()[0]


class Timed:
    """A callable object that also wants the time."""

    def __init__(self):
        self.seconds = []

    def __call__(self, position, seconds):
        self.seconds.append(seconds)
        return position.moves()[-1]


class MatchTest(unittest.TestCase):
    def test_functions_and_builtin_bots(self):
        seen = []
        result = match(first, "random", games=6, time="none", openings="random:4", seed=2, on_game=seen.append)
        self.assertEqual(result.wins + result.draws + result.losses, 6)
        self.assertEqual(sum(result.score), 6)
        self.assertEqual(result.names, ("first", "random"))
        self.assertEqual(sum(result.pairs), 3)
        self.assertEqual(len(result.games), 6)
        self.assertEqual(len(seen), 6)
        self.assertTrue(all(game.opening == 4 for game in result.games))
        for game in result.games:
            self.assertIn(game.ending, ("line", "draw"))
            mover = 0 if game.x == "first" else 1
            for position, move in list(zip(game.positions(), game.moves))[4 + mover::2]:
                self.assertEqual(move, first(position))

    def test_same_seed_same_games(self):
        games = [match("random", "random", games=4, time="none", seed=9, concurrency=c).games for c in (1, 2)]
        self.assertEqual([g.moves for g in games[0]], [g.moves for g in games[1]])

    def test_objects_are_told_the_time(self):
        bot = Timed()
        match(bot, first, games=1, time="move=2s")
        self.assertTrue(bot.seconds and all(s == 2 for s in bot.seconds))
        bot = Timed()
        match(bot, first, games=1, time="none", start=Position("open").play("44"))
        self.assertEqual(set(bot.seconds), {None})

    def test_faults_lose_with_a_sentence(self):
        def crash(position):
            raise ZeroDivisionError("by nought")

        def slow(position):
            time.sleep(0.3)
            return first(position)

        cases = [
            (crash, "crash", "raised 'ZeroDivisionError: by nought'"),
            (lambda position: None, "garbage", "returned None"),
            (lambda position: "hello", "garbage", "returned"),
            (lambda position: {}, "garbage", "not dict"),
            (lambda position: 80 if position.ply else 40, "illegal-move", "played 88 at move"),
            (slow, "move-time", "limit"),
        ]
        for bot, ending, sentence in cases:
            result = match(bot, first, games=2, time="move=100ms" if bot is slow else "none")
            self.assertEqual(result.losses, 2)
            for game in result.games:
                self.assertEqual(game.ending, ending)
                self.assertIn(sentence, game.detail)

    def test_files_as_on_the_command_line(self):
        examples = pathlib.Path(__file__).parents[2] / "examples/bots"
        result = match(str(examples / "function_counter.py"), first, games=2, time="move=60s", sandbox=False)
        self.assertEqual(result.wins + result.draws + result.losses, 2)
        self.assertTrue(all(game.ending in ("line", "draw") for game in result.games), result.games[0].detail)

    def test_callback_that_raises_stops_the_match(self):
        def enough(game):
            raise KeyError(game.result)

        with self.assertRaises(KeyError):
            match("random", "random", games=100_000, time="none", on_game=enough)

    def test_ctrl_c_stops_a_match(self):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            match("engine", "engine", games=100, time="move=60s")

    def test_ctrl_c_reaches_a_function_that_never_returns(self):
        def forever(position):
            while True:
                pass

        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            match(forever, "random", games=2, time="none")

    def test_bad_arguments(self):
        cases = [
            (lambda: match("nobody", first), "there is no built-in bot 'nobody'"),
            (lambda: match(first, "mcts:sims=x"), "sims"),
            (lambda: match(first, first, time="quick"), "quick"),
            (lambda: match(first, first, openings="nice"), "nice"),
            (lambda: match(first, first, games=0), "games: 0; 1 to"),
            (lambda: match(first, first, start="chess"), "unknown ruleset 'chess'"),
            (lambda: match(first, first, adjudicate="maybe"), "maybe"),
            (lambda: match(first, first, format="long"), "long"),
            (lambda: match(first, first, concurrency=0), "concurrency: 0; 1 to 1024 are possible"),
            (lambda: check("nobody"), "there is no built-in bot 'nobody'"),
            (lambda: check(first, games=1), "games: 1; 2 to 10000 are possible"),
        ]
        for call, sentence in cases:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))
        with self.assertRaisesRegex(TypeError, "a bot is a function of a position"):
            match(5, first)


class CheckTest(unittest.TestCase):
    def test_good_bot(self):
        report = check(first, games=4, time="move=5s")
        self.assertTrue(report.ok, str(report))
        self.assertIn("plays X", [line.check for line in report.lines])
        self.assertIn("ready to play", str(report))

    def test_bad_bot(self):
        report = check(lambda position: None, games=2)
        self.assertFalse(report.ok)
        self.assertTrue(any("returned None" in line.sentence for line in report.lines), str(report))

    def test_builtin_bot(self):
        self.assertTrue(check("random", games=2).ok)

    def test_ctrl_c(self):
        def slow(position):
            time.sleep(0.05)
            return first(position)

        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            check(slow, games=1000)


if __name__ == "__main__":
    unittest.main()
