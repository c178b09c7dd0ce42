# SPDX-License-Identifier: MIT
"""recognise.py reads bots of every kind, Python 2 and broken files included."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

from host_process import EXAMPLES, PYTHON2, RECOGNISE, find_python3s


class RecogniseTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ninefold_recognise_")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, source):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(textwrap.dedent(source))
        return path

    def run_on(self, path, *options, python=sys.executable):
        done = subprocess.run([python, "-S", "-E", RECOGNISE] + list(options) + [path], stdout=subprocess.PIPE, timeout=60)
        return json.loads(done.stdout.decode())

    def recognise(self, source, *options):
        return self.run_on(self.write("bot.py", source), *options)

    def advice_on(self, path, *options):
        done = subprocess.run([sys.executable, "-S", "-E", RECOGNISE] + list(options) + [path],
                              stdout=subprocess.PIPE, timeout=20)
        self.assertEqual(done.returncode, 2)
        return json.loads(done.stdout.decode())["advice"]

    def huge(self, name):
        path = self.write(name, "def select_move(s, t): pass\n")
        os.truncate(path, 6 << 30)  # takes no room on the disk
        return path

    def test_what_need_not_end_is_not_read(self):
        self.assertIn("bot.py is too large", self.advice_on(self.huge("bot.py")))
        pipe = os.path.join(self.folder, "pipe.py")
        os.mkfifo(pipe)
        self.assertIn("not a regular file", self.advice_on(pipe))
        for device in ("/dev/zero", "/dev/null"):
            link = os.path.join(self.folder, "link.py")
            os.symlink(device, link)
            self.assertIn("not a regular file", self.advice_on(link))
            os.remove(link)
        os.symlink("/proc/kmsg", link)  # a regular file that may wait for the kernel
        self.assertIn("no bot found", self.run_on(link)["advice"])

    def test_helpers_that_need_not_end_are_not_read(self):
        self.huge("helper.py")
        bot = self.write("bot.py", "import helper\ndef select_move(s, t): pass\n")
        self.assertIn("helper.py is too large", self.advice_on(bot))
        self.assertIn("helper.py is too large", self.advice_on(bot, "--allow", "random"))
        for make in (lambda path: os.symlink("/proc/kmsg", path), lambda path: os.symlink("/dev/zero", path), os.mkfifo):
            os.remove(os.path.join(self.folder, "helper.py"))
            make(os.path.join(self.folder, "helper.py"))
            self.assertEqual(self.run_on(bot)["helpers"], [])

    def test_helpers_outside_the_folder_are_not_read(self):
        other = tempfile.mkdtemp(prefix="ninefold_recognise_")
        self.addCleanup(shutil.rmtree, other)
        with open(os.path.join(other, "secret.py"), "w") as stream:
            stream.write("import hidden_module\n")
        os.symlink(os.path.join(other, "secret.py"), os.path.join(self.folder, "helper.py"))
        report = self.recognise("import helper\ndef select_move(s, t): pass\n", "--allow", "random")
        self.assertEqual(report["helpers"], [])
        self.assertEqual([v["module"] for v in report["violations"]], ["helper"])

    def test_no_number_of_helpers_hides_one(self):
        for i in range(400):
            self.write("h%d.py" % i, "import h%d\n" % (i + 1))
        self.write("h400.py", "import socket\n")
        bot = self.write("bot.py", "import h0\ndef select_move(s, t): pass\n")
        self.assertIn("more than 200 modules", self.advice_on(bot, "--allow", "random"))
        self.assertEqual(len(self.run_on(bot)["helpers"]), 200)

    def test_a_helper_named_as_an_allowed_module_is_checked(self):
        self.write("random.py", "import socket\n")
        report = self.recognise("import random\ndef select_move(s, t): pass\n", "--allow", "random")
        self.assertEqual([v["module"] for v in report["violations"]], ["socket"])

    def test_deep_nesting_is_said_in_words(self):
        for source in ("x = " + "-" * 100000 + "1\n", "x = " + "a." * 100000 + "b\n", "x = " + "(" * 50000 + ")" * 50000 + "\n"):
            report = self.recognise("def select_move(cur_state, remain_time):\n    return None\n" + source)
            self.assertEqual(report["choice"], {"interface": "select_move", "name": "select_move"})
            self.assertTrue(report["syntax_error"]["message"])

    def test_the_program_knows_the_same_interfaces(self):
        root = os.path.dirname(os.path.dirname(EXAMPLES))
        with open(os.path.join(root, "src/process/python_interface.h"), encoding="utf-8") as stream:
            known = re.findall(r'^    \{"(\w+)",\s+\{"', stream.read(), re.MULTILINE)
        report = self.recognise("def select_move(cur_state, remain_time):\n    return None\n")
        self.assertEqual(sorted(known), sorted(report["terms"]))

    def test_examples(self):
        expected = {"select_move_tactician.py": ("select_move", "select_move"), "class_move_greedy.py": ("class", "GreedyPlayer"),
                    "class_move_python2.py": ("class", "Player27"), "function_counter.py": ("function", "Player"),
                    "best_move_seeker.py": ("best_move", "Seeker"), "ugi_random.py": None}
        pythons = list(find_python3s().values()) + ([PYTHON2] if PYTHON2 else [])
        for python in pythons:
            for name, choice in expected.items():
                with self.subTest(python=python, name=name):
                    report = self.run_on(os.path.join(EXAMPLES, name), python=python)
                    wanted = choice and {"interface": choice[0], "name": choice[1]}
                    self.assertEqual(report["choice"], wanted, report)

    def test_python2_verdicts(self):
        report = self.run_on(os.path.join(EXAMPLES, "class_move_python2.py"))
        self.assertEqual(report["python2"]["verdict"], "certain")
        self.assertIn("print statement", [line["what"] for line in report["python2"]["lines"]])
        self.assertTrue(report["syntax_error"])
        self.assertEqual(self.run_on(os.path.join(EXAMPLES, "class_move_greedy.py"))["python2"]["verdict"], "no")
        self.assertEqual(self.recognise("for i in xrange(3): pass\n")["python2"]["verdict"], "likely")
        self.assertEqual(self.recognise("xrange = range\nfor i in xrange(3): pass\n")["python2"]["verdict"], "no")
        for line in ("print 'x'", "print x", "print >>f, x", "exec 'x'", "raise E, 'x'", "if a <> b: pass",
                     "x = `y`", "x = 10L", "x = 0777", "x = ur'a'", "try: x\nexcept E, e: pass"):
            with self.subTest(line=line):
                self.assertEqual(self.recognise(line + "\n")["python2"]["verdict"], "certain")
        for line in ("def f((a, b)): pass", "def f(a, (b, c)=(1, 2)): pass", "g = lambda (a, b): a"):
            with self.subTest(line=line):
                report = self.recognise(line + "\n")
                self.assertEqual((report["python2"]["verdict"], report["python2"]["lines"][0]["what"]),
                                 ("certain", "tuple parameter"))
        self.assertEqual(self.recognise("#!/usr/bin/python2\nx = 1\n")["python2"]["verdict"], "likely")
        tabs = "class A:\n        def f(self):\n\t\treturn 1\n\tdef g(self):\n\t\treturn 2\n"
        self.assertEqual(self.recognise("if 1:\n        x = 1\n\ty = 2\n")["python2"]["verdict"], "certain")
        self.assertEqual(self.recognise(tabs)["python2"]["verdict"], "certain")

    def test_python3_is_not_taken_for_python2(self):
        source = '''
            """print 'x' in a string, and `ticks`"""
            print("a", 1)
            print
            x = 0, 00, 0o17, 0x1L if False else 1
        '''.replace("0x1L", "0x1")
        report = self.recognise(source)
        self.assertEqual((report["python2"]["verdict"], report["syntax_error"]), ("no", None))

    def test_what_only_python3_has(self):
        for line in ("#!/usr/bin/env python3", "x = f'{y}'", "def f():\n    nonlocal x", "super().__init__()", "import queue",
                     "from typing import List", "t = time.perf_counter()", "print(x, end='')", "def f(a) -> int: pass",
                     "try: pass\nexcept FileNotFoundError: pass", "if x: print(1, file=sys.stderr)"):
            with self.subTest(line=line):
                self.assertEqual(len(self.recognise(line + "\n")["python3"]["lines"]), 1)
        for line in ("print('x', 1)", "x = a / b", "from __future__ import print_function\nprint(x, end='')",
                     "super(A, self).__init__()", "x = 'f'", "s = 'import queue'", "# #!python3"):
            with self.subTest(line=line):
                self.assertEqual(self.recognise(line + "\n")["python3"]["lines"], [])

    def test_helpers_are_read_too(self):
        self.write("brain.py", "import spine\n")
        self.write("spine.py", "print 'x'\n")
        self.write("stranger.py", "print 'y'\n")
        report = self.recognise("import brain\nclass A:\n    def move(self, a, b, c, d): pass\n")
        self.assertEqual([os.path.basename(path) for path in report["helpers"]], ["brain.py", "spine.py"])
        self.assertEqual(report["python2"], {"verdict": "certain",
                                             "lines": [{"file": "spine.py", "line": 1, "what": "print statement"}]})
        self.assertEqual(report["syntax_error"]["file"], "spine.py")

    def test_packages(self):
        report = self.recognise("import numpy.random, sklearn, PIL.Image, os, no_such_module\n")
        self.assertEqual(report["packages"], {"numpy": "python3-numpy", "sklearn": "python3-sklearn", "PIL": "python3-pil"})

    def test_candidates_have_lines(self):
        report = self.recognise("""
            class A(object):
                '''def move(self): in a docstring'''
                def __init__(self): pass
                def move(self, b, c,
                         d, e=None):
                    def move(x): pass
            class B:
                def move(self, *args): pass
            class C:
                def move(self, b): pass
        """)
        self.assertIsNone(report["choice"])
        self.assertEqual(report["candidates"], {"class": [{"name": "A", "line": 2}, {"name": "B", "line": 8}]})
        self.assertIn("class:FILE#A (line 2)", report["advice"])

    def test_inheritance(self):
        report = self.recognise("""
            class Base:
                def move(self, a, b, c, d): pass
            class Team(Base):
                pass
            class Manual_player:
                def move(self, a, b, c, d): pass
        """)
        self.assertEqual(report["choice"], {"interface": "class", "name": "Team"})

    def test_inheritance_from_a_helper(self):
        self.write("search.py", "from base import Base\nclass Search(Base): pass\n")
        self.write("base.py", "class Base(Search):\n    def best_move(self, board, time_limit): pass\n")
        report = self.recognise("import search\nclass Search(search.Search): pass\n"
                                "class Deep(Search):\n    depth = 3\nclass Node: pass\n")
        self.assertEqual(report["choice"], {"interface": "best_move", "name": "Deep"})
        self.write("engine_base.py", "class BaseEngine:\n    def best_move(self, board, time_limit): pass\n")
        report = self.recognise("from engine_base import BaseEngine\nclass Node(BaseEngine): pass\n")
        self.assertIsNone(report["choice"])

    def test_functions(self):
        self.assertEqual(self.recognise("def ada(board, T, won): pass\n")["choice"], {"interface": "function", "name": "ada"})
        helper = self.recognise("def check_line(cells, row, mark): pass\n")
        self.assertEqual((helper["choice"], helper["interfaces"]), (None, []))
        self.assertIn("function:FILE#check_line (line 1)", helper["advice"])
        self.assertEqual(self.recognise("def f(a, b, c): pass\ndef Player(a, b, c, d=1): pass\n")["choice"]["name"], "Player")
        two = self.recognise("def Player1(a, b, c): pass\ndef Player2(a, b, c): pass\n")
        self.assertEqual([c["name"] for c in two["candidates"]["function"]], ["Player1", "Player2"])
        mixed = self.recognise("def helper(a, b, c): pass\ndef select_move(s, t): pass\n")
        self.assertEqual(mixed["choice"], {"interface": "select_move", "name": "select_move"})
        typed = self.recognise("def select_move(s: 'Dict[int, str]', t: float = 1.0, *, k) -> 'x': pass\n")
        self.assertEqual(typed["choice"]["interface"], "select_move")

    def test_keyboard_players_are_no_bots(self):
        for name in ("ManualPlayer", "Manual_player", "HumanPlayer", "human", "manual_player1"):
            with self.subTest(name=name):
                methods = "    def move(self, a, b, c, d): pass\n"
                both = self.recognise("class %s:\n%sclass Team31:\n%s" % (name, methods, methods))
                self.assertEqual(both["choice"], {"interface": "class", "name": "Team31"})
        self.assertEqual(self.recognise("class ManualPlayer:\n" + methods)["choice"]["name"], "ManualPlayer")

    def test_keyboard_players_beside_another_interface(self):
        keyboard = ("class ManualPlayer:\n    def move(self, a, b, c, d): pass\n"
                    "class HumanPlayer:\n    def best_move(self, board, time_limit): pass\n")
        for bot, choice in (("def select_move(s, t): pass\n", ("select_move", "select_move")),
                            ("def ada(board, T, won): pass\n", ("function", "ada")),
                            ("class Ada:\n    def best_move(self, board, time): pass\n", ("best_move", "Ada"))):
            with self.subTest(bot=bot):
                report = self.recognise(keyboard + bot)
                self.assertEqual(report["choice"], {"interface": choice[0], "name": choice[1]}, report["advice"])
                self.assertNotIn("ManualPlayer", str(report["candidates"]))
        function = self.recognise("def ManualPlayer(board, T, won): pass\nclass Ada:\n"
                                  "    def move(self, a, b, c, d): pass\n")
        self.assertEqual(function["choice"], {"interface": "class", "name": "Ada"})

    def test_helpers_named_after_a_player_are_no_bots(self):
        helper = "def player_wins(cells, row, mark): pass\n"
        for bot, name in (("def select_move(s, t): pass\n", "select_move"), ("def ada(board, T, won): pass\n", "ada"),
                          ("class Team:\n    def move(self, a, b, c, d): pass\n", "Team")):
            with self.subTest(bot=bot):
                report = self.recognise(helper + bot)
                self.assertEqual((report["choice"] or {}).get("name"), name, report["advice"])
        self.assertIn("function:FILE#player_wins", self.recognise(helper)["advice"])
        for name in ("Player", "PlayerAda", "player", "player1", "player_2"):
            self.assertEqual(self.recognise("def %s(a, b, c): pass\n" % name)["choice"]["name"], name)

    def test_nothing(self):
        report = self.recognise("x = 1\n")
        self.assertIsNone(report["choice"])
        self.assertIn("no bot found", report["advice"])

    def test_broken_file_is_still_read(self):
        report = self.recognise("x = (1,\nclass A:\n    def move(self, a, b, c, d):\n        return (\n")
        self.assertEqual(report["choice"]["name"], "A")
        self.assertTrue(report["syntax_error"])

    def test_imports(self):
        report = self.recognise("""
            import os, numpy.random as r
            from a.b import (c,
                             d)
            from . import e
            from .f import g
            if True: import h; import i
            def inside():
                import j
            k = __import__("k")
            l = importlib.import_module("l.m")
            m = __import__(name)
            text = "import not_me"
            # import nor_me
            x = yield_from if from_ else import_
        """)
        self.assertEqual([(i["module"], i["line"]) for i in report["imports"]],
                         [("os", 2), ("numpy.random", 2), ("a.b", 3), (".", 5), (".f", 6), ("h", 7), ("i", 7), ("j", 9),
                          ("k", 10), ("l.m", 11), (None, 12)])

    def test_allow_list(self):
        self.write("brain.py", "import random\nimport socket\n")
        report = self.recognise("from __future__ import division\nimport random, os\nimport brain\nx = __import__(name)\n"
                                "class P:\n    def move(self, a, b, c, d): import subprocess\n",
                                "--allow", "random,copy,sys,signal")
        self.assertEqual([(v["file"], v["line"], v["module"]) for v in report["violations"]],
                         [("bot.py", 2, "os"), ("brain.py", 2, "socket"), ("bot.py", 4, None), ("bot.py", 6, "subprocess")])
        self.assertIn("bot.py, line 2: imports os", report["violations"][0]["sentence"])
        source = "from state import State\nimport numpy\ndef select_move(s, t): pass\n"
        self.assertEqual(self.recognise(source, "--allow", "numpy")["violations"], [])

    def test_compiled_extensions(self):
        for name in ("fast.cpython-311-x86_64-linux-gnu.so", "fast.pyd", "plain.txt"):
            self.write(name, "")
        report = self.recognise("x = 1\n")
        self.assertEqual(report["compiled_extensions"], ["fast.cpython-311-x86_64-linux-gnu.so", "fast.pyd"])

    def test_bad_calls(self):
        self.assertIn("cannot read", self.run_on(os.path.join(self.folder, "nobody.py"))["advice"])
        done = subprocess.run([sys.executable, RECOGNISE], stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr[:6]), (2, b"usage:"))


if __name__ == "__main__":
    unittest.main()
