# SPDX-License-Identifier: MIT
"""Every way a bot can be at fault gives the right ending and a telling sentence."""
import os
import shutil
import sys
import tempfile
import textwrap
import unittest

from host_process import NUMPY_PYTHON, PYTHON2, START, HostProcess, find_python3s

MOVED = START + "standard moves 44"


class BotFolderTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ninefold_bots_")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, source):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(textwrap.dedent(source))
        return path

    def answer(self, interface, source, name="bot.py", position=MOVED, go="", python=None, options=(), suffix=""):
        """The bot's first answer that is not a plain yes: a forfeit or a bestmove."""
        path = self.write(name, source)
        with HostProcess.of_file(interface, path + suffix, python, options) as bot:
            answer = bot.start()
            if answer == "readyok":
                answer = bot.go(position, go)
            bot.quit()
            self.log = bot.log()
        return answer

    def check(self, answer, ending, *parts):
        self.assertTrue(answer.startswith("forfeit " + ending + " "), answer)
        for part in parts:
            self.assertIn(part, answer)


class HostileObjectTest(BotFolderTest):
    """What a bot returns or raises is an object of its own making."""

    def test_number_with_more_digits_than_python_writes(self):
        answer = self.answer("class", """
            class P:
                def move(self, a, b, c, d):
                    return (10 ** 5000, 0)
            """)
        self.check(answer, "illegal-move", "the row is a number of 16610 bits")

    def test_exception_without_text(self):
        for raised in ("ValueError", "SystemExit", "KeyboardInterrupt"):
            with self.subTest(raised):
                answer = self.answer("class", """
                    class Odd(Exception):
                        def __str__(self):
                            raise %s("no")
                        __repr__ = __str__
                    class P:
                        def move(self, a, b, c, d):
                            raise Odd()
                    """ % raised)
                self.check(answer, "crash", "move() of P raised Odd", "at line 8")

    def test_answers_that_raise(self):
        for method in ("__index__", "__iter__"):
            with self.subTest(method):
                answer = self.answer("class", """
                    class Odd(tuple):
                        def %s(self):
                            raise SystemExit("no")
                        def __repr__(self):
                            raise SystemExit("no")
                    class P:
                        def move(self, a, b, c, d):
                            return %s
                    """ % (method, "Odd((0, 0))" if method == "__iter__" else "(Odd(), 0)"))
                self.check(answer, "garbage", "raises SystemExit")

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_answers_that_end_the_program_when_looked_at(self):
        answer = self.answer("select_move", """
            class Odd:
                @property
                def x(self):
                    raise SystemExit(0)
                index_local_board = 4
            def select_move(s, t): return Odd()
            """)
        self.check(answer, "crash", "an answer", "sys.exit(0) at line 5")
        for metadata in ("Odd()", "{Key(): 1}"):
            answer = self.answer("best_move", """
                class Odd(dict):
                    def __bool__(self): raise SystemExit(0)
                class Key:
                    def __str__(self): raise SystemExit(0)
                class E:
                    @property
                    def name(self): raise SystemExit(0)
                    def best_move(self, b, t): return (4, 0), %s
                """ % metadata)
            self.assertEqual(answer, "bestmove 40")

    def test_answers_without_end_or_memory(self):
        for step, ending, words in (("yield 0", "garbage", "too many parts"),
                                    ("raise MemoryError()", "memory", "Odd that ran out of memory")):
            with self.subTest(step):
                answer = self.answer("class", """
                    class Odd(tuple):
                        def __iter__(self):
                            while True:
                                %s
                    class P:
                        def move(self, a, b, c, d):
                            return Odd((0, 0))
                    """ % step)
                self.check(answer, ending, words)


