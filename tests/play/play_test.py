#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ninefold play, in lines of text through pipes and in full screen through tmux."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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

    def test_a_name_does_not_reach_for_the_terminal(self):
        _, out = self.plain(["44", "resign"], "human", "random", "--name", "\x1b[31mAnn\n")
        self.assertIn("?[31mAnn? (X) v random", out)
        self.assertNotIn("\x1b", out)

    def test_taking_back_gives_the_turn_back(self):
        _, out = self.plain(["44", "undo", "00", "resign"], "human", "random")
        game, = self.games()
        self.assertEqual(game["moves"][0], "00")

    def test_leaving_keeps_the_game_as_unfinished(self):
        for leave in ([], ["q"], ["quit"]):
            code, out = self.plain(["44", *leave], "human", "random")
            self.assertEqual(code, 1)
            self.assertIn("the game is kept, unfinished: 'ninefold replay 0.", out)
        for game in self.games():
            self.assertEqual((game["moves"][0], game["ending"]), ("44", None))

    def test_leaving_before_the_first_move_keeps_nothing(self):
        code, _ = self.plain(["help", "q"], "human", "random")
        self.assertEqual(code, 1)
        self.assertFalse(os.path.exists(self.db))

    def test_a_game_that_cannot_be_kept_is_printed(self):
        self.db = os.path.join(self.folder.name, "no", "x.db")  # "no" is a file
        with open(os.path.join(self.folder.name, "no"), "w", encoding="utf-8"):
            pass
        _, out = self.plain(["44", "q"], "human", "first")
        self.assertIn("could not be kept", out)
        self.assertIn("1. 44", out)

    def test_short_words(self):
        _, out = self.plain(["44", "u", "00", "h", "b", "help", "resign"], "human", "random")
        self.assertIn("take a move back", out)
        self.assertEqual(self.games()[0]["moves"][0], "00")

    def test_moves_are_read_off_the_board(self):
        _, out = self.plain(["44", "1 2", "q"], "human", "first")
        self.assertIn("----3----+----4----+----5----", out)
        self.assertIn("X to move, target block 0", out)
        self.assertIn("   6  7  8 |", out)      # the cells of block 0
        self.assertIn("row 1, column 2 is 05", out)

    def test_two_bots_need_nobody(self):
        for rules in ("standard", "open", "correspondence"):
            code, out = self.plain([], "greedy", "random", "--rules", rules)
            self.assertEqual(code, 0)
        self.assertEqual(len(self.games()), 3)

    def test_preset(self):
        code, out = self.plain(["44", "q"], "human", "first", "--preset", "codingame")
        self.assertIn("standard+majority; 'help'", out)
        self.assertEqual(self.games()[0]["time_control"], "first=1.6s,move=100ms")
        _, out = self.plain(["q"], "human", "first", "--preset", "001", "--rules", "open", "--starter", "x")
        self.assertIn("open; 'help'", out)

    def test_hint_and_moves(self):
        _, out = self.plain(["moves", "hint", "quit"], "human", "first")
        self.assertIn("00 01 02", out)
        self.assertIn("the engine plays", out)

    def test_single_block(self):
        code, out = self.plain(["4", "x", "4", "quit"], "human", "engine", "--single-block")
        self.assertIn("O plays", out)
        self.assertIn("the cell is taken", out)

    def test_single_block_needs_a_bot_that_plays_it(self):
        for bot, sentence in (("nobody", "no built-in bot 'nobody'"),
                              ("random", "does not play plain tic-tac-toe"),
                              ("./nobody.jar", "there is no file")):
            with self.subTest(bot=bot):
                done = subprocess.run([PROGRAM, "play", "human", bot, "--single-block"],
                                      input="4\n", capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn(sentence, done.stderr)

    @unittest.skipUnless(shutil.which("javac"), "no JDK")
    def test_single_block_against_a_java_player(self):
        bot = os.path.join(ROOT, "tests/hosts/java/fixtures/bots/single/SingleBoard.java")
        # It takes the last free cell: 8, 7, then 6 and a line; 4, 0 and 1 do not stop it.
        _, out = self.plain(["4", "0", "1"], "human", bot, "--single-block")
        self.assertIn("O plays 8\n", out)
        self.assertIn("O plays 7\n", out)
        self.assertIn("O wins", out)
        _, out = self.plain([], os.path.join(ROOT, "examples/bots/java/BlockWinner.java"), "engine",
                            "--single-block")
        self.assertIn("X loses: ", out)
        self.assertIn("does not play plain tic-tac-toe", out)


@unittest.skipUnless(shutil.which("tmux"), "no tmux")
class FullScreen(PlayCase):
    started = 0

    def setUp(self):
        super().setUp()
        self.tmux = []

    def tearDown(self):
        self.end()
        super().tearDown()

    def start(self, *args, columns=100, lines=30, wait="", environment=""):
        # A server of its own each time: one that is ending still holds its socket.
        FullScreen.started += 1
        self.tmux = ["tmux", "-L", f"ninefold-{os.getpid()}-{FullScreen.started}"]
        command = " ".join([PROGRAM, "play", *args, "--db", self.db, "--seed", "3"])
        subprocess.run([*self.tmux, "new-session", "-d", "-x", str(columns), "-y", str(lines),
                        f"LANG=C.UTF-8 {environment} {command}{wait}"], check=True)

    def end(self):
        subprocess.run([*self.tmux, "kill-server"], stderr=subprocess.DEVNULL, check=False)

    def screen(self):
        return subprocess.run([*self.tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()

    def wait_for(self, text, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in self.screen():
                return
            time.sleep(0.05)
        self.fail(f"{text!r} did not appear:\n{self.screen()}")

    def wait_for_no(self, text, seconds=15):
        end = time.monotonic() + seconds
        while text in self.screen():
            self.assertLess(time.monotonic(), end, f"{text!r} stays:\n{self.screen()}")
            time.sleep(0.05)

    def keys(self, *keys):
        subprocess.run([*self.tmux, "send-keys", *keys], check=True)

    def test_keyboard_game(self):
        self.start("human", "first", "--name", "Ann")
        self.wait_for("X to move, free move")
        self.wait_for("? help")
        self.keys("4", "4")  # block 4, cell 4, as the board says
        self.wait_for("1. 44  40")
        self.wait_for("target block 0")
        self.keys("4")
        self.wait_for("not block 4")
        self.keys("9")
        self.wait_for("numbered 0 to 8")
        self.keys("0")       # the block, although there is only one: nothing is played yet
        self.wait_for("block 0; now the cell")
        self.assertNotIn("2. 0", self.screen())
        self.keys("Escape")
        self.wait_for("target block 0")
        self.keys("0", "0")
        self.wait_for("2. 00  01")
        self.keys("u")
        self.wait_for_no("2. 00")
        self.keys("Enter")   # the cursor is on a cell that may be played in
        self.wait_for("2. 04")
        self.keys("u")
        self.wait_for_no("2. 04")
        self.keys("?")
        self.wait_for("this help")
        self.keys("?", "h")
        self.wait_for("hint: 0")
        cell = re.search(r"hint: 0(\d), marked <(\d)>", self.screen())
        self.assertEqual(cell[1], cell[2])
        self.assertRegex(self.screen().split("hint:")[0], f"<{cell[1]}>")
        self.keys("r")
        self.wait_for("r again to resign")
        self.keys("e")       # changes one's mind
        self.wait_for("target block 0")
        self.keys("r", "r")
        self.wait_for("X resigned")
        self.wait_for("kept as game 0.1")
        self.keys("q")
        game, = self.games()
        self.assertEqual((game["ending"], game["winner"]), ("resigned", "o"))

    def test_colours_are_left_out_where_nobody_wants_them(self):
        for environment, coloured in ("NO_COLOR=", True), ("NO_COLOR=1", False):
            self.start("human", "first", environment=environment)
            self.wait_for("X to move, free move")
            shown = subprocess.run([*self.tmux, "capture-pane", "-p", "-e"], capture_output=True, check=True).stdout.decode()
            self.assertEqual(bool(re.search(r"\x1b\[([0-9;]*;)?[39][0-8][;m]", shown)), coloured, environment)
            self.end()

    def test_leaving_asks_and_keeps_the_game(self):
        for number, key in enumerate(("q", "C-c"), 1):
            self.start("human", "first", wait="; sleep 30")
            self.wait_for("X to move, free move")
            self.keys("4", "4")
            self.wait_for("1. 44  40")
            self.keys(key)
            self.wait_for("q again to leave")
            self.keys(key)
            self.wait_for(f"ninefold replay 0.{number}")
            self.end()
        self.assertEqual([game["moves"] for game in self.games()], [["44", "40"]] * 2)

    def test_control_c_in_lines_keeps_the_game(self):
        self.start("human", "first", "--plain", wait="; sleep 30")
        self.wait_for("X>")
        self.keys("44", "Enter")
        self.wait_for("plays 40")
        self.keys("C-c")
        self.wait_for("ninefold replay 0.1")

    def test_a_closed_terminal_keeps_the_game(self):
        for number, more in enumerate(((), ("--plain",)), 1):
            self.start("human", "first", *more)
            self.wait_for("X>" if more else "X to move, free move")
            self.keys("4", "4", *(["Enter"] if more else []))
            self.wait_for("plays 40" if more else "1. 44  40")
            self.end()
            end = time.monotonic() + 15
            while len(self.games_so_far()) < number:
                self.assertLess(time.monotonic(), end, "the game was not kept")
                time.sleep(0.05)
        self.assertEqual([(game["moves"], game["ending"]) for game in self.games()],
                         [(["44", "40"], None)] * 2)

    def games_so_far(self):
        try:
            return self.games()
        except subprocess.CalledProcessError:  # the database is not there yet, or being made
            return []

    def test_narrow_terminal(self):
        self.start("human", "first", columns=40, lines=20)
        self.wait_for("X to move, free move")
        self.keys("4", "4")
        self.wait_for("1. 44  40")
        rows = self.screen().splitlines()
        self.assertTrue(rows[0].startswith(" ────0─────┬────1─────┬────2────"), rows)
        self.keys("e")
        self.wait_for("█")
        rows = self.screen().splitlines()
        self.assertTrue(rows[1].startswith("  0  1  2  │          │"), rows)   # nothing over the board
        self.assertIn("1. 44  40", "\n".join(rows[12:]))
        self.keys("?")
        self.wait_for("is underlined.")
        self.assertIn("? help", self.screen().splitlines()[19])
        self.keys("?")
        self.wait_for("1. 44  40")

    def test_help_beside_the_board_is_whole(self):
        self.start("human", "first", columns=80, lines=24)
        self.wait_for("X to move, free move")
        self.keys("?")
        self.wait_for("block is underlined.")
        words = " ".join(" ".join(row[34:] for row in self.screen().splitlines()).split())
        self.assertIn("two digits play: block 4, cell 0, as the board is numbered", words)
        self.assertIn("to the block of the same number; that block is underlined.", words)

    def test_small_terminal_says_so(self):
        self.start("human", "first", columns=30, lines=10)
        self.wait_for("too small")
        self.keys("q")

    def test_bots_play_by_themselves(self):
        self.start("greedy", "random", "--pace", "5", "--ascii", columns=80, lines=24)
        self.wait_for("n new  u take back", 30)
        self.assertEqual(len(self.games()), 1)
        self.keys("q")


if __name__ == "__main__":
    unittest.main()
