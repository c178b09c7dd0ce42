#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ninefold play, in lines of text through pipes and in full screen through tmux."""
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(os.environ.get("NINEFOLD", "build/ninefold"))


class PlayCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.db = os.path.join(self.folder.name, "games.db")

    def tearDown(self):
        self.folder.cleanup()

    def games(self):
        done = subprocess.run([PROGRAM, "games", "--db", self.db, "--export", "jsonl"], capture_output=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def plain(self, lines, *args):
        done = subprocess.run([PROGRAM, "play", *args, "--plain", "--db", self.db, "--seed", "3"],
                              input="\n".join(lines).encode() + b"\n", capture_output=True, timeout=60)
        return done.returncode, done.stdout.decode()


class Plain(PlayCase):
    def test_two_people_and_every_kind_of_answer(self):
        code, out = self.plain(["44", "40", "04", "nonsense", "4 4", "resign"], "human", "human", "--name", "Ann")
        self.assertEqual(code, 0)
        self.assertIn("'nonsense' is not a move", out)
        self.assertIn("cannot be played: the cell is taken by X", out)
        game, = self.games()
        self.assertEqual((game["moves"], game["ending"], game["winner"], game["x"]),
                         (["44", "40", "04"], "resigned", "x", "Ann"))

    def test_taking_back_gives_the_turn_back(self):
        _, out = self.plain(["44", "undo", "00", "resign"], "human", "random")
        game, = self.games()
        self.assertEqual(game["moves"][0], "00")

    def test_leaving_keeps_nothing(self):
        code, _ = self.plain(["44"], "human", "random")
        self.assertEqual(code, 1)
        self.assertFalse(os.path.exists(self.db))

    def test_two_bots_need_nobody(self):
        for rules in ("standard", "open", "correspondence"):
            code, out = self.plain([], "greedy", "random", "--rules", rules)
            self.assertEqual(code, 0)
        self.assertEqual(len(self.games()), 3)

    def test_hint_and_moves(self):
        _, out = self.plain(["moves", "hint", "quit"], "human", "first")
        self.assertIn("00 01 02", out)
        self.assertIn("the engine plays", out)

    def test_single_block(self):
        code, out = self.plain(["4", "x", "4", "quit"], "human", "bot", "--single-block")
        self.assertIn("O plays", out)
        self.assertIn("the cell is taken", out)


@unittest.skipUnless(shutil.which("tmux"), "no tmux")
class FullScreen(PlayCase):
    def setUp(self):
        super().setUp()
        self.tmux = ["tmux", "-L", f"ninefold-{os.getpid()}"]

    def tearDown(self):
        subprocess.run([*self.tmux, "kill-server"], stderr=subprocess.DEVNULL)
        super().tearDown()

    def start(self, *args, columns=100, lines=30):
        command = " ".join([PROGRAM, "play", *args, "--db", self.db, "--seed", "3"])
        subprocess.run([*self.tmux, "new-session", "-d", "-x", str(columns), "-y", str(lines),
                        f"LANG=C.UTF-8 {command}"], check=True)

    def screen(self):
        return subprocess.run([*self.tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()

    def wait_for(self, text, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.screen():
                return
            time.sleep(0.05)
        self.fail(f"{text!r} did not appear:\n{self.screen()}")

    def keys(self, *keys):
        subprocess.run([*self.tmux, "send-keys", *keys], check=True)

    def test_keyboard_game(self):
        self.start("human", "first", "--name", "Ann")
        self.wait_for("X to move, free move")
        self.keys("5", "5")  # keypad: block 4, cell 4
        self.wait_for("1. 44  40")
        self.wait_for("target block 0")
        self.keys("Enter")   # the cursor is on 44, which is taken
        self.wait_for("the cell is taken by X")
        self.keys("7")       # one target block: the cell alone
        self.wait_for("2. 00")
        self.keys("u")
        self.wait_for("target block 0")
        self.keys("?")
        self.wait_for("this help")
        self.keys("?", "h")
        self.wait_for("the engine plays")
        self.keys("r")
        self.wait_for("X resigned")
        self.keys("q")
        game = self.games()[0]
        self.assertEqual((game["ending"], game["winner"]), ("resigned", "o"))

    def test_small_terminal_says_so(self):
        self.start("human", "first", columns=30, lines=10)
        self.wait_for("too small")
        self.keys("q")

    def test_bots_play_by_themselves(self):
        self.start("greedy", "random", "--pace", "5", "--ascii", columns=80, lines=24)
        self.wait_for("n new game", 30)
        self.assertEqual(len(self.games()), 1)
        self.keys("q")


if __name__ == "__main__":
    unittest.main()
