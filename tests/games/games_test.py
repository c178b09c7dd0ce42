#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`ninefold games` and `ninefold replay` from outside: lists, filters, exports, the terminal."""
import fcntl
import json
import os
import pty
import resource
import select
import signal
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest

PROGRAM = os.environ.get("NINEFOLD", "build/ninefold")


def run(*args):
    done = subprocess.run([PROGRAM, *args], capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace")


class GamesCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.db = cls.path("games.db")
        for games, extra in (("20", ()), ("3", ("--rules", "open", "--event", "evening"))):
            code, _, err = run("match", "random", "greedy", "--games", games, "--db", cls.db, "-q", *extra)
            assert code == 0, err

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def games(self, *args):
        code, out, err = run("games", "--db", self.db, *args)
        self.assertEqual((code, err), (0, ""))
        return out

    def refused(self, *args):
        code, out, err = run(*args)
        self.assertEqual((code, out), (2, ""), args)
        self.assertTrue(err.startswith("ninefold: ") and err.count("\n") == 1, err)
        return err


class Lists(GamesCase):
    def test_table(self):
        lines = self.games("--limit", "4").splitlines()
        self.assertEqual(lines[0].split()[:6], ["game", "date", "X", "O", "result", "ending"])
        self.assertEqual([line.split()[0] for line in lines[1:5]], ["2.2", "2.1", "2.0", "1.19"])
        self.assertEqual(lines[5], "4 of 23 games; --limit and --offset show others")
        self.assertEqual(self.games("--match", "9"), "no games\n")

    def test_filters(self):
        games = [json.loads(line) for line in self.games("--json", "--limit", "0").splitlines()]
        self.assertEqual(len(games), 23)

        def expect(test, *args):
            found = [json.loads(line)["id"] for line in self.games("--json", *args).splitlines()]
            self.assertEqual(found, [game["id"] for game in games if test(game)], args)

        expect(lambda g: g["winner"] == "x", "--winner", "x")
        expect(lambda g: g["result"] == "1-0" and g["x"] == "greedy" or g["result"] == "0-1" and g["o"] == "greedy",
               "--won-by", "greedy")
        expect(lambda g: g["rules"] == "open", "--rules", "open")
        expect(lambda g: g["ending"] == "line" and g["plies"] <= 40, "--ending", "line,crash", "--max-plies", "40")
        expect(lambda g: True, "--name", "RAND", "--since", games[-1]["date"][:10])
        expect(lambda g: False, "--until", "2020")
        expect(lambda g: False, "--forfeits")

    def test_matches(self):
        rows = [line.split() for line in self.games("--matches").splitlines()]
        self.assertEqual([(row[0], row[3], row[4], row[5], row[6]) for row in rows[1:]],
                         [("2", "random", "greedy", "3", "finished"), ("1", "random", "greedy", "20", "finished")])
        match = json.loads(self.games("--matches", "--json").splitlines()[0])
        self.assertEqual((match["match"], match["event"], match["games"]), (2, "evening", 3))
        self.assertEqual(sum(match["summary"]["score"]), 3)

    def test_export(self):
        text, lines = self.path("games.txt"), self.path("games.jsonl")
        self.assertEqual(self.games("--export", "text", "-o", text), f"23 games written to {text}\n")
        self.games("--export", "jsonl", "-o", lines)
        with open(lines, encoding="utf-8") as file:
            exported = file.read()
        self.assertEqual(run("record", text, "--json"), (0, exported, ""))
        self.assertEqual([json.loads(line)["id"] for line in exported.splitlines()],
                         [f"1.{i}" for i in range(20)] + [f"2.{i}" for i in range(3)])

    def test_a_full_disk_leaves_the_last_export(self):
        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that writing fails, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

        reader = sqlite3.connect(self.db)  # so that the file which readers share is there already
        self.addCleanup(reader.close)
        reader.execute("SELECT count(*) FROM games").fetchall()
        for words in (("games", "--db", self.db, "--export", "jsonl", "-o"), ("random-games", "100", "--jsonl")):
            path = self.path("whole.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write("the last export\n")
            before = sorted(os.listdir(self.folder.name))
            done = subprocess.run([PROGRAM, *words, path], capture_output=True, preexec_fn=small_disk, timeout=60)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(b"whole.jsonl: cannot be written: File too large", done.stderr)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "the last export\n")
            self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def test_a_reader_that_has_enough(self):
        done = subprocess.run(f"'{PROGRAM}' games --db '{self.db}' --export text > >(head -1 > /dev/null); echo $?",
                              shell=True, executable="/bin/bash", capture_output=True, timeout=60)
        self.assertEqual((done.stdout, done.stderr), (b"0\n", b""))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "games", "--db", self.db, "--export", "text"], stdout=full,
                                  stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"writing failed", done.stderr)

    def test_replay_and_analyze_take_games_and_files(self):
        path = self.path("some.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.games("--export", "jsonl", "--match", "2"))
        second = run("replay", "2.1", "--db", self.db, "--json")
        self.assertEqual(second[0], 0)
        self.assertEqual(run("replay", path, "--number", "2", "--json"), second)
        self.assertEqual(run("record", "2.1", "--db", self.db, "--json"), second)
        self.assertIn("holds 3 games", self.refused("replay", path, "--number", "4"))
        self.assertIn("neither a game (3.17 is game 17 of match 3) nor a file", self.refused("replay", "nothing"))
        self.assertIn("neither a game (3.17 is game 17 of match 3) nor a file", self.refused("analyze", "nothing"))
        by_id = run("analyze", "2.1", "--db", self.db, "--nodes", "50", "--json")
        self.assertEqual(json.loads(by_id[1])["id"], "2.1")
        with open(path, "rb") as file:
            done = subprocess.run([PROGRAM, "analyze", "-", "--nodes", "50", "--json"], stdin=file,
                                  capture_output=True, timeout=60)
        games = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([game["id"] for game in games], ["2.0", "2.1", "2.2"])
        self.assertEqual(games[1]["moves"], json.loads(by_id[1])["moves"])
        self.assertNotRegex(run("analyze", path, "--nodes", "50")[1], r"\b1 (inaccuracies|mistakes|blunders)")

    def test_one_is_singular(self):
        db, out, saved = self.path("one.db"), self.path("one.txt"), self.path("saved.db")
        self.assertEqual(run("match", "random", "greedy", "--games", "1", "--db", db, "-q")[0], 0)
        said = "".join("".join(run(*words, "--db", db)[1:]) for words in (
            ("games", "--export", "text", "-o", out), ("games", "--check"), ("games", "--rescue", saved)))
        said += run("audit", "--db", db)[1] + run("backup", self.path("copy.db"), "--db", db)[1]
        for words in ("1 game written to", "is sound: 1 game\n", "1 game and 1 match saved in",
                      "1 game, 1 match, 0 of them", f"1 game and 1 match of {db} are in"):
            self.assertIn(words, said)
        self.assertNotRegex(said, r"\b1 (games|matches)")

    def test_the_usual_database_is_audited_and_backed_up(self):
        home = self.path("home")
        place = os.path.join(home, "ninefold", "games.db")

        def at_home(*args):
            done = subprocess.run([PROGRAM, *args], capture_output=True, timeout=120,
                                  env={**os.environ, "XDG_DATA_HOME": home})
            return done.returncode, done.stdout.decode(), done.stderr.decode()

        copy = self.path("home copy.db")
        for command in (("audit",), ("backup", copy)):
            code, _, err = at_home(*command)
            self.assertEqual((code, err), (2, f"ninefold: {place}: no game has been kept yet; "
                                              "'ninefold match' plays some\n"))
        self.assertEqual(at_home("match", "random", "random", "--games", "2", "-q")[0], 0)
        self.assertEqual(at_home("audit", place), at_home("audit"))
        self.assertEqual(at_home("audit"), (0, f"{place}: 2 games, 1 match, 0 of them tournaments: "
                                               "nothing is wrong\n", ""))
        self.assertEqual(at_home("backup", copy), (0, f"2 games and 1 match of {place} are in {copy}\n", ""))

    def test_check_and_rescue(self):
        self.assertEqual(self.games("--check"), f"{self.db} is sound: 23 games\n")
        broken = self.path("broken.db")
        with open(self.db, "rb") as file:
            content = bytearray(file.read())
        content[-4096:] = bytes(4096)
        with open(broken, "wb") as file:
            file.write(content)
        self.assertIn("--rescue", self.refused("games", "--db", broken, "--check"))
        code, out, _ = run("games", "--db", broken, "--rescue", self.path("new.db"))
        self.assertEqual(code, 0)
        self.assertIn("2 matches saved", out)
        self.assertEqual(run("games", "--db", self.path("new.db"), "--check")[0], 0)

    def test_bad_input(self):
        self.assertIn("no such database", self.refused("games", "--db", self.path("none.db")))
        self.assertIn("not a database", self.refused("games", "--db", __file__))
        self.assertIn("not a file", self.refused("games", "--db", self.folder.name))
        self.assertIn("not a date", self.refused("games", "--db", self.db, "--since", "yesterday"))
        self.assertIn("not a date", self.refused("games", "--db", self.db, "--since", "2026-99-99"))
        self.assertIn("a whole number from 0 to", self.refused("games", "--db", self.db, "--limit", "-1"))
        self.assertIn("a number from 0.5 to 1 is wanted, not 'nan'", self.refused("match", "random", "random", "--adjudicate-sure", "nan"))
        self.assertIn("unknown ending", self.refused("games", "--db", self.db, "--ending", "luck"))
        self.assertIn("database itself", self.refused("games", "--db", self.db, "-x", "text", "-o", self.db))
        self.assertIn("cannot be written", self.refused("games", "--db", self.db, "-x", "text", "-o", "/proc/no"))
        self.assertIn("writing failed", self.refused("games", "--db", self.db, "-x", "text", "-o", "/dev/full"))
        self.assertIn("no game 1.99", self.refused("replay", "1.99", "--db", self.db))
        self.assertIn("3.17 is game 17", self.refused("replay", "first", "--db", self.db))


class Replay(GamesCase):
    def test_plain(self):
        code, out, err = run("replay", "1.1", "--db", self.db)
        self.assertEqual((code, err), (0, ""))
        game = json.loads(run("replay", "1.1", "--db", self.db, "--json")[1])
        self.assertIn("greedy (X) v random (O)  game 1.1, standard", out)
        for ply, move in enumerate(game["moves"]):
            self.assertIn(f"move {ply // 2 + 1} of {(game['plies'] + 1) // 2}: {'XO'[ply % 2]} plays {move}", out)
        self.assertIn(game["detail"], out)
        self.assertEqual(run("replay", "1.1", "--db", self.db, "--text")[1],
                         self.games("--match", "1", "--offset", "1", "--limit", "1", "--export", "text"))

    def watch(self, keys, stop=None):
        """Replays in a terminal; returns all output after the terminal was given back."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(PROGRAM, [PROGRAM, "replay", "1.1", "--db", self.db, "--speed", "20"])
        before = termios.tcgetattr(terminal)[3]
        self.read_until(terminal, b"\033[?1049h", b" of ")
        self.assertFalse(termios.tcgetattr(terminal)[3] & termios.ICANON)
        for key in keys:
            os.write(terminal, key)
            time.sleep(0.1)  # an escape sequence and the next key must not arrive as one
        if stop:
            os.kill(pid, stop)
        out = self.read_until(terminal, b"\033[?1049l", b"\n\n\n", end_is_fine=True)
        self.assertIn(b"\033[?25h", out)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        self.assertEqual(termios.tcgetattr(terminal)[3], before)
        os.close(terminal)
        return out.split(b"\033[?1049l")[1].decode()

    def read_until(self, terminal, *marks, end_is_fine=False):
        out = b""
        deadline = time.monotonic() + 30
        while not all(mark in out for mark in marks):
            self.assertLess(time.monotonic(), deadline, out)
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                got = os.read(terminal, 65536)
            except OSError:  # the other side is closed
                got = b""
            if not got:
                self.assertTrue(end_is_fine, out)
                break
            out += got
        return out

    def test_keys(self):
        end = self.watch([b"G", b"\033OD", b"q"])
        plies = json.loads(run("replay", "1.1", "--db", self.db, "--json")[1])["plies"]
        self.assertIn(f"move {plies // 2} of {(plies + 1) // 2}: ", end)
        self.assertIn("start", self.watch([b" ", b"g", b"\003"]))

    def test_small_terminal(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 40, 0, 0))
            os.execv(PROGRAM, [PROGRAM, "replay", "1.1", "--db", self.db, "--speed", "0.1"])
        out = self.read_until(terminal, b"q quit", b" to come", b"greedy", b"random").decode()
        self.assertNotIn("too small", out)
        os.write(terminal, b"q")
        self.read_until(terminal, b"\033[?1049l")
        os.close(terminal)
        os.waitpid(pid, 0)

    def test_signals_give_the_terminal_back(self):
        for stop in (signal.SIGTERM, signal.SIGINT):
            self.watch([], stop)


if __name__ == "__main__":
    unittest.main()
