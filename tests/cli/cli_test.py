#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line as a user meets it: outputs, exit codes, and one clear line for bad input."""
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("NINEFOLD", "build/ninefold")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
START = "9/9/9/9/9/9/9/9/9"


def run(*args, stdin=b""):
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def small_disk():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that writing fails, as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))


class Perft(unittest.TestCase):
    def test_last_line_is_nodes(self):
        for depth, rules, nodes in ((0, "standard", 1), (5, "standard", 473256), (6, "open", 4017888),
                                    (4, "correspondence", 369344), (6, "standard+majority", 4020960)):
            code, out, err = run("perft", str(depth), "--rules", rules)
            self.assertEqual((code, out.splitlines()[-1], err), (0, f"nodes {nodes}", ""))

    def test_divide_adds_up(self):
        _, out, _ = run("perft", "3", "--divide", "--moves", "40 01")
        lines = [line.split() for line in out.splitlines()]
        total = sum(int(n) for move, n in lines if move.isdigit())
        self.assertEqual(lines[-1], ["nodes", str(total)])

    def test_every_leaf_agrees(self):
        self.assertEqual(run("perft", "5", "--every-leaf")[1].splitlines()[-1], "nodes 473256")


class Show(unittest.TestCase):
    def test_json(self):
        code, out, _ = run("show", "--moves", "40 01 12", "--json")
        data = json.loads(out)
        self.assertEqual(code, 0)
        self.assertEqual(data["position"], "1o7/2x6/9/9/x8/9/9/9/9 o 2 standard")
        self.assertEqual((data["side"], data["target"], data["ending"], data["winner"]), ("o", [2], None, None))
        self.assertEqual(data["legal"], [f"2{c}" for c in range(9)])
        self.assertEqual(data["blocks"], {"x": 0, "o": 0})
        self.assertEqual(len(data["hash"]), 16)

    def test_position_by_itself(self):
        text = "1o7/2x6/9/9/x8/9/9/9/9 o 2 standard"
        self.assertEqual(run("show", text, "--json"), run("show", "--position", text, "--json"))
        self.assertEqual(json.loads(run("show", text, "--moves", "20", "--json")[1])["side"], "x")
        self.assertIn("given twice", run("show", text, "--position", text)[2])

    def test_finished_game(self):
        # X wins blocks 0, 4 and 8 by their first rows; O's marks stand elsewhere.
        text = "xxx6/oo7/o8/o8/xxx6/o8/o8/oo7/xxx6 o - standard"
        data = json.loads(run("show", "--position", text, "--json")[1])
        self.assertEqual((data["ending"], data["winner"], data["legal"], data["target"]), ("line", "x", [], []))

    def test_algebraic_and_digits_are_the_same_move(self):
        self.assertEqual(run("show", "--moves", "e5", "--json")[1], run("show", "--moves", "44", "--json")[1])

    def test_board_is_drawn(self):
        _, out, _ = run("show", "--moves", "44 40")
        self.assertIn("[O]", out)
        self.assertIn("X to move, target block 0", out)
        self.assertNotIn("\033", out)

    def test_tie_break_travels_in_the_text(self):
        data = json.loads(run("show", "--rules", "standard", "--tie-break", "majority", "--json")[1])
        self.assertEqual(data["position"], START + " x - standard+majority")