class StartTest(BotFolderTest):
    def test_syntax_error_names_the_line(self):
        answer = self.answer("class", "class P:\n    def move(self, a, b, c, d):\n        return (1,\n", python=sys.executable)
        self.check(answer, "start-failed", "bot.py", "line 3")

    def test_folder_that_cannot_be_written_to(self):
        source = "import errno, os\nraise IOError(errno.EROFS, os.strerror(errno.EROFS), 'debug.log')\n"
        self.check(self.answer("class", source), "start-failed", "debug.log", "line 2", "tempfile.gettempdir()")

    def test_file_that_is_nested_too_deeply(self):
        for value in ("-" * 100000 + "1", "+".join("1" * 200000)):
            source = "x = %s\ndef Player(board, T, won):\n    return 4, 0\n" % value
            self.check(self.answer("function", source), "start-failed", "bot.py", "nested too deeply")

    def test_python2_code_under_python3_is_called_so(self):
        answer = self.answer("class", "class P:\n  def move(self, a, b, c, d):\n    print 'x'\n", python=sys.executable)
        self.check(answer, "start-failed", "line 3", "Python 2 code", sys.executable)

    def test_every_python_words_a_syntax_error(self):
        for version, python in find_python3s().items():
            with self.subTest(python=version):
                self.check(self.answer("class", "x = = 1\n", python=python), "start-failed", "line 1")

    def test_no_bot(self):
        answer = self.answer("class", "def helper():\n    pass\nclass Box:\n    pass\n")
        self.check(answer, "start-failed", "no bot for interface class", "move(self, temp_board", "helper", "Box")

    def test_wrong_parameter_count_is_no_bot(self):
        self.check(self.answer("class", "class P:\n    def move(self, a):\n        pass\n"), "start-failed", "no bot")

    def test_two_candidates(self):
        source = """
            class A:
                def move(self, a, b, c, d): return (0, 0)
            class B:
                def move(self, a, b, c, d): return (0, 0)
        """
        self.check(self.answer("class", source), "start-failed", "A (line 3)", "B (line 5)", "class:bot.py#A")
        self.assertEqual(self.answer("class", source, suffix="#B"), "bestmove 00")
        self.check(self.answer("class", source, suffix="#C"), "start-failed", "no 'C'", "A, B")

    def test_keyboard_player_and_base_class_do_not_count(self):
        source = """
            class Manual_player:
                def move(self, a, b, c, d): return (0, 0)
            class Base:
                def move(self, a, b, c, d): return (1, 1)
            class Team(Base):
                pass
        """
        self.assertEqual(self.answer("class", source), "bestmove 04")

    def test_missing_module(self):
        answer = self.answer("function", "import os\nimport no_such_thing\ndef Player(b, t, w): return 0, 0\n")
        self.check(answer, "start-failed", "no_such_thing", "line 2", "Python 3")

    def test_a_module_that_is_another_bot_is_called_so(self):
        # As the sandbox shows the files of other bots.
        os.symlink("/dev/null", os.path.join(self.folder, "rival.py"))
        answer = self.answer("function", "import rival\ndef Player(b, t, w): return 0, 0\n")
        self.check(answer, "start-failed", "'rival' (line 1)", "another bot", "do not see each other's files")

    def test_error_at_import(self):
        answer = self.answer("function", "x = 1 // 0\n")
        self.check(answer, "start-failed", "ZeroDivisionError", "line 1")
        self.assertIn("Traceback", self.log)

    def test_exit_at_import(self):
        self.check(self.answer("function", "import sys\nsys.exit(3)\n"), "start-failed", "sys.exit(3)", "line 2")

    def test_constructor_that_throws(self):
        source = """
            class P:
                def __init__(self): raise ValueError("no book found")
                def move(self, a, b, c, d): return (0, 0)
        """
        self.check(self.answer("class", source), "start-failed", "constructor of P", "no book found", "line 3")
        self.assertIn("Traceback", self.log)

    def test_file_that_is_not_there(self):
        with HostProcess.of_file("class", os.path.join(self.folder, "nobody.py")) as bot:
            self.check(bot.start(), "start-failed", "cannot read", "nobody.py")

    def test_bad_bot_keeps_answering(self):
        path = self.write("bot.py", "x = = 1\n")
        with HostProcess.of_file("class", path) as bot:
            self.check(bot.ask("ugi", "ugiok"), "start-failed")
            self.check(bot.ask("isready", "readyok"), "start-failed")
            self.check(bot.go(MOVED), "start-failed")

    def test_numpy_missing_is_named(self):
        without = [p for p in find_python3s().values() if p != NUMPY_PYTHON and "pyenv" in p]
        if not without:
            self.skipTest("every Python here has numpy")
        answer = self.answer("select_move", "def select_move(s, t): return None\n", python=without[0])
        if answer.startswith("forfeit"):
            self.check(answer, "start-failed", "numpy", without[0])

    def test_usage_errors(self):
        import subprocess
        from host_process import HOST
        for words in (["x.py"], ["--interface", "nonsense", "x.py"], ["--interface", "class"], ["--what"]):
            done = subprocess.run([sys.executable, HOST] + words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr.startswith(b"ninefold_host: "), done.stderr)


