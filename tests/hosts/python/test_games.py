# SPDX-License-Identifier: MIT
"""Every example plays full legal games as both sides, under every ruleset."""
import os
import random
import sys
import unittest

from host_process import EXAMPLES, NUMPY_PYTHON, PYTHON2, START, HostProcess, find_python3s
from plain_rules import RULESETS, Game


def example(name):
    return os.path.join(EXAMPLES, name)


def play_game(test, bot, ruleset, bot_side, seed, opening_plies=0):
    """One game of the bot against random moves. After a random opening the
    position is given as a bare text, as a match with openings may do."""
    chance = random.Random(seed)
    game = Game(ruleset)
    for _ in range(opening_plies):
        game.play(chance.choice(game.legal_moves()))
    base, base_length = game.text(), len(game.moves)
    test.assertEqual(bot.new_game(seed), "readyok")
    while game.legal_moves():
        if game.side == bot_side:
            played = game.moves[base_length:]
            moves = " moves " + " ".join(played) if played else ""
            answer = bot.go(base + moves, "xtime 60000 otime 60000 movetime 1000")
            test.assertTrue(answer.startswith("bestmove "), answer + "\n" + bot.log())
            game.play(answer.split()[1])
        else:
            game.play(chance.choice(game.legal_moves()))


class GameTest(unittest.TestCase):
    def play_all(self, bot, rulesets=RULESETS, seeds=2):
        with bot:
            self.assertEqual(bot.start(), "readyok", bot.log())
            for ruleset in rulesets:
                for side in "xo":
                    for seed in range(seeds):
                        with self.subTest(ruleset=ruleset, side=side, seed=seed):
                            play_game(self, bot, ruleset, side, seed, opening_plies=12 * seed)

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_select_move(self):
        self.play_all(HostProcess.of_file("select_move", example("select_move_tactician.py")))

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_best_move(self):
        self.play_all(HostProcess.of_file("best_move", example("best_move_seeker.py")), seeds=1)
        self.play_all(HostProcess.of_file("best_move", example("best_move_seeker.py")), ["standard"], seeds=2)

    def test_class_under_every_python3(self):
        for version, python in sorted(find_python3s().items()):
            with self.subTest(python=version):
                self.play_all(HostProcess.of_file("class", example("class_move_greedy.py"), python))

    def test_function_under_every_python3(self):
        for version, python in sorted(find_python3s().items()):
            with self.subTest(python=version):
                self.play_all(HostProcess.of_file("function", example("function_counter.py"), python))

    @unittest.skipUnless(PYTHON2, "no Python 2.7")
    def test_class_python2(self):
        bot = HostProcess.of_file("class", example("class_move_python2.py"), PYTHON2)
        self.play_all(bot)
        self.assertIn("and may choose from", bot.log())

    @unittest.skipUnless(PYTHON2, "no Python 2.7")
    def test_python3_examples_under_python2(self):
        self.play_all(HostProcess.of_file("class", example("class_move_greedy.py"), PYTHON2))
        self.play_all(HostProcess.of_file("function", example("function_counter.py"), PYTHON2))

    def test_plain_ugi(self):
        self.play_all(HostProcess([sys.executable, example("ugi_random.py")]), seeds=3)


class TwoBotsTest(unittest.TestCase):
    """Bots of different communities meet: every pair, both sides, no forfeit."""

    BOTS = [("class", "class_move_greedy.py"), ("function", "function_counter.py"),
            ("select_move", "select_move_tactician.py"), ("best_move", "best_move_seeker.py")]

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_every_pair(self):
        bots = [HostProcess.of_file(kind, example(name)) for kind, name in self.BOTS]
        for bot in bots:
            self.assertEqual(bot.start(), "readyok")
        for number, (first, second) in enumerate((a, b) for a in bots for b in bots if a is not b):
            self.play_pair(first, second, list(RULESETS)[number % len(RULESETS)])
        for bot in bots:
            bot.quit()

    def play_pair(self, first, second, ruleset):
        game = Game(ruleset)
        for bot in (first, second):
            bot.new_game()
        while game.legal_moves():
            bot = first if game.side == "x" else second
            moves = " moves " + " ".join(game.moves) if game.moves else ""
            answer = bot.go(START + ruleset + moves, "movetime 1000")
            self.assertTrue(answer.startswith("bestmove "), answer)
            game.play(answer.split()[1])


if __name__ == "__main__":
    unittest.main()
