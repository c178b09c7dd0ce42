#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Matches from outside: their JSON, their events, and that nothing is lost however they are ended."""
import json
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("NINEFOLD", "build/ninefold")


def run(*args, timeout=120):
    done = subprocess.run([PROGRAM, *args], capture_output=True, timeout=timeout)
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace")


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class MatchCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.db = os.path.join(self.folder.name, "games.db")

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def match(self, *args):
        path = self.path("match.json")
        code, out, err = run("match", *args, "--db", self.db, "--json", path, "-q")
        self.assertEqual((code, err), (0, ""), out)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def bot(self, name, text):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path


class Json(MatchCase):
    def test_holds_every_game(self):
        data = self.match("random", "greedy", "--games", "6", "--openings", "random:2", "--time", "tc=60+1")
        self.assertEqual([bot["name"] for bot in data["bots"]], ["random", "greedy"])
        self.assertEqual(sum(data["score"]), 6)
        self.assertEqual(len(data["games"]), 6)
        for number, game in enumerate(data["games"]):
            self.assertEqual(game["number"], number)
            self.assertEqual(game["x"], "random" if number % 2 == 0 else "greedy")
            self.assertIn(game["ending"], ("line", "draw"))
            self.assertEqual(len(game["moves"]), game["plies"])
            self.assertEqual(len(game["clocks"]["spent"]), game["plies"])
            self.assertIsNone(game["clocks"]["spent"][0])  # an opening move
            self.assertGreater(game["clocks"]["left"][2], 60)
        for pair in range(3):
            first, second = data["games"][2 * pair:2 * pair + 2]
            self.assertEqual(first["moves"][:2], second["moves"][:2])

    def test_balanced_openings_are_played_from_both_sides_once(self):
        for rules in ("standard", "open+majority"):
            data = self.match("random", "first", "--games", "20", "--openings", "balanced", "--rules", rules)
            openings = [tuple(game["moves"][:4]) for game in data["games"]]
            self.assertEqual(openings[::2], openings[1::2])
            self.assertEqual(len(set(openings)), 10)
            self.assertEqual({game["opening"] for game in data["games"]}, {6})

    def test_adjudication_shortens_games_and_keeps_their_results(self):
        args = ("minimax:depth=3", "minimax:depth=2", "--games", "8", "--openings", "balanced")
        whole = self.match(*args, "--adjudicate", "off")
        for how in ("prove", "both"):  # of bots that play the same however long they may think
            cut = self.match(*args, "--adjudicate", how)
            endings = [game["ending"] for game in cut["games"]]
            self.assertGreater(endings.count("adjudicated"), 4)
            self.assertNotIn("adjudicated", [game["ending"] for game in whole["games"]])
            for game, full in zip(cut["games"], whole["games"]):
                self.assertEqual(full["moves"][:game["plies"]], game["moves"])
                if game["ending"] == "adjudicated":
                    self.assertRegex(game["detail"], r"by proof after move \d+$|both bots were sure")

    def test_adjudication_by_agreement(self):
        data = self.match("engine:depth=4", "engine:depth=6", "--games", "6", "--openings", "balanced",
                          "--adjudicate", "agree", "--adjudicate-sure", "0.9", "--adjudicate-moves", "2")
        details = [game["detail"] for game in data["games"] if game["ending"] == "adjudicated"]
        self.assertTrue(details)
        self.assertIn("for 2 moves each", details[0])

    def test_same_seed_same_match(self):
        games = [[g["moves"] for g in self.match("random", "mcts:sims=40", "--games", "8", "--seed", "9", *extra)["games"]]
                 for extra in ([], ["-c", "3", "--new"])]
        self.assertEqual(games[0], games[1])

    def test_games_that_are_all_the_same_are_told(self):
        words = ("first", "first", "--db", self.db, "--time", "none", "--games", "10")
        out = run("match", *words)[1]
        self.assertIn("note: only 1 different game of 10: the bots do not vary; --openings balanced", out)
        self.assertIn("Elo +0 [-271, +271]  Chance that first is stronger: 50 %", out)
        self.assertNotIn("inf", out)
        out = run("match", *words, "--openings", "balanced")[1]
        self.assertNotIn("different game", out)

    def test_batches(self):
        data = self.match("greedy", "random", "--format", "batches=2:3,2:1")
        self.assertEqual(data["winner"], "a")
        self.assertIn(len(data["games"]), (4, 8))

    def test_events(self):
        path = self.path("events.jsonl")
        run("match", "random", "first", "--games", "2", "--db", self.db, "--events", path)
        with open(path, encoding="utf-8") as file:
            events = [json.loads(line) for line in file]
        kinds = [event["event"] for event in events]
        self.assertEqual(kinds[0], "match-started")
        self.assertEqual(kinds[-1], "match-ended")
        self.assertEqual(kinds.count("game-ended"), 2)
        moves = [e["move"] for e in events if e["event"] == "move" and e["game"] == 1]
        record = next(e["record"] for e in events if e["event"] == "game-ended" and e["game"] == 1)
        self.assertEqual(moves, record["moves"])