class ClassAnswerTest(BotFolderTest):
    def returns(self, text, python=None):
        return self.answer("class", "class P:\n    def move(self, board, block, old, flag):\n        " + text + "\n",
                           position=START + "correspondence moves 44", python=python)

    def test_wrong_answers(self):
        self.check(self.returns("pass"), "garbage", "None", "(row, col)")
        self.check(self.returns("return 'e5'"), "garbage", "'e5'", "str")
        self.check(self.returns("return [3, 3]"), "garbage", "list", "tuple")
        self.check(self.returns("return (3, 3, 3)"), "garbage", "3 parts")
        self.check(self.returns("return (3.0, 3)"), "garbage", "the row is 3.0", "float", "//")
        self.check(self.returns("return (3, '4')"), "garbage", "the column is '4'")
        self.check(self.returns("return (True, 3)"), "garbage", "bool")
        self.check(self.returns("return (9, 3)"), "illegal-move", "the row is 9", "0..8")
        self.check(self.returns("return (3, -1)"), "illegal-move", "the column is -1")
        self.assertEqual(self.returns("return (3, 3)"), "bestmove 40")

    def test_exceptions(self):
        self.check(self.returns("return board[99]"), "crash", "IndexError", "line 3", "move() of P")
        self.assertIn("Traceback", self.log)
        self.assertNotIn("class_bot.py", self.log)
        self.check(self.returns("raise SystemExit"), "crash", "sys.exit")
        self.check(self.returns("raise MemoryError"), "memory", "memory")
        self.check(self.returns("return self.move(board, block, old, flag)"), "crash", "RecursionError")
        self.check(self.returns("return input()"), "crash", "keyboard input")

    def test_tampering(self):
        self.check(self.returns("board[0][0] = flag; return (3, 3)"), "tampering", "temp_board", "copy")
        self.check(self.returns("block.append('x'); return (3, 3)"), "tampering", "temp_block")
        self.check(self.returns("block[4] = 'x'; return None"), "tampering", "temp_block")
        self.assertEqual(self.returns("board[0][0] = flag; board[0][0] = '-'; return (3, 3)"), "bestmove 40")
        equal = "type('Any', (), {'__eq__': lambda a, b: True, '__ne__': lambda a, b: False})()"
        self.check(self.returns("board[0][0] = %s; return (3, 3)" % equal), "tampering", "temp_board")
        self.check(self.returns("block[0] = %s; return (3, 3)" % equal), "tampering", "temp_block")

    def test_arguments(self):
        text = ("assert old == (4, 4) and flag == 'o' and block == ['-'] * 9; "
                "assert board[4][4] == 'x' and sum(r.count('-') for r in board) == 80; return (3, 3)")
        self.assertEqual(self.returns(text), "bestmove 40")

    def test_game_goes_on_after_a_forfeit(self):
        path = self.write("bot.py", """
            class P:
                def __init__(self): self.calls = 0
                def move(self, a, b, c, d):
                    self.calls += 1
                    if self.calls == 2: raise ValueError
                    return (3, 3)
        """)
        with HostProcess.of_file("class", path) as bot:
            bot.start()
            self.assertEqual(bot.go(MOVED), "bestmove 40")
            self.check(bot.go(MOVED), "crash", "ValueError")
            self.assertEqual(bot.new_game(), "readyok")
            self.assertEqual(bot.go(MOVED), "bestmove 40")  # a new object

    @unittest.skipUnless(PYTHON2, "no Python 2.7")
    def test_python2(self):
        self.assertEqual(self.returns("print flag; return (3L, 3)", PYTHON2), "bestmove 40")
        self.check(self.returns("raise ValueError, 'bad \\xc3\\xa9'", PYTHON2), "crash", "ValueError")
        self.check(self.returns("raise ValueError(u'bad \\xe9')", PYTHON2), "crash", "ValueError")
        self.check(self.returns("return (3.5, 3)", PYTHON2), "garbage", "float")
        self.check(self.returns("import nowhere", PYTHON2), "crash", "nowhere")
        self.check(self.returns("board[0][0] = 'x'; return (3, 3)", PYTHON2), "tampering")
        self.check(self.answer("class", "import nowhere\n", python=PYTHON2), "start-failed", "nowhere", "Python 2.7")
        self.check(self.answer("class", "def f(:\n", python=PYTHON2), "start-failed", "line 1")