class BadInput(unittest.TestCase):
    def refused(self, words, *args, stdin=b""):
        code, out, err = run(*args, stdin=stdin)
        self.assertEqual(code, 2, (args, out, err))
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertIn(words, err)

    def test_positions(self):
        for words, text in (
                ("8 blocks, 9 are needed", "9/9/9/9/9/9/9/9 x - standard"),
                ("more than 9 blocks", START + "/9 x - standard"),
                ("has 8 cells", "8/9/9/9/9/9/9/9/9 x - standard"),
                ("more than 9 cells", "x9/9/9/9/9/9/9/9/9 o 0 standard"),
                ("take turns", "xx7/9/9/9/9/9/9/9/9 x 0 standard"),
                ("cannot be", "x8/9/9/9/9/9/9/9/9 o 5 standard"),
                ("cannot be", "x8/9/9/9/9/9/9/9/9 o - standard"),
                ("no mark on the board", START + " x 4 standard"),
                ("target '9'", START + " x 9 standard"),
                ("side 'z'", START + " z - standard"),
                ("unknown ruleset", START + " x - chess"),
                ("both sides have a line in block 0", "xxxooo3/9/9/9/9/9/9/9/9 x 0 standard"),
                ("three blocks in line", "xxx6/xxx6/xxx6/ooo6/ooo6/ooo6/9/9/9 x - standard"),
                ("fields", "garbage"),
                ("characters", "x" * 100000)):
            self.refused(words, "show", "--position", text)

    def test_moves(self):
        self.refused("move 2 (11) is illegal", "show", "--moves", "40 11")
        self.refused("is not a move", "show", "--moves", "99")
        self.refused("the cell is taken by X", "show", "--moves", "44 44")
        over = "xxx6/oo7/o8/o8/xxx6/o8/o8/oo7/xxx6 o - standard"
        self.refused("the game is over", "show", "--position", over, "--moves", "12")

    def test_words(self):
        self.refused("--help", "perft")
        self.refused("--help", "perft", "-1")
        self.refused("--help", "perft", "99")
        self.refused("unknown ruleset", "perft", "3", "--rules", "chess")
        self.refused("--help", "nonsense")
        self.refused("the position says standard, the options say open",
                     "show", "--rules", "open", "--position", START + " x - standard")

    def test_mistyped_words(self):
        self.refused("there is no command 'mach'; did you mean 'match'? 'ninefold --help' lists them all",
                     "mach", "random", "greedy")
        self.refused("there is no command 'xyzzy'; 'ninefold --help' lists", "xyzzy")
        self.refused("there is no command 'rnu'; did you mean 'run'? 'ninefold tournament --help'",
                     "tournament", "rnu", "x.toml")
        self.refused("not expected: '--gams' '3' '--foo'; did you mean '--games'? ('ninefold match --help' shows how)",
                     "match", "random", "greedy", "--gams", "3", "--foo")

    def test_record_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f")

            def refused(words, data):
                with open(path, "wb") as file:
                    file.write(data)
                self.refused(words, "record", path)

            refused("no game in it", b"")
            refused("a game begins with", os.urandom(1000).replace(b"[", b"a").replace(b"{", b"a").replace(b"\n", b"a"))
            refused("breaks off", b'[X "a"]\n[O "b"]\n\n1. 40 01\n')
            refused("is illegal", b'[X "a"]\n\n1. 40 11\n*\n')
            refused("not valid JSON", b'{"format": "ninefold-game", "ver\n')
            refused("longer than", b"[" * (100 << 20))
        self.refused("neither a game (3.17 is game 17 of match 3) nor a file of games", "record", "/nonexistent/file")

    def test_a_picture_that_cannot_be_written_is_told_before_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            game = os.path.join(folder, "game.jsonl")
            self.assertEqual(run("random-games", "1", "--jsonl", game)[0], 0)
            # With as many nodes the work would take an hour.
            self.refused("cannot be written: Is a directory", "plot", "game", game, "--nodes", "1000000000", "-o", folder)

    def test_a_proof_that_cannot_be_written_is_told_before_the_work(self):
        code, out, err = run("solve", "--rules", "open", "--proof", "/nonexistent/open.proof")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("/nonexistent/open.proof: cannot be written: No such file", err)

    def test_a_text_that_cannot_be_written_leaves_the_one_before(self):
        with tempfile.TemporaryDirectory() as folder:
            real, link, pipe = (os.path.join(folder, name) for name in ("real", "link", "pipe"))
            with open(real, "w", encoding="utf-8") as file:
                file.write("the one before")
            os.symlink("real", link)
            solve = [PROGRAM, "solve", "--rules", "open", "--proof"]
            done = subprocess.run([*solve, link], capture_output=True, preexec_fn=small_disk, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"real: cannot be written: File too large", done.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["link", "real"])
            with open(real, encoding="utf-8") as file:
                self.assertEqual(file.read(), "the one before")
            self.assertEqual(run(*solve[1:], link)[0], 0)
            self.assertTrue(os.path.islink(link))
            self.assertEqual(run("verify-proof", real)[0], 0)
            os.mkfifo(pipe)
            with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
                self.assertEqual(run(*solve[1:], pipe)[0], 0)
                through = reader.communicate(timeout=60)[0]
            with open(real, "rb") as file:
                self.assertEqual(file.read(), through)
            self.assertEqual(sorted(os.listdir(folder)), ["link", "pipe", "real"])

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        self.refused("writing failed", "random-games", "2000", "--jsonl", "/dev/full")

    def test_a_reader_who_has_had_enough_is_no_fault(self):
        games = subprocess.Popen([PROGRAM, "random-games", "1000000", "--jsonl", "-"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        lines = [games.stdout.readline() for _ in range(3)]
        games.stdout.close()
        self.assertEqual((games.stderr.read(), games.wait(timeout=60)), (b"", 0))
        games.stderr.close()
        self.assertEqual([json.loads(line)["id"] for line in lines], [f"random-1-{i}" for i in range(3)])

    def test_output_that_is_lost_is_told(self):
        for command in (["show"], ["--version"], ["--help"], ["help", "match"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (2, b"ninefold: standard output could not be written\n"), command)

    def test_messages_that_are_lost_end_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            cup = os.path.join(folder, "cup.toml")
            with open(cup, "w", encoding="utf-8") as file:
                file.write('name = "cup"\nbots = ["first", "greedy"]\n[[stage]]\ntype = "round-robin"\n')
            for command, code in (["mach"], 2), (["tournament", "run", cup, "--db", os.path.join(folder, "games.db")], 0):
                with open("/dev/full", "wb") as full:
                    done = subprocess.run([PROGRAM, *command], stdout=subprocess.PIPE, stderr=full, timeout=60)
                self.assertEqual(done.returncode, code, command)


class Records(unittest.TestCase):
    def test_random_games_convert_back_and_forth(self):
        for rules in ("standard", "open", "correspondence", "standard+majority"):
            with tempfile.TemporaryDirectory() as folder:
                jsonl = os.path.join(folder, "games.jsonl")
                text = os.path.join(folder, "games.txt")
                self.assertEqual(run("random-games", "50", "--rules", rules, "--seed", "3", "--jsonl", jsonl)[0], 0)
                with open(text, "w", encoding="utf-8") as file:
                    file.write(run("record", jsonl, "--text")[1])
                with open(jsonl, encoding="utf-8") as file:
                    self.assertEqual(run("record", text, "--json")[1], file.read())
                self.assertEqual(len(run("record", text)[1].splitlines()), 50)

    def test_same_seed_same_games(self):
        first = run("random-games", "20", "--seed", "5", "--jsonl", "-")[1]
        self.assertEqual(first, run("random-games", "20", "--seed", "5", "--jsonl", "-")[1])
        self.assertNotEqual(first, run("random-games", "20", "--seed", "6", "--jsonl", "-")[1])

    def test_names_of_strangers_do_not_reach_for_the_terminal(self):
        game = b'[X "a\x1b[2J"]\n[O "b\xe2\x80\xae"]\n[Ending "resigned"]\n[Result "1-0"]\n[Detail "\xc2\x9b5m"]\n\n1. 44 1-0\n'
        for words in (("record", "-"), ("record", "-", "--board"), ("analyze", "-", "--nodes", "100")):
            code, out, err = run(*words, stdin=game)
            self.assertEqual(code, 0, err)
            self.assertIn("a\\x1b[2J", out)
            self.assertIn("b\\xe2\\x80\\xae", out)
            self.assertNotRegex(out, "[\x1b\x9b\u202e]")

    def test_board_shows_every_position(self):
        game = b'[X "a"]\n[O "b"]\n\n1. 40 01\n*\n'
        _, out, _ = run("record", "-", "--board", stdin=game)
        self.assertIn("move 1, X\n", out)
        self.assertIn("move 1, O\n", out)


class TrainingData(unittest.TestCase):
    def test_a_file_that_is_there_must_be_what_is_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a", "b", "s.nfd")
            sample = ("sample", "--out", path, "--nodes", "50", "--threads", "1")
            self.assertEqual(run(*sample, "--positions", "200")[0], 0)
            code, out, _ = run(*sample, "--positions", "200")
            self.assertEqual((code, out), (0, f"{path}: is there already\n"))
            for other in (("--positions", "300"), ("--positions", "200", "--rules", "standard+majority")):
                code, _, err = run(*sample, *other)
                self.assertEqual(code, 2)
                self.assertIn("is there already with 200 positions of standard, not", err)
                self.assertIn("delete or rename it", err)
            label = ("label", path, "--out", os.path.join(folder, "labelled"), "--nodes", "10", "--from-ply", "70")
            self.assertEqual(run(*label)[0], 0)
            self.assertIn("is there already", run(*label)[1])
            os.remove(path)
            self.assertEqual(run(*sample, "--positions", "100")[0], 0)
            code, _, err = run(*label)
            self.assertEqual(code, 2)
            self.assertIn("with 200 positions of standard, not 100 of standard", err)

    def test_a_failed_run_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "new", "deep", "s.nfd")
            self.assertEqual(run("sample", "--out", path, "--positions", "10", "--net", "/nonexistent")[0], 2)
            self.assertEqual(run("sample", "--out", path, "--positions", "10", "--nodes", "none")[0], 2)
            self.assertEqual(run("label", "/nonexistent.nfd", "--out", os.path.dirname(path))[0], 2)
            self.assertEqual(os.listdir(folder), [])
            for out in ("", folder):
                code, _, err = run("sample", "--out", out, "--positions", "10")
                self.assertEqual(code, 2)
                self.assertIn("the name of a file is needed, such as", err)
            self.assertIn("the name of a folder is needed", run("label", "x.nfd", "--out", "")[2])
            _, _, err = run("sample", "--out", path, "--positions", "1e6")
            self.assertIn("a whole number from 1 to 100000000 is wanted", err)


    def test_a_full_disk_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            path, labelled = os.path.join(folder, "a.nfd"), os.path.join(folder, "labelled")
            sample = ("sample", "--out", path, "--nodes", "20", "--threads", "1", "--positions", "1000")
            label = ("label", path, "--out", labelled, "--nodes", "1", "--from-ply", "80")
            for command, left in ((sample, []), (label, ["a.nfd"])):
                done = subprocess.run([PROGRAM, *command], capture_output=True, preexec_fn=small_disk, timeout=60)
                self.assertEqual(done.returncode, 2, done)
                self.assertIn(b"a.nfd: cannot be written: File too large", done.stderr)
                self.assertEqual(os.listdir(folder), left)
                if command == sample:
                    self.assertEqual(run(*command)[0], 0)

    # On a disk of its own: once the command has its file, which has no name yet, in full length, and the disk is
    # full to the last byte, it is waited for.
    FILLED_MEANWHILE = """
        mount -t tmpfs -o size=$2 none "$1" && cd "$1" && cp "$3"/*.nfd . 2>/dev/null
        shift 3
        "$@" & pid=$!
        until find -L /proc/$pid/fd -type f -links 0 -size +0 2>/dev/null | grep -q .; do kill -0 $pid || exit 100; done
        cat /dev/zero > filler 2>/dev/null
        kill -0 $pid || exit 101
        [ $(stat -f -c %f .) = 0 ] || exit 102
        wait $pid
    """

    def test_a_disk_that_fills_meanwhile_costs_nothing(self):
        if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode:
            self.skipTest("no disk can be mounted here")
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as disk:
            def on_a_full_disk(*command):
                return subprocess.run(["unshare", "-rm", "sh", "-c", self.FILLED_MEANWHILE, "sh", disk, "2m", folder,
                                       os.path.abspath(PROGRAM), *command], capture_output=True, timeout=60)

            sample = ("--positions", "20000", "--nodes", "1000", "--threads", "1")
            done = on_a_full_disk("sample", "--out", "new.nfd", *sample)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"new.nfd: 20000 positions sampled", done.stdout)
            run("sample", "--out", os.path.join(folder, "a.nfd"), "--nodes", "20", *sample[:2])
            done = on_a_full_disk("label", "a.nfd", "--out", "labelled", "--nodes", "100", "--solver-nodes", "1")
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"labelled/a.nfd", done.stdout)

    def test_labelled_files_need_places_of_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.nfd")
            other = os.path.join(folder, "other", "a.nfd")
            for out in (path, other):
                self.assertEqual(run("sample", "--out", out, "--nodes", "20", "--positions", "100")[0], 0)
            code, _, err = run("label", path, "--out", folder)
            self.assertEqual(code, 2)
            self.assertIn("another folder is needed", err)
            code, _, err = run("label", path, other, "--out", os.path.join(folder, "labelled"))
            self.assertEqual(code, 2)
            self.assertIn("would both be", err)
            self.assertEqual(sorted(os.listdir(folder)), ["a.nfd", "other"])