class Survival(MatchCase):
    ARGS = ("random", "minimax:depth=2", "--games", "300", "--seed", "4", "--openings", "random:2")

    def test_kill_at_any_instant_loses_nothing(self):
        begun = time.monotonic()
        whole = self.match(*self.ARGS)
        # A slow program on a busy machine must get somewhere before it is killed.
        longest = max(0.25, (time.monotonic() - begun) / 2)
        rng = random.Random(1)
        killed = os.path.join(self.folder.name, "killed.db")
        kills = 0
        for _ in range(200):
            process = subprocess.Popen([PROGRAM, "match", *self.ARGS, "-c", "2", "--db", killed, "-q"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(rng.uniform(0.02, longest))
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
        self.db = killed
        path = self.path("again.json")
        # A finished match would be played again; its games are read from the store instead.
        code, out, _ = run("games", "--db", killed, "--match", "1", "--export", "jsonl")
        self.assertEqual(code, 0)
        games = sorted((json.loads(line) for line in out.splitlines()), key=lambda g: int(g["id"].split(".")[1]))
        self.assertGreater(kills, 0)
        self.assertEqual([g["moves"] for g in games], [g["moves"] for g in whole["games"]])
        self.assertEqual([g["winner"] for g in games], [g["winner"] for g in whole["games"]])
        with sqlite3.connect(killed) as connection:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone(), ("ok",))

    def long_match(self, *before):
        return subprocess.Popen([*before, PROGRAM, "match", "mcts:sims=3000", "mcts:sims=3000", "--games", "1000",
                                 "--db", self.db], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_interrupt_is_graceful(self):
        for signals in ((signal.SIGINT,), (signal.SIGHUP, signal.SIGHUP)):
            process = self.long_match()
            time.sleep(1)
            for number in signals:
                process.send_signal(number)
                time.sleep(0.01)  # each is a signal of its own
            out, err = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 1)
            self.assertIn(b"stopped after", out)
            self.assertIn(b"give the same command again to resume", err)

    def test_nohup_is_heeded(self):
        process = self.long_match("nohup")
        time.sleep(1)
        process.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(signal.SIGINT)
        self.assertIn(b"stopped after", process.communicate(timeout=20)[0])

    def test_a_changed_bot_begins_a_new_match(self):
        text = "#!/bin/sh\nexit 3\n"
        bot = self.bot("dead", text)
        args = ("match", "ugi:" + bot, "random", "--games", "2", "--db", self.db)

        def run_with_match_1_unfinished():
            with sqlite3.connect(self.db) as connection:
                connection.execute("UPDATE matches SET finished = NULL")
                connection.execute("DELETE FROM games WHERE number = 1")
            return run(*args)[2]

        run(*args)
        self.assertIn("resuming match 1: 1 game kept", run_with_match_1_unfinished())
        self.bot("dead", text + "# edited\n")
        err = run_with_match_1_unfinished()
        self.assertIn("note: match 1 of the same bots is unfinished after 1 game,", err)
        self.assertIn(f"has changed since (ugi:{bot}); a new match begins", err)
        self.assertNotIn("resuming", err)

    def test_two_runs_of_one_match(self):
        args = [PROGRAM, "match", "mcts:sims=3000", "random", "--games", "1000", "--db", self.db, "-q"]
        first = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        second = subprocess.run(args, capture_output=True, timeout=30)
        first.kill()
        first.wait()
        self.assertEqual(second.returncode, 2)
        self.assertEqual(len(second.stderr.decode().splitlines()), 1)


STYLED = """#!/usr/bin/env python3
import sys
style = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name styled")
        print("option name Style type combo default calm var calm var bold")
        print("ugiok", flush=True)
    elif words[0] == "setoption": style = words[-1]
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "go":
        print("info string style", style)
        print('info meta {"style": "%s"}' % style)
        print("bestmove resign", flush=True)
    elif words[0] == "quit": break
"""


class Options(MatchCase):
    def test_reach_the_bot_and_are_compared_on_resume(self):
        bot = self.bot("styled.py", STYLED)
        words = ("match", "random", f"option.style=bold ugi:{bot}", "-n", "2", "--no-sandbox", "--db", self.db)
        code, out, err = run(*words, "--starter", "a", "--events", "-")
        self.assertEqual(code, 0, err)
        infos = [json.loads(line) for line in out.splitlines()]
        texts = [event.get("text") for event in infos if event["event"] == "info"]
        self.assertIn("style bold", texts)
        self.assertIn("styled:style=bold", err)
        db = sqlite3.connect(self.db)
        self.assertIn("option.style=bold ugi:", db.execute("SELECT spec FROM matches").fetchone()[0])
        db.execute("UPDATE matches SET finished = NULL")
        db.commit()
        db.close()
        self.assertIn("resuming match 1", run(*words, "--starter", "a")[2])
        calm = [word.replace("bold", "calm") for word in words]
        self.assertNotIn("resuming", run(*calm, "--starter", "a")[2])

    def test_that_a_bot_lacks_are_refused_before_a_game(self):
        bot = self.bot("styled.py", STYLED)
        for command in ("match", "sprt"):
            for option, sentence in (("Elo=5", "styled:Elo=5 has no option 'Elo'; it declares Style"),
                                     ("Style=wild", "it is one of calm, bold")):
                code, out, err = run(command, "random", f"option.{option} {bot}", "--no-sandbox", "--db",
                                     self.db)
                self.assertEqual((code, out), (2, ""))
                self.assertIn(sentence, err)
                # No server is asked before that.
                code, out, far = run(command, "random", f"option.{option} {bot}", "--no-sandbox", "--db",
                                     self.db, "--cluster", "nats://127.0.0.1:1")
                self.assertEqual((code, out, far), (2, "", err))
        self.assertFalse(os.path.exists(self.db))

    def test_what_would_be_ignored_is_refused(self):
        self.match("random", "first", "--games", "2")
        games = ("games", "--db", self.db)
        for words, sentence in (((*games, "--matches", "--bot", "random"), "--bot excludes --matches"),
                                ((*games, "--matches", "--offset", "1"), "--offset excludes --matches"),
                                ((*games, "--check", "--match", "1"), "--match excludes --check"),
                                (("match", "random", "first", "--adjudicate-sure", "0.9"), "--adjudicate agree"),
                                (("match", "random", "first", "--adjudicate", "prove", "--adjudicate-moves", "2"),
                                 "--adjudicate agree")):
            code, _, err = run(*words)
            self.assertEqual(code, 2, words)
            self.assertIn(sentence, err)
        self.assertEqual(run(*games, "--matches", "--limit", "1")[0], 0)


class LatePositions(MatchCase):
    def test_games_begin_only_where_one_can_be_played(self):
        over = "xxx6/xxx6/xxx6/oo7/oo7/oo7/oo7/9/9 o - standard"
        for words in (("match", "random", "greedy"), ("sprt", "random", "greedy"),
                      ("tune", "mcts:sims=5", "--option", "c=1,0,2")):
            code, _, err = run(*words, "--position", over, "--db", self.db, timeout=20)
            self.assertEqual(code, 2)
            self.assertIn("from one that is over", err)
        self.assertFalse(os.path.exists(self.db))
        # One move is left: no random moves can be played before it.
        late = ("12 23 34 47 78 83 36 61 11 14 40 00 08 85 57 77 72 27 70 04 42 28 80 01 15 55 54 41 18 87 74 46 65 56 63 "
                "33 35 58 86 66 64 43 30 05 52 25 53 37 38 84 44 48 26 20 07 22 03 06 02 50")
        code, out, err = run("match", "random", "greedy", "-n", "2", "--openings", "random:4", "--moves", late,
                             "--db", self.db, "-q", timeout=20)
        self.assertEqual(code, 0, err)


class TimeOdds(MatchCase):
    def test_each_bot_has_its_clock_and_the_record_both(self):
        slow = self.bot("slow.py", STYLED.replace('print("bestmove', 'time.sleep(0.3); print("bestmove')
                        .replace("import sys", "import sys, time"))
        words = ("random", f"ugi:{slow}", "-n", "2", "--time", "move=5s", "--no-sandbox")
        code, out, err = run("match", *words, "--time-b", "move=200ms", "--db", self.db)
        self.assertEqual(code, 0, err)
        self.assertIn("A move=5s; B move=200ms", out)
        self.assertIn("forfeits 2", out)
        games = run("games", "--db", self.db, "--export", "jsonl")[1].splitlines()
        self.assertEqual([json.loads(game)["time_control"] for game in games],
                         ["X move=5s; O move=200ms", "X move=200ms; O move=5s"])
        text = run("games", "--db", self.db, "--export", "text")[1]
        self.assertIn('[TimeControl "X move=200ms; O move=5s"]', text)
        code, out, err = run("match", *words, "--time-b", "move=4s", "--db", self.db)
        self.assertNotIn("forfeits", out)
        for command in ("match", "sprt"):
            for wrong, sentence in (("fast", "time control: 'fast'"), ("", "time control: empty"),
                                    ("move=0s", "longer than 0")):
                code, _, err = run(command, "random", "greedy", "--time-b", wrong, "--db", self.db)
                self.assertEqual(code, 2)
                self.assertIn(sentence, err)


class Progress(MatchCase):
    """What a match says while it runs, where nobody looks at a terminal."""

    def test_lines_now_and_then(self):
        slow = self.bot("slow.py", STYLED.replace('print("bestmove', 'time.sleep(0.5); print("bestmove')
                        .replace("import sys", "import sys, time"))
        words = ("random", f"ugi:{slow}", "--no-sandbox", "--db", self.db)
        code, _, err = run("match", *words, "-n", "16")
        self.assertEqual(code, 0, err)
        lines = [line for line in err.splitlines() if "/16  random " in line]
        self.assertTrue(1 <= len(lines) <= 5, err)
        self.assertRegex(lines[0], r"^\d+/16  random [\d.]+ - [\d.]+ slow  \+\d+ =0 -\d+")
        self.assertNotIn("\x1b", err)
        code, _, err = run("sprt", *words, "--pairs", "5", "--time", "move=5s")
        self.assertRegex(err, r"LLR [+-][\d.]+ .*  games \d+  ")
        code, _, err = run("match", *words, "-n", "6", "-q")
        self.assertNotIn("/6  ", err)

    def test_a_match_that_is_over_at_once_says_it_once(self):
        self.assertEqual(run("match", "random", "first", "-n", "10", "--db", self.db)[2], "")


class Forfeits(MatchCase):
    def test_a_quiet_match_names_the_command_that_lists_them(self):
        bad = self.bot("bad.py", STYLED.replace('print("bestmove', 'print("thinking..."); print("bestmove'))
        code, out, err = run("match", "random", f"ugi:{bad}", "-n", "3", "--no-sandbox", "--db", self.db, "-q")
        self.assertEqual(code, 0, err)
        forfeits, verdict = out.splitlines()
        self.assertEqual(forfeits, f"3 forfeits, listed by: ninefold games --match 1 --forfeits --db {self.db}")
        self.assertIn("random", verdict)
        self.assertEqual(len(run(*forfeits.split()[5:], "--json")[1].splitlines()), 3)

    def test_are_told_in_sentences(self):
        late = self.bot("late.py", "import time\ndef select_move(cur_state, remain_time):\n    time.sleep(60)\n")
        bad = self.bot("bad.py", "def select_move(cur_state, remain_time):\n    raise ValueError('too deep')\n")
        code, out, err = run("match", f"select_move:{late}", f"select_move:{bad}", "-n", "2", "-t", "move=2s",
                             "--no-sandbox", "--db", self.db)
        self.assertEqual(code, 0, err)
        self.assertRegex(out, r"late lost by move-time: X had not answered after [\d.]+ s at move 1; "
                              r"the limit was 2 s")
        self.assertIn("bad lost by crash: X failed: select_move raised ValueError: too deep at line 2, at move 1",
                      out)


class BadInput(MatchCase):
    def refused(self, *args):
        code, out, err = run("match", *args, "--games", "2")
        self.assertEqual(code, 2, (out, err))
        self.assertEqual(len(err.splitlines()), 1, err)
        return err

    def test_bots_that_are_none(self):
        self.refused("random", "./does-not-exist", "--db", self.db)
        self.refused("random", "mcts:speed=3", "--db", self.db)
        plain = self.path("notes.txt")
        with open(plain, "w", encoding="utf-8") as file:
            file.write("not a bot\n")
        self.refused("random", plain, "--db", self.db)

    def test_databases(self):
        foreign = self.path("foreign.db")
        with open(foreign, "wb") as file:
            file.write(os.urandom(8192))
        before = contents(foreign)
        self.refused("random", "random", "--db", foreign)
        self.assertEqual(contents(foreign), before)
        self.refused("random", "random", "--db", "/proc/no/such/games.db")

    def test_a_place_for_the_json_that_cannot_be_written_is_told_before_a_game(self):
        for place, why in ((self.path("none/match.json"), "No such file"), (self.folder.name, "Is a directory")):
            self.assertIn(why, self.refused("random", "random", "--db", self.db, "--json", place))
        self.assertFalse(os.path.exists(self.db))

    def test_adjudication(self):
        self.assertIn("finished board", self.refused("random", "random", "--db", self.db, "--adjudicate", "prove",
                                                     "--points", "blocks"))
        self.refused("random", "random", "--db", self.db, "--adjudicate", "perhaps")

    def test_time_controls(self):
        for spec in ("move=0", "move=-3s", "tc=10y", "fast"):
            self.refused("random", "random", "--db", self.db, "--time", spec)

    def test_a_bot_that_dies_forfeits(self):
        dead = self.bot("dead", "#!/bin/sh\nexit 3\n")
        data = self.match("random", "ugi:" + dead, "--games", "2")
        self.assertEqual(data["score"], [2, 0])
        for game in data["games"]:
            self.assertIn(game["ending"], ("start-failed", "crash"))
            self.assertEqual(game["winner"], game["a"])
            self.assertTrue(game["detail"])

    def test_neither_its_words_nor_its_name_reach_for_the_terminal(self):
        loud = self.bot("lo\033[5mud", "#!/bin/sh\necho 'my \033]0;own\007 words' >&2\nread line\nexit 3\n")
        for words in (("check", loud), ("match", "random", loud, "--games", "2", "--db", self.db)):
            code, out, err = run(*words)
            self.assertNotRegex(out + err, "[\033\007]", words)
        self.assertIn("| my \\x1b]0;own\\x07 words", run("check", loud)[1])
        self.assertIn("is taken for a UGI bot", run("check", loud)[1])

    def test_what_it_wrote_is_kept_and_not_handed_round(self):
        loud = self.bot("loud", "#!/bin/sh\necho 'my own \033[31mwords' >&2\nread line\nexit 3\n")
        out = run("match", "random", "ugi:" + loud, "--games", "2", "--db", self.db)[1]
        self.assertIn("(ninefold log 1.0)", out)
        for number in (0, 1):
            code, out, err = run("log", f"1.{number}", "--db", self.db)
            self.assertEqual((code, out), (0, "my own \\x1b[31mwords\n"), err)
        for form in ("--text", "--json"):
            self.assertNotIn("my own", run("replay", "1.0", form, "--db", self.db)[1])
        self.match("random", "random", "--games", "2")
        code, out, err = run("log", "2.0", "--db", self.db)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("no log", err)

    def test_a_bot_that_hangs_forfeits_in_time(self):
        hung = self.bot("hung", "#!/bin/sh\nwhile read line; do\n  case $line in\n    ugi) echo ugiok;;\n"
                                "    isready) echo readyok;;\n  esac\ndone\n")
        begin = time.monotonic()
        data = self.match("random", "ugi:" + hung, "--games", "2", "--time", "move=200ms")
        self.assertEqual({game["ending"] for game in data["games"]}, {"move-time"})
        self.assertLess(time.monotonic() - begin, 60)


class Sprt(MatchCase):
    def test_the_first_verdict_stands(self):
        """Games that were kept after a bound was crossed, and point the other way, change nothing."""
        words = ("sprt", "greedy", "random", "--elo1", "100", "--time", "none", "--db", self.db, "-q")
        code, out, _ = run(*words, "--alpha", "0.0001", "--beta", "0.0001")
        self.assertEqual(code, 0, out)
        with sqlite3.connect(self.db) as connection:
            connection.execute("UPDATE matches SET finished = NULL, summary = NULL, "
                               "spec = json_set(spec, '$.sprt', json('[0.0,100.0,0.05,0.05]'))")
            connection.execute("UPDATE games SET ending = 'resigned', winner = iif(number % 2, 'x', 'o') "
                               "WHERE seq > (SELECT min(seq) + 30 FROM games)")
        code, out, _ = run(*words)
        self.assertIn("accepted: greedy", out)
        self.assertEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
