#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sample bots of every interface meet those of every other: no game may be lost by forfeit. Bad
bots lose by the right ending, with a sentence that their authors understand."""
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import entrants

PROGRAM = os.path.abspath(os.environ.get("NINEFOLD", "build/ninefold"))
GAMES = int(os.environ.get("INTEROP_GAMES", "2"))
os.environ.setdefault("NINEFOLD_HOSTS", os.path.join(entrants.ROOT, "hosts"))


def run(*args, timeout=600, cwd=None):
    done = subprocess.run([PROGRAM, *args], capture_output=True, timeout=timeout, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace")


class FolderCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ninefold-interop-")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def match(self, a, b, *args, timeout=600):
        """The games of a match, as its JSON tells them."""
        path = os.path.join(self.folder, "match.json")
        db = os.path.join(self.folder, "games.db")
        code, out, err = run("match", a, b, "--db", db, "--new", "--json", path, "-q", *args,
                             timeout=timeout)
        self.assertEqual(code, 0, "%s v %s: %s%s" % (a, b, out, err))
        with open(path, encoding="utf-8") as file:
            return json.load(file)["games"]


class Interop(FolderCase):
    def test_every_interface_against_every_other(self):
        bots = entrants.entrants(self.folder)
        played = 0
        for a, b in itertools.combinations(sorted(bots), 2):
            with self.subTest(a=a, b=b):
                games = self.match(bots[a], bots[b], "--games", str(GAMES), "--time", "move=10s",
                                   timeout=120 + 30 * GAMES)
                self.assertEqual(len(games), GAMES)
                for game in games:
                    self.assertIn(game["ending"], ("line", "majority", "draw"), game["detail"])
                played += len(games)
        print("%d interfaces, %d games, no forfeit" % (len(bots), played))

    def test_python_2_against_python_3(self):
        if not entrants.has_python2(PROGRAM):
            self.skipTest("no Python 2.7 here")
        for game in self.match(entrants.example("class_move_python2.py"),
                               entrants.example("class_move_greedy.py"), "--games", str(GAMES),
                               "--rules", "correspondence"):
            self.assertIn(game["ending"], ("line", "majority", "draw"), game["detail"])

    def test_every_ruleset(self):
        for rules in ("open", "correspondence", "standard+majority"):
            with self.subTest(rules=rules):
                for game in self.match(entrants.example("select_move_tactician.py"),
                                       entrants.example("best_move_seeker.py"), "--games", "2",
                                       "--rules", rules):
                    self.assertIn(game["ending"], ("line", "majority", "draw"), game["detail"])

    def test_one_file_for_each_side(self):
        sides = "x=%s,o=%s" % (entrants.example("function_counter.py"),
                               entrants.example("class_move_greedy.py"))
        for game in self.match(sides, "random", "--games", "2"):
            self.assertIn(game["ending"], ("line", "majority", "draw"), game["detail"])


CLASS_BOT = "class A:\n    def move(self, board, blocks, old, flag):\n        "
SELECT_MOVE = "import numpy as np\ndef select_move(state, time):\n    "
BEST_MOVE = "class E:\n    def %s\n    def best_move(self, board, limit):\n        "

# name, text, ending, words of the sentence
FORFEITS = [
    ("syntax_error.py", "def Player(board, T, won):\n    return 1 +\n", "start-failed", ["line 2"]),
    ("missing_import.py", "import no_such_module\ndef Player(b, T, w):\n    return 0, 0\n",
     "start-failed", ["no_such_module"]),
    ("constructor_throws.py",
     "class A:\n    def __init__(self):\n        raise ValueError('no book')\n"
     "    def move(self, b, s, o, f):\n        return 0, 0\n", "start-failed", ["no book"]),
    ("returns_none.py", CLASS_BOT + "pass\n", "garbage", ["None"]),
    ("returns_string.py", CLASS_BOT + "return '44'\n", "garbage", ["44"]),
    ("returns_list.py", "def Player(b, T, w):\n    return [1, 2, 3]\n", "garbage", []),
    ("returns_numpy_float.py",
     "import numpy as np\ndef Player(b, T, w):\n    return np.float64(4), np.float64(4)\n",
     "garbage", ["float"]),
    ("returns_wrong_type.py", SELECT_MOVE + "return (4, 4)\n", "garbage", []),
    ("raises.py", SELECT_MOVE + "raise KeyError('x')\n", "crash", ["KeyError"]),
    ("taken_cell.py", "def Player(b, T, w):\n    return 4, 4\n", "illegal-move", []),
    ("tampers.py", CLASS_BOT + "board[8][8] = 'x'\n        return 4, 4\n", "tampering", []),
    ("exits.py", CLASS_BOT + "import os; os._exit(3)\n", "crash", ["3"]),
]

# name, text, words of the sentence on standard error
REFUSED = [
    ("no_bot.py", "x = 1\n", ["no bot found", "select_move(cur_state, remain_time)"]),
    ("two_bots.py", "class A:\n    def move(self, a, b, c, d): pass\n"
                    "class B:\n    def move(self, a, b, c, d): pass\n",
     ["class:two_bots.py#A (line 1)", "class:two_bots.py#B (line 3)"]),
    ("notes.txt", "hello\n", ["ugi:PROGRAM FILE"]),
    ("bot.cpp", "int main() {}\n", ["compile it first"]),
]


class BadInput(FolderCase):
    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_forfeits(self):
        for name, text, ending, words in FORFEITS:
            with self.subTest(name=name):
                game = self.match(self.write(name, text), "first", "--games", "2", "--time",
                                  "move=10s", "--start-time", "60s")[1]
                self.assertEqual(game["ending"], ending, game["detail"])
                self.assertEqual(game["winner"], "x")
                for word in words:
                    self.assertIn(word, game["detail"])

    def test_a_bot_that_is_not_ready_in_time(self):
        text = CLASS_BOT + "return 0, 0\n    def __init__(self):\n        import time\n        time.sleep(60)\n"
        game = self.match(self.write("sleeps.py", text), "first", "--games", "2", "--start-time", "2s")[1]
        self.assertEqual(game["ending"], "start-failed", game["detail"])
        self.assertIn("within 2 s", game["detail"])

    def test_refused_before_the_match(self):
        for name, text, words in REFUSED:
            with self.subTest(name=name):
                code, _, err = run("match", self.write(name, text), "random")
                self.assertEqual(code, 2)
                self.assertEqual(err.count("\n"), 1, err)
                for word in words:
                    self.assertIn(word, err)

    def test_allowed_imports(self):
        bot = self.write("imports.py", "import random\nimport os\n" + CLASS_BOT + "return 4, 4\n")
        code, _, err = run("match", bot, "random", "--allow-imports", "random,copy,sys,signal")
        self.assertEqual(code, 2)
        self.assertIn("imports.py, line 2: imports os", err)


class AsPublished(FolderCase):
    """What bots of the communities do that their own programs never minded."""

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    FIRST_FREE = ("class Team:\n    def move(self, board, blocks, old, flag):\n        time.sleep(0)\n"
                  "        return [(r, c) for r in range(9) for c in range(9)\n"
                  "                if board[r][c] == '-' and blocks[r // 3 * 3 + c // 3] == '-'][0]\n")

    def test_imports_besides_those_of_the_course(self):
        bot = self.write("timed.py", "import time, math\n" + self.FIRST_FREE)
        match = ("match", bot, "random", "--preset", "001", "--games", "2", "--db",
                 os.path.join(self.folder, "games.db"), "--new")
        code, _, err = run(*match)
        self.assertEqual(code, 0, err)
        self.assertIn("imports math, time, not only the random, copy, sys, signal", err)
        code, _, err = run(*match, "--allow-imports", "all")
        self.assertEqual(code, 0, err)
        self.assertNotIn("besides", err)
        code, _, err = run(*match, "--allow-imports", "random")
        self.assertEqual(code, 2)
        self.assertIn("imports time", err)

    def test_openings_that_a_protocol_cannot_convey(self):
        bot = self.write("site.py", "pass\n")
        site = "codingame:python3 " + bot
        db = os.path.join(self.folder, "openings.db")
        for words in (("--openings", "balanced"), ("--position", "x8/9/9/9/9/9/9/9/9 o 0 standard")):
            for command in (("match", site, "random"), ("match", "random", site), ("sprt", site, "random"),
                            ("sprt", "random", site)):
                with self.subTest(command=command, words=words):
                    code, _, err = run(*command, *words, "--db", db)
                    self.assertEqual(code, 2)
                    self.assertIn("must begin at the empty board (openings 'start')", err)
        self.assertFalse(os.path.exists(db))
        # Their openings are random moves unless others are named.
        code, _, err = run("sprt", site, "random", "--db", db)
        self.assertEqual(code, 2)
        self.assertIn("cannot play from openings 'random:4'", err)

    def test_files_of_one_name(self):
        bots = [self.write(name + "/_MSSV.py", "import time\n" + self.FIRST_FREE)
                for name in ("ada", "bob")]
        out = os.path.join(self.folder, "match.json")
        code, _, err = run("match", *bots, "--rules", "correspondence", "--games", "2", "--json", out,
                           "--db", os.path.join(self.folder, "games.db"))
        self.assertEqual(code, 0, err)
        with open(out) as file:
            names = [bot["name"] for bot in json.load(file)["bots"]]
        self.assertEqual(names, ["ada/_MSSV", "bob/_MSSV"])
        code, out, err = run("grade", *bots, "--games", "2", "--csv", "-",
                             "--db", os.path.join(self.folder, "grades.db"))
        self.assertIn("ada/_MSSV", out + err)
        self.assertIn("bob/_MSSV", out + err)

    def test_the_name_that_an_engine_gives_itself(self):
        bot = self.write("mine.py", "class Engine:\n    def __init__(self):\n"
                         "        self.name, self.player = 'Deep Nine', 'Ada'\n"
                         "    def best_move(self, board, time_limit):\n"
                         "        return next(iter(board.get_legal_moves())), {}\n")
        db, out = (os.path.join(self.folder, name) for name in ("names.db", "names.json"))
        words = ("match", bot, "random", "--games", "2", "--db", db, "--json", out)
        code, shown, err = run(*words)
        self.assertEqual(code, 0, err)
        self.assertIn("\nmine calls itself 'Deep Nine', by 'Ada'\n", shown)
        self.assertNotIn("random calls itself", shown)
        with open(out) as file:
            bots = json.load(file)["bots"]
        self.assertEqual(bots, [{"spec": bot, "name": "mine", "own_name": "Deep Nine", "author": "Ada"},
                                {"spec": "random", "name": "random"}])
        for game, side in (("1.0", "X"), ("1.1", "O")):
            record = json.loads(run("record", game, "--db", db, "--json")[1])
            self.assertEqual(record[side.lower()], "mine")
            self.assertEqual(record["tags"], {side + "Name": "Deep Nine", side + "Author": "Ada"})

    def test_arguments_of_a_constructor_are_in_the_name(self):
        bot = entrants.example("best_move_seeker.py")
        code, out, err = run("check", "best_move:%s#Seeker:seed=3" % bot, "--games", "2", "--json")
        self.assertEqual(code, 0, err)
        self.assertEqual(json.loads(out)["name"], "best_move_seeker#Seeker:seed=3")


class NewBot(FolderCase):
    STARTERS = [("select_move", "python"), ("class", "python"), ("function", "python"),
                ("best_move", "python"), ("java", "java"), ("ugi", "python"), ("ugi", "c"),
                ("ugi", "cpp"), ("ugi", "js"), ("codingame", "cpp"), ("riddles", "js")]
    NEEDS = {"java": "javac", "js": "node", "c": "gcc", "cpp": "g++", "python": "python3"}

    def test_starters_pass_the_check(self):
        for interface, language in self.STARTERS:
            if not shutil.which(self.NEEDS[language]):
                continue
            with self.subTest(interface=interface, language=language):
                name = "Fresh_%s_%s" % (interface, language)
                code, out, err = run("new-bot", "-i", interface, "-l", language, name,
                                     cwd=self.folder)
                self.assertEqual((code, err), (0, ""))
                commands = [line.strip() for line in out.splitlines() if line.startswith("  ")]
                check = [c for c in commands if c.startswith("ninefold check ")][0]
                for command in commands:
                    if not command.startswith("ninefold "):
                        subprocess.run(command.split(), check=True, cwd=self.folder, timeout=300)
                code, out, err = run(*check.split()[1:], "--games", "2", cwd=self.folder)
                self.assertEqual(code, 0, out + err)
                self.assertIn("ready to play", out)

    def test_a_language_by_its_other_name(self):
        for language, file in (("C++", "other.cpp"), ("javascript", "other.js")):
            code, out, err = run("new-bot", "-i", "ugi", "-l", language, "other", cwd=self.folder)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("wrote %s:" % file, out)

    def test_never_overwrites(self):
        self.assertEqual(run("new-bot", "-i", "class", "twice", cwd=self.folder)[0], 0)
        code, _, err = run("new-bot", "-i", "class", "twice.py", cwd=self.folder)
        self.assertEqual(code, 2)
        self.assertIn("twice.py is there already", err)

    def test_its_comments_name_the_file_that_was_written(self):
        for language, file, line in (("python", "erin.py", "python3 erin.py,"),
                                     ("c", "erin.c", "-o erin erin.c\n")):
            self.assertEqual(run("new-bot", "-i", "ugi", "-l", language, "erin", cwd=self.folder)[0], 0)
            with open(os.path.join(self.folder, file), encoding="utf-8") as written:
                self.assertIn(line, written.read())

    def test_says_what_there_is(self):
        self.assertIn("select_move, class", run("new-bot", "-i", "chess", "a")[2])
        self.assertIn("one in python, c, cpp", run("new-bot", "-i", "ugi", "-l", "cobol", "a")[2])
        self.assertIn("Java class", run("new-bot", "-i", "java", "my-bot")[2])


class Check(FolderCase):
    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def report(self, bot, *args):
        code, out, _ = run("check", bot, "--json", *args)
        report = json.loads(out)
        self.assertEqual(code, 0 if report["ok"] else 1)
        return {line["check"]: line for line in report["lines"]}, report

    def test_built_in_bots_pass(self):
        lines, report = self.report("greedy")
        self.assertTrue(report["ok"])
        self.assertIn("all legal", lines["plays O"]["sentence"])

    def test_a_bot_that_fails_shows_its_traceback(self):
        lines, report = self.report(self.write("raises.py", SELECT_MOVE + "raise KeyError('x')\n"))
        self.assertFalse(report["ok"])
        self.assertTrue(lines["starts"]["ok"])
        self.assertIn("crash in game 1", lines["plays X"]["sentence"])
        self.assertIn("KeyError", lines["plays X"]["log"])

    def test_a_bot_that_knows_one_ruleset_only_is_told_why_and_its_memory(self):
        bot = self.write("standard_only.py", "from state import State_2\n" + SELECT_MOVE
                         + "assert type(state) is State_2; return state.get_valid_moves[0]\n")
        lines, report = self.report(bot, "--games", "2")
        self.assertTrue(report["ok"])
        self.assertRegex(lines["other rules"]["sentence"],
                         "^does not play open and correspondence.*: under open, crash: X failed: "
                         "select_move raised AssertionError at line 4, at move 1$")
        self.assertIn("MiB", lines["memory"]["sentence"])

    def test_a_bot_that_cannot_start(self):
        lines, report = self.report(self.write("dies", "#!/bin/sh\necho oh no >&2\nexit 3\n"))
        self.assertFalse(report["ok"])
        self.assertEqual(list(lines), ["starts"])
        self.assertIn("oh no", lines["starts"]["log"])

    def test_a_bot_that_never_stops_or_quits(self):
        text = """#!/usr/bin/env python3
import signal, sys, time
for line in iter(sys.stdin.readline, None):
    if line == "ugi\\n": print("ugiok", flush=True)
    if line == "isready\\n": print("readyok", flush=True)
    if "infinite" in line or not line or line == "quit\\n": time.sleep(100)
    if line.startswith("go"): print("bestmove 44", flush=True)
"""
        lines, report = self.report(self.write("stays", text))
        self.assertFalse(report["ok"])
        self.assertIn("illegal-move", lines["plays X"]["sentence"])
        self.assertIn("'stop'", lines["stops"]["sentence"])
        self.assertIn("killed", lines["quits"]["sentence"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
