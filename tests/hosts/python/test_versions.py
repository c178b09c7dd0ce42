# SPDX-License-Identifier: MIT
"""A mistake that is typical of the other major version of Python is named as such."""
import os
import shutil
import sys
import tempfile
import textwrap
import unittest

from host_process import PYTHON2, START, HostProcess

CLASS = """
class Team:
    def move(self, temp_board, temp_block, old_move, flag):
%s
"""
# What the move does, and a word of the sentence; each runs in the version it was written for.
WRITTEN_FOR_2 = [
    ("for i in xrange(9): return (i, i)", "xrange"),
    ("return (8 / 2, 4)", "the row is 4.0"),
    ("return ([4, 5][2 / 2], 4)", "indices must be integers"),
    ("return (range(18 / 2)[4], 4)", "cannot be interpreted as an integer"),
    ("return (4, 4) if {1: 2}.has_key(1) else None", "has_key"),
    ("return (4, {4: 1}.keys()[0])", "dict_keys"),
    ("return (4, max(None, 4))", "not supported between"),
    ("import Queue; return (4, 4)", "Queue"),
]
WRITTEN_FOR_3 = [
    ("row = [4, 4].copy(); return tuple(row)", "copy"),
    ("import time; time.perf_counter(); return (4, 4)", "perf_counter"),
    ("return (int(4 / (1 / 1)), int(2 / (1 / 2)))", "division"),
    ("import queue; return (4, 4)", "queue"),
]


class VersionTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ninefold_versions_")
        self.addCleanup(shutil.rmtree, self.folder)

    def answer(self, body, python):
        path = os.path.join(self.folder, "team.py")
        with open(path, "w") as stream:
            stream.write(CLASS % textwrap.indent(body, " " * 8))
        with HostProcess.of_file("class", path, python) as bot:
            bot.start()
            return bot.go(START + "correspondence")

    def test_python2_code_under_python3(self):
        for body, word in WRITTEN_FOR_2:
            with self.subTest(body=body):
                answer = self.answer(body, sys.executable)
                self.assertIn(word, answer)
                self.assertIn("typical of Python 2 code, and it was run by Python 3", answer)
                if PYTHON2:
                    self.assertTrue(self.answer(body, PYTHON2).startswith("bestmove"))

    @unittest.skipUnless(PYTHON2, "no Python 2.7")
    def test_python3_code_under_python2(self):
        for body, word in WRITTEN_FOR_3:
            with self.subTest(body=body):
                answer = self.answer(body, PYTHON2)
                self.assertIn(word, answer)
                self.assertIn("typical of Python 3 code, and it was run by Python 2.7", answer)
                self.assertTrue(self.answer(body, sys.executable).startswith("bestmove"))

    def test_other_mistakes_are_not_blamed_on_the_version(self):
        for body in ("return undefined_name", "return (4, 4 / 0)", "return None", "raise TypeError('no')"):
            with self.subTest(body=body):
                self.assertNotIn("typical", self.answer(body, sys.executable))


if __name__ == "__main__":
    unittest.main()