class EngineByHand(unittest.TestCase):
    def say(self, *lines):
        return run("engine", stdin=("\n".join(lines) + "\n").encode())[1]

    def test_a_misspelt_limit_is_named_and_a_default_used(self):
        out = self.say("go dpth 3")
        self.assertIn("info string error: unknown word 'dpth' in 'go', which knows depth, nodes, movetime", out)
        self.assertRegex(out, r"info depth [1-9]")
        self.assertIn("bestmove", out)

    def test_however_late_the_first_depth_is_finished(self):
        for question in ("go movetime 0", "go infinite", "go"):
            self.assertRegex(self.say(question), r"(?s)info depth 1 .*bestmove", question)
        found = json.loads(run("analyze", "--time", "0ms", "--lines", "3", "--json")[1])
        self.assertGreaterEqual(found["depth"], 1)
        self.assertNotEqual([line["eval"] for line in found["lines"]], [0.5] * 3)

    def test_option_names_in_any_case(self):
        out = self.say("setoption name hash value 1", "setoption name MULTIPV value 2", "ugi", "go depth 2")
        self.assertNotIn("error", out)
        self.assertIn("option name Hash type spin default 1 ", out)
        self.assertIn("multipv 2", out)

    def test_position_and_help(self):
        out = self.say("position startpos moves 44 40", "d", "help", "nonsense")
        self.assertIn("X to move, target block 0\n9/9/9/9/o3x4/9/9/9/9 x 0 standard\n", out)
        self.assertIn("go movetime 1000", out)
        self.assertIn("unknown command 'nonsense'; 'help' lists some", out)


