# SPDX-License-Identifier: MIT
"""Every example bot that is a program plays whole legal games, on both sides, under all it promises."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from referee import (EMPTY_BOARD, Forfeit, Position, Process, RandomBot, UgiBot, perft,
                     play_game)

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, '..', '..', '..', 'examples', 'bots')
CHECKS = ['-Wall', '-Wextra', '-Werror', '-fsanitize=address,undefined',
          '-fno-sanitize-recover=all', '-g']


def setUpModule():
    global WORK
    WORK = tempfile.mkdtemp(prefix='ninefold-native-')


def tearDownModule():
    shutil.rmtree(WORK)


def tool(*names):
    """The first of these programs that exists; skips the test where none does."""
    for name in names:
        if shutil.which(name):
            return name
    raise unittest.SkipTest(' or '.join(names) + ' is missing')


def build(source, compiler, *options):
    program = os.path.join(WORK, source.replace('/', '-') + '.out')
    if not os.path.exists(program):
        subprocess.run([compiler] + list(options) + ['-o', program, os.path.join(EXAMPLES, source)],
                       check=True)
    return [program]


class RefereeTest(unittest.TestCase):
    def test_perft(self):
        expected = {'standard': 55080, 'open': 55080, 'correspondence': 22560}
        for ruleset, count in expected.items():
            depth = 3 if ruleset == 'correspondence' else 4
            self.assertEqual(perft(Position(ruleset), depth), count)


class UgiExamples:
    """The tests of one UGI bot; subclasses say how it is started."""

    def bot(self):
        return UgiBot(self.command()).start()

    def test_whole_games(self):
        with self.bot() as bot:
            rulesets = bot.options['Rules'].split(' var ')[1:]
            self.assertIn('correspondence', rulesets)
            for ruleset in rulesets:
                for seed in range(12):
                    bot.new_game(Seed=seed)
                    pair = (bot, RandomBot(seed))
                    play_game(*pair[::-1 if seed % 2 else 1], ruleset=ruleset, seed=seed,
                              opening=5 * (seed // 2))

    def test_tie_break_in_the_ruleset(self):
        with self.bot() as bot:
            bot.new_game()
            play_game(bot, RandomBot(1), tie_break='majority')
            play_game(RandomBot(2), bot, 'correspondence', tie_break='draw')

    def test_seed_repeats_the_game(self):
        games = []
        for _ in range(2):
            with self.bot() as bot:
                bot.new_game(Seed=12345)
                games.append(play_game(bot, RandomBot(1))[1])
        self.assertEqual(*games)

    def test_seeds_differ(self):
        with self.bot() as bot:
            firsts = set()
            for seed in range(20):
                bot.new_game(Seed=seed)
                firsts.add(bot.ask(EMPTY_BOARD + ' x - standard', []))
        self.assertGreater(len(firsts), 3)

    def test_start_position_by_option(self):
        with self.bot() as bot:
            bot.new_game(Rules='correspondence')
            for move in ((0, 4), (4, 8)):
                block = int(bot.ask('startpos', [move])[0])
                self.assertIn(block, (4,) if move[1] == 4 else (5, 7))

    def test_tactics(self):
        with self.bot() as bot:
            bot.new_game()
            board = '9/9/9/9/xx7/9/9/9/9 %s 4 standard'
            for side in 'xo':  # X wins the block there, O must prevent it
                self.assertEqual(bot.ask(board % side, []), '42')

    def test_no_moves_left(self):
        with self.bot() as bot:
            bot.new_game()
            full = '/'.join(['xoxxoooxx'] * 9)
            self.assertEqual(bot.ask(full + ' x - standard', []), 'none')

    def test_unknown_commands_and_long_games(self):
        with self.bot() as bot:
            for line in ('', 'xyzzy', 'stop', 'ponderhit'):
                bot.send(line)
            bot.send('isready\r')
            self.assertEqual(bot.until('readyok'), ['readyok'])

    def test_quit(self):
        with self.bot() as bot:
            bot.send('quit')
            self.assertEqual(bot.process.wait(10), 0)
            self.assertEqual(bot.stderr(), '')


class C(UgiExamples, unittest.TestCase):
    def command(self):
        return build('c/ugi_bot.c', tool('gcc', 'cc', 'clang'), '-std=c11', '-pedantic', *CHECKS)


class CPlusPlus(UgiExamples, unittest.TestCase):
    def command(self):
        return build('cpp/ugi_bot.cpp', tool('g++', 'c++', 'clang++'), '-std=c++17', *CHECKS)


class JavaScript(UgiExamples, unittest.TestCase):
    def command(self):
        return [tool('node'), os.path.join(EXAMPLES, 'javascript', 'ugi_bot.js')]


class JavaScriptModule(UgiExamples, unittest.TestCase):
    """The same file in a folder whose package.json makes every file a module."""

    def command(self):
        folder = tempfile.TemporaryDirectory(prefix='ninefold-module-')
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, 'package.json'), 'w', encoding='utf-8') as file:
            file.write('{"type": "module"}')
        return [tool('node'), shutil.copy(JavaScript.command(self)[1], folder.name)]


class Rust(UgiExamples, unittest.TestCase):
    def command(self):
        return build('rust/ugi_bot.rs', tool('rustc'), '--edition', '2021', '-D', 'warnings',
                     '-C', 'debug-assertions', '-O')


class Python(UgiExamples, unittest.TestCase):
    test_tactics = None  # it plays at random

    def command(self):
        return [sys.executable, os.path.join(EXAMPLES, 'ugi_random.py')]


def to_square(move):
    """(block, cell) to (row, column) on the whole board."""
    block, cell = move
    return block // 3 * 3 + cell // 3, block % 3 * 3 + cell % 3


def to_move(row, col):
    if not (0 <= row < 9 and 0 <= col < 9):
        raise Forfeit('illegal-move', '%d %d' % (row, col))
    return row // 3 * 3 + col // 3, row % 3 * 3 + col % 3


class CodinGameBot(Process):
    def choose(self, position, start, moves):
        del start
        self.send('%d %d' % (to_square(moves[-1]) if moves else (-1, -1)))
        legal = position.legal_moves()
        self.send(str(len(legal)))
        for move in legal:
            self.send('%d %d' % to_square(move))
        return to_move(*map(int, self.read().split()))


class CodinGame(unittest.TestCase):
    def test_whole_games(self):
        command = build('cpp/codingame_bot.cpp', tool('g++', 'c++', 'clang++'), '-std=c++17',
                        *CHECKS)
        wins = 0
        for seed in range(12):
            with CodinGameBot(command) as bot:
                pair = (bot, RandomBot(seed))
                end, _ = play_game(*pair[::-1 if seed % 2 else 1], tie_break='majority')
                wins += end.result() == ('o' if seed % 2 else 'x')
            self.assertEqual(bot.stderr(), '')
        self.assertGreaterEqual(wins, 4)


class RiddlesBot(Process):
    """`marks` maps '-', 'x' and 'o' to the referee's words: riddles.io's or theaigames'."""

    def begin(self, side, marks):
        self.marks = marks
        for line in ('timebank 10000', 'time_per_move 500', 'player_names player0,player1',
                     'your_bot player0', 'your_botid ' + marks[side]):
            self.send('settings ' + line)
        return self

    def choose(self, position, start, moves):
        del start
        squares = sorted(((to_square((b, c)), position.blocks[b][c])
                          for b in range(9) for c in range(9)))
        field = ','.join(self.marks[mark] for _, mark in squares)
        targets = position.targets()[0]
        macroboard = ','.join('-1' if b in targets else self.marks[position.owners[b]]
                              for b in range(9))
        for line in ('round %d' % (len(moves) // 2 + 1), 'move %d' % (len(moves) + 1),
                     'field ' + field, 'macroboard ' + macroboard):
            self.send('update game ' + line)
        self.send('action move 10000')
        word, col, row = self.read().split()
        assert word == 'place_move', word
        return to_move(int(row), int(col))


class Riddles(unittest.TestCase):
    DIALECTS = ({'-': '.', 'x': '0', 'o': '1'}, {'-': '0', 'x': '1', 'o': '2'})

    def test_whole_games(self):
        command = [tool('node'), os.path.join(EXAMPLES, 'javascript', 'riddles_bot.js')]
        wins = 0
        for seed in range(12):
            side = 'o' if seed % 2 else 'x'
            with RiddlesBot(command) as bot:
                bot.begin(side, self.DIALECTS[seed // 2 % 2])
                pair = (bot, RandomBot(seed))
                end, _ = play_game(*pair[::-1 if seed % 2 else 1], opening=seed // 4, seed=seed)
                wins += end.result() == side
            self.assertEqual(bot.stderr(), '')
        self.assertGreaterEqual(wins, 3)


if __name__ == '__main__':
    unittest.main()