class FunctionAnswerTest(BotFolderTest):
    def returns(self, text, position=MOVED):
        return self.answer("function", "def Player(board, T, won):\n    " + text + "\n", position=position)

    def test_answers(self):
        self.assertEqual(self.returns("return 4, 0"), "bestmove 40")
        self.assertEqual(self.returns("return [4, 0]"), "bestmove 40")
        self.check(self.returns("return None"), "garbage", "None")
        self.check(self.returns("return 40"), "garbage", "40", "int")
        self.check(self.returns("return 4, 9"), "illegal-move", "the cell is 9")
        self.check(self.returns("return 4.0, 0"), "garbage", "float")

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_numpy(self):
        self.assertEqual(self.returns("import numpy; return numpy.int64(4), numpy.int8(1)"), "bestmove 41")
        self.assertEqual(self.returns("import numpy; return numpy.array([4, 1])"), "bestmove 41")
        self.check(self.returns("import numpy; return numpy.float64(4), 1"), "garbage", "float")
        self.check(self.returns("import numpy; return numpy.bool_(1), 1"), "garbage", "bool")

    def test_arguments(self):
        text = "assert T == 4 and won == [0]*9 and board[4] == [0,0,0,0,1,0,0,0,0]; return 4, 0"
        self.assertEqual(self.returns(text), "bestmove 40")
        self.assertEqual(self.returns("return T, 0 // (T == 9)", START + "standard"), "forfeit illegal-move "
                         "the local board is 9, outside 0..8")
        won = "xxx6/xoxxoooxx/9/9/9/9/9/9/9 o - standard"
        self.assertEqual(self.returns("assert T == 9 and won == [1, 3] + [0]*7, (T, won); return 4, 0", won), "bestmove 40")

    def test_choice_of_function(self):
        helper = "def helper(a, b, c): return 0, 0\n"
        self.assertEqual(self.answer("function", helper + "def player1(b, t, w): return 4, 2\n"), "bestmove 42")
        self.assertEqual(self.answer("function", helper), "bestmove 00")
        two = "def Player1(b, t, w): return 4, 1\ndef Player2(b, t, w): return 4, 2\n"
        self.check(self.answer("function", two), "start-failed", "Player1 (line 1)", "Player2 (line 2)", "#Player1")
        self.assertEqual(self.answer("function", two, suffix="#Player2"), "bestmove 42")

    def test_foreign_rules_can_be_refused(self):
        source = "def Player(b, t, w): return 4, 0\n"
        answer = self.answer("function", source, position=START + "correspondence", options=["--refuse-foreign-rules"])
        self.check(answer, "start-failed", "standard", "correspondence")


@unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
class SelectMoveAnswerTest(BotFolderTest):
    def returns(self, text, position=MOVED, go=""):
        source = "from state import *\ndef select_move(s, t, winner=None):\n    " + text + "\n"
        return self.answer("select_move", source, position=position, go=go)

    def test_answers(self):
        self.assertEqual(self.returns("return s.get_valid_moves[0]"), "bestmove 40")
        self.assertEqual(self.returns("return UltimateTTT_Move(np.int64(4), np.int8(0), np.int32(1), -1.0)"), "bestmove 41")
        self.check(self.returns("return None"), "garbage", "None", "legal moves")
        self.check(self.returns("return (4, 0)"), "garbage", "tuple", "UltimateTTT_Move")
        self.check(self.returns("return 'a1'"), "garbage", "'a1'")
        self.check(self.returns("return UltimateTTT_Move(4, 0, 0, 1)"), "illegal-move", "value is 1", "O is to move")
        self.check(self.returns("return UltimateTTT_Move(4, 0, 3, -1)"), "illegal-move", "the column", "0..2")
        self.check(self.returns("return UltimateTTT_Move(9, 0, 0, -1)"), "illegal-move", "index_local_board is 9")
        self.check(self.returns("return UltimateTTT_Move(4, np.float64(1), 0, -1)"), "garbage", "float")
        self.check(self.returns("s.act_move(UltimateTTT_Move(0, 0, 0, -1))"), "crash", "ValueError")

    def test_own_move_class(self):
        text = "return type('M', (), dict(index_local_board=4, x=0, y=2, value=-1))()"
        self.assertEqual(self.returns(text), "bestmove 42")

    def test_none_when_the_game_is_over(self):
        over = "xxx6/xxx6/xxx6/9/9/9/9/9/9 o - standard"
        self.assertEqual(self.returns("assert s.game_over; return None", over), "bestmove none")

    def test_remaining_time(self):
        self.assertEqual(self.returns("assert t == 120; return s.get_valid_moves[0]"), "bestmove 40")
        go = "xtime 7000 otime 65500"
        self.assertEqual(self.returns("assert t == 65.5, t; return s.get_valid_moves[0]", go=go), "bestmove 40")

    def test_state_class_follows_the_ruleset(self):
        for ruleset, name in (("standard", "State_2"), ("open", "State"), ("standard+majority", "State_2")):
            text = "assert type(s).__name__ == '%s', type(s); return s.get_valid_moves[0]" % name
            self.assertEqual(self.returns(text, START + ruleset + " moves 44"), "bestmove 40")

    def test_previous_move(self):
        self.assertEqual(self.returns("assert s.previous_move is None; return s.get_valid_moves[0]", START + "open"), "bestmove 00")
        text = "p = s.previous_move; assert (p.index_local_board, p.x, p.y, p.value) == (0, 1, 2, 1); return s.get_valid_moves[0]"
        self.assertEqual(self.returns(text, "5x3/9/9/9/9/9/9/9/9 o 5 standard"), "bestmove 50")

    def test_changing_the_state_does_no_harm(self):
        path = self.write("bot.py", """
            def select_move(s, t):
                move = s.get_valid_moves[0]
                s.blocks[:] = 1
                s.global_cells[:] = 1
                s.player_to_move = 5
                return move
        """)
        with HostProcess.of_file("select_move", path) as bot:
            bot.start()
            self.assertEqual(bot.go(MOVED), "bestmove 40")
            self.assertEqual(bot.go(MOVED + " 40 00"), "bestmove 01")


@unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
class BestMoveAnswerTest(BotFolderTest):
    HEAD = "from engines.engine_base import BaseEngine\nfrom game.board import Board\nclass E(BaseEngine):\n"

    def returns(self, text, init="", go="", options=(), position=MOVED):
        source = self.HEAD + init + "    def best_move(self, board, time_limit):\n        " + text + "\n"
        return self.answer("best_move", source, go=go, options=options, position=position)

    def test_answers(self):
        self.assertEqual(self.returns("return (4, 0), {}"), "bestmove 40")
        self.assertEqual(self.returns("return next(board.get_legal_moves()), None"), "bestmove 40")
        self.check(self.returns("pass"), "garbage", "None", "(move, metadata)")
        self.check(self.returns("return (4, 0)"), "garbage", "(4, 0)", "metadata")
        self.check(self.returns("return None, {}"), "garbage", "None", "(block, cell)")
        self.check(self.returns("return '40', {}"), "garbage", "'40'")
        self.check(self.returns("return (4, 0.0), {}"), "garbage", "float")
        self.check(self.returns("return (4, 10), {}"), "illegal-move", "the cell is 10")
        self.check(self.returns("board.make_move((4, 4))"), "crash", "AssertionError")

    def test_metadata(self):
        path = self.write("bot.py", self.HEAD + """
    def best_move(self, board, time_limit):
        import numpy
        return (4, 0), {"evaluation": numpy.float32(0.5), "n": numpy.int64(3), 7: [numpy.zeros(2)],
                        "bad": float("nan"), "odd": object, "text": "a\\nb"}
""")
        with HostProcess.of_file("best_move", path) as bot:
            bot.start()
            bot.tell("position " + MOVED)
            bot.tell("go movetime 1000")
            lines = bot.read_until("bestmove")
        import json
        self.assertTrue(lines[0].startswith("info meta "))
        meta = json.loads(lines[0][len("info meta "):])
        self.assertEqual((meta["evaluation"], meta["n"], meta["7"], meta["bad"]), (0.5, 3, [[0.0, 0.0]], None))
        self.assertEqual((len(lines), meta["text"]), (2, "a\nb"))

    def test_metadata_that_the_referee_would_not_keep_is_shortened(self):
        for parts in (5, 199):
            path = self.write("bot.py", self.HEAD + "    def best_move(self, board, time_limit):\n"
                              "        return (4, 0), {'evaluation': 1, 'x': {i: 'y' * 900 for i in range(%d)}}\n" % parts)
            with HostProcess.of_file("best_move", path) as bot:
                bot.start()
                bot.tell("position " + MOVED)
                bot.tell("go")
                self.assertEqual(bot.read_until("bestmove")[0], 'info meta {"evaluation": 1, "shortened": true}')

    def test_time_limit(self):
        self.assertEqual(self.returns("assert time_limit == 90; return (4, 0), {}"), "bestmove 40")
        self.assertEqual(self.returns("assert time_limit == 22.5; return (4, 0), {}", go="movetime 22500"), "bestmove 40")
        self.assertEqual(self.returns("assert time_limit < 4; return (4, 0), {}", go="xtime 60000 otime 60000"), "bestmove 40")
        both = "movetime 10000 xtime 120000 otime 4000"  # the one that is tighter
        self.assertEqual(self.returns("assert time_limit < 0.3; return (4, 0), {}", go=both), "bestmove 40")
        self.assertEqual(self.returns("assert time_limit == 0.1; return (4, 0), {}",
                                      go="movetime 100 xtime 9000 otime 9000"), "bestmove 40")

    def test_names_that_the_constructor_sets_are_told_with_readyok(self):
        move = "    def best_move(self, board, time_limit):\n        return (4, 0), {}\n"
        named = "    def __init__(self, seed): self.name, self.player = 'Ada %d' % seed, 'Charles'\n"
        with HostProcess.of_file("best_move", self.write("bot.py", self.HEAD + named + move)) as bot:
            bot.tell("ugi")
            self.assertIn("id author unknown", bot.read_until("ugiok"))
            for game in (0, 1):
                bot.tell("setoption name GameNumber value %d\nuginewgame\nisready" % game)
                self.assertEqual(bot.read_until("readyok"), ["id name Ada %d" % game, "id author Charles", "readyok"])
            bot.tell("isready")
            self.assertEqual(bot.read_until("readyok"), ["readyok"])
        shy = "    @property\n    def name(self): raise KeyError('name')\n"
        with HostProcess.of_file("best_move", self.write("bot.py", self.HEAD + shy + move)) as bot:
            self.assertEqual(bot.start(), "readyok")
            self.assertEqual(bot.go(MOVED), "bestmove 40")

    def test_constructor_arguments(self):
        init = "    def __init__(self, %s): self.got = %s\n"
        for name in ("seed", "random_seed=None", "rng_seed=7", "game_num", "*, seed", "board_start: int"):
            plain = name.split("=")[0].split(":")[0].strip("* ,")
            path = self.write("bot.py", self.HEAD + init % (name, plain) +
                              "    def best_move(self, board, time_limit):\n        return (4, self.got), {}\n")
            with self.subTest(name=name), HostProcess.of_file("best_move", path) as bot:
                self.assertEqual(bot.start(game_number=3), "readyok", bot.log())
                self.assertEqual(bot.go(MOVED), "bestmove 43")
                bot.new_game(5)
                self.assertEqual(bot.go(MOVED), "bestmove 45")
        two = init % ("depth, style", "(depth, style)")
        self.check(self.returns("return (4, 0), {}", two), "start-failed", "depth and style", ":depth=VALUE,style=VALUE")
        text = "assert self.got == (3, 'wild'); return (4, 0), {}"
        self.assertEqual(self.returns(text, two, options=["--arg", "depth=3", "--arg", "style=wild"]), "bestmove 40")

    def test_board(self):
        text = ("assert board.prev_move == (4, 4) and board.current_board == 4 and board.move_count == 1; "
                "assert board.turn() == 1 and board.board.dtype == 'int16'; return (4, 0), {}")
        self.assertEqual(self.returns(text), "bestmove 40")

    def test_inside_a_package_with_the_originals_beside(self):
        self.write("home/engines/engine_base.py", "raise RuntimeError('the original must not be used')\n")
        self.write("home/game/board.py", "raise RuntimeError('the original must not be used')\n")
        self.write("home/game/extra.py", "SIX = 6\n")
        self.write("home/engines/sibling.py", "from .engine_base import BaseEngine\nTWO = 2\n")
        self.write("home/engines/plain.py", "THREE = 3\n")
        self.write("home/top.py", "ONE = 1\n")
        source = ("from .engine_base import BaseEngine\nfrom .sibling import TWO\nfrom engines.sibling import TWO\n"
                  "import plain, top, os\nfrom game.extra import SIX\nfrom game.board import Board\n"
                  "class Mine(BaseEngine):\n    def best_move(self, board, time_limit):\n"
                  "        assert os.path.exists('top.py')\n        return (4, TWO), {}\n")
        self.assertEqual(self.answer("best_move", source, name="home/engines/mine.py"), "bestmove 42", getattr(self, "log", ""))
        self.write("alone/engine_base.py", "raise RuntimeError('the original must not be used')\n")
        self.write("alone/sibling.py", "TWO = 2\n")
        source = ("from .engine_base import BaseEngine\nfrom .sibling import TWO\n"
                  "class Mine(BaseEngine):\n    def best_move(self, board, time_limit):\n        return (4, TWO), {}\n")
        self.assertEqual(self.answer("best_move", source, name="alone/mine.py"), "bestmove 42", getattr(self, "log", ""))