class NewBot(unittest.TestCase):
    def test_the_lines_to_type_are_quoted(self):
        with tempfile.TemporaryDirectory() as folder:
            out = run("new-bot", "-i", "class", os.path.join(folder, "my bot"))[1]
            self.assertIn(f"ninefold check '{folder}/my bot.py'\n", out)
            self.assertIn(f"ninefold check {folder}/bot.py\n",
                          run("new-bot", "-i", "class", os.path.join(folder, "bot"))[1])


class Help(unittest.TestCase):
    def test_every_command_has_help_with_examples(self):
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        commands = [line.split()[0] for line in out.splitlines()
                    if line.startswith("  ") and line[2].isalpha()]
        self.assertGreaterEqual(len(commands), 23)
        for command in commands:
            code, text, _ = run(command, "--help")
            self.assertEqual(code, 0)
            self.assertIn("\nExamples:\n", text, command)
            self.assertIn(f"\nUsage: ninefold {command} ", text)
        for words in (("tournament", "run"), ("cluster", "reset")):
            text = run(*words, "--help")[1]
            self.assertIn(f"\nUsage: ninefold {' '.join(words)} [OPTIONS] ", text)
            self.assertRegex(text, r"\nExamples:\n(  ninefold .*\n)+\Z")

    def test_help_as_a_word(self):
        self.assertEqual(run("help"), run("--help"))
        self.assertEqual(run("help", "match"), run("match", "--help"))
        self.assertEqual(run("help", "tournament", "run"), run("tournament", "run", "--help"))
        self.assertIn("did you mean 'match'", run("help", "mach")[2])

    def test_version(self):
        out = run("--version")[1]
        self.assertRegex(out, r"^ninefold \d+\.\d+\.\d+( \([0-9a-f]{7,}(-dirty)?\))?\n")
        if os.path.exists(os.path.join(ROOT, ".git")):
            commit = re.search(r"\(([0-9a-f]+)", out)[1]
            subprocess.run(["git", "-c", "safe.directory=*", "-C", ROOT, "cat-file", "-e", commit], check=True)


if __name__ == "__main__":
    unittest.main()