class ChannelTest(BotFolderTest):
    def test_prints_never_reach_the_referee(self):
        source = """
            import os, sys, subprocess
            print("bestmove 00")
            os.write(1, b"garbage from the descriptor\\n")
            sys.__stdout__.write("garbage from __stdout__\\n")
            subprocess.call(["echo", "garbage from a child"])
            def Player(board, T, won):
                print("thinking \\u265e", flush=True)
                os.write(1, b"bestmove 99\\n")
                return 4, 0
        """
        self.assertEqual(self.answer("function", source, python=sys.executable), "bestmove 40")
        for text in ("bestmove 00", "descriptor", "__stdout__", "a child", "thinking \u265e", "bestmove 99"):
            self.assertIn(text, self.log)

    @unittest.skipUnless(PYTHON2, "no Python 2.7")
    def test_python2_prints_any_letter(self):
        source = """
            import sys
            print u"loading \\u265e", 1,
            print "and", u"\\xe9"
            def Player(board, T, won):
                print >>sys.stderr, u"thinking \\u265e"
                sys.stdout.writelines([u"\\u265f ", "plain"])
                return 4, 0
        """
        self.assertEqual(self.answer("function", source, python=PYTHON2), "bestmove 40")
        for text in ("loading \u265e 1 and \xe9", "thinking \u265e", "\u265f plain"):
            self.assertIn(text, self.log)

    @unittest.skipUnless(NUMPY_PYTHON, "no numpy")
    def test_names_that_numpy_dropped(self):
        self.write("brain.py", "import numpy\ndef cell(cells): return list(cells).index(numpy.float(0))\n")
        for source in ("""
            import numpy as np
            CELLS = np.zeros(9, dtype=np.int)
            def Player(board, T, won):
                return 4, np.int(CELLS[1]) if np.Inf > 0 and np.bool(1) else 9
        """, """
            import brain
            def Player(board, T, won): return 4, brain.cell(board[4])
        """):
            self.assertEqual(self.answer("function", source, python=NUMPY_PYTHON), "bestmove 40")

    def test_input_is_empty(self):
        source = "import sys\nx = sys.stdin.read()\ndef Player(b, t, w): return 4, len(x + sys.stdin.read())\n"
        self.assertEqual(self.answer("function", source), "bestmove 40")

    def test_helpers_and_files_beside_the_bot(self):
        self.write("brain.py", "CELL = 3\n")
        self.write("book.txt", "4")
        source = "from brain import CELL\nBLOCK = int(open('book.txt').read())\ndef Player(b, t, w): return BLOCK, CELL\n"
        self.assertEqual(self.answer("function", source), "bestmove 43")
        self.assertEqual(sorted(os.listdir(self.folder)), ["book.txt", "bot.py", "brain.py"])  # nothing left behind

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_our_state_wins_over_the_original(self):
        self.write("state.py", "raise RuntimeError('the original must not be used')\n")
        source = "from state import State_2\ndef select_move(s, t): return State_2(s).get_valid_moves[1]\n"
        self.assertEqual(self.answer("select_move", source), "bestmove 41")

    @unittest.skipUnless(NUMPY_PYTHON, "no Python with numpy")
    def test_the_bots_folder_is_the_first_of_the_path(self):
        self.write("book.txt", "3")
        read = "import os, sys\nCELL = int(open(os.path.join(sys.path[0], 'book.txt')).read())\n"
        source = read + "def select_move(s, t): return s.get_valid_moves[CELL]\n"
        self.assertEqual(self.answer("select_move", source), "bestmove 43")
        source = read + "class E:\n    def best_move(self, b, t): return (4, CELL), {}\n"
        self.assertEqual(self.answer("best_move", source), "bestmove 43")

    def test_state_beside_a_class_bot_is_its_own(self):
        self.write("state.py", "ROW = 3\n")
        source = "import state\nclass P:\n    def move(self, a, b, c, d): return (state.ROW, 3)\n"
        self.assertEqual(self.answer("class", source), "bestmove 40")

    def test_a_file_named_like_a_library(self):
        source = "import copy\ndef Player(b, t, w): return copy.copy((4, 0))\n"
        self.assertTrue(self.answer("function", source, name="my-bot.v2.py").startswith("bestmove"))
        self.assertEqual(self.answer("function", "def Player(b, t, w): return 4, 0\n", name="os.py"), "bestmove 40")

    def test_forgotten_alarm_and_fork(self):
        source = """
            import os, signal
            def ring(*_): raise RuntimeError("too late")
            def Player(board, T, won):
                signal.signal(signal.SIGALRM, ring)
                signal.setitimer(signal.ITIMER_REAL, 0.05)
                os.fork()
                return 4, 0
        """
        path = self.write("bot.py", source)
        with HostProcess.of_file("function", path, sys.executable) as bot:
            bot.start()
            self.assertEqual(bot.go(MOVED), "bestmove 40")
            self.assertEqual(bot.ask("isready", "readyok", "bestmove"), "readyok")
            self.assertEqual(bot.go(MOVED), "bestmove 40")

    def test_main_block_does_not_run(self):
        source = "def Player(b, t, w): return 4, 0\nif __name__ == '__main__':\n    raise SystemExit(1)\n"
        self.assertEqual(self.answer("function", source), "bestmove 40")

    def test_threads_do_not_keep_the_host_alive(self):
        source = ("import threading, time\nthreading.Thread(target=time.sleep, args=(100,)).start()\n"
                  "def Player(b, t, w): return 4, 0\n")
        self.assertEqual(self.answer("function", source), "bestmove 40")

    def test_seed_makes_games_repeatable(self):
        path = self.write("bot.py", "import random\ndef Player(b, t, w): return 4, random.randrange(4)\n")
        with HostProcess.of_file("function", path) as bot:
            bot.start()
            runs = []
            for _ in range(2):
                bot.tell("setoption name Seed value 77")
                bot.new_game()
                runs.append([bot.go(MOVED) for _ in range(12)])
        self.assertEqual(runs[0], runs[1])

    def test_unknown_commands_and_bad_positions(self):
        path = self.write("bot.py", "def Player(b, t, w): return 4, 0\n")
        with HostProcess.of_file("function", path) as bot:
            bot.start()
            for line in ("", "hello there", "stop", "ponderhit", "setoption name", "position", "debug on"):
                bot.tell(line)
            self.assertEqual(bot.ask("isready", "readyok"), "readyok")
            for position in ("9/9 x - standard", "startpos moves 4x", "startpos moves 44 44", START + "chess"):
                self.assertEqual(bot.go(position), "bestmove none", position)
            self.assertEqual(bot.go("startpos moves 44"), "bestmove 40")


if __name__ == "__main__":
    unittest.main()
