# SPDX-License-Identifier: MIT
"""Runs `ninefold serve` (the program in $NINEFOLD) and treats it badly."""

import contextlib
import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from serve import HUMANS, NINEFOLD, SLOW, Playing, Serve, WebSocket


# A bot that says what it sees before it gives up.
SPY = """# ugiok
import os, socket, sys
def attempt(what, action):
    try:
        action()
        print("can", what, file=sys.stderr, flush=True)
    except OSError:
        print("cannot", what, file=sys.stderr, flush=True)
own = os.path.abspath(__file__)
attempt("read itself", lambda: open(own).read())
attempt("write itself", lambda: open(own, "a"))
attempt("write beside itself", lambda: open(own + ".new", "w"))
attempt("read another", lambda: open("ANOTHER").read())
attempt("read the database", lambda: open("DATABASE").read(1))
attempt("connect", lambda: socket.create_connection(("127.0.0.1", PORT), 5))
sys.exit(3)
"""


class ServeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.database = os.path.join(self.folder.name, "games.db")

    def move(self, server, game, tokens):
        body = {"token": tokens[game["turn"]], "move": game["legal"][-1]}
        status, answer = server.ask("POST", f"/api/games/{game['id']}/move", body)
        self.assertEqual(status, 200, answer)
        return answer["game"]

    def test_a_killed_server_goes_on(self):
        with Serve(self.database) as server:
            status, made = server.ask("POST", "/api/games", HUMANS)
            self.assertEqual(status, 201, made)
            game, tokens = made["game"], made["tokens"]
            for _ in range(5):
                game = self.move(server, game, tokens)
            self.assertEqual(server.end(signal.SIGKILL), -signal.SIGKILL)
        with Serve(self.database) as server:
            _, again = server.ask("GET", f"/api/games/{game['id']}")
            self.assertEqual(again["record"]["moves"], game["record"]["moves"])
            self.assertEqual(again["seq"], game["seq"])
            game = again
            while game["state"] == "running":
                game = self.move(server, game, tokens)
            self.assertEqual(game["kept"], "0.1")
            self.assertEqual(server.end(signal.SIGINT), 0)
        listed = subprocess.run(
            [NINEFOLD, "games", "--db", self.database], capture_output=True, text=True, check=True
        )
        self.assertIn("Ann", listed.stdout)

    def watch(self, port, match="1"):
        """Listens to a match until a move is announced, which must continue what was there."""
        with WebSocket(port) as listener:
            listener.send({"type": "subscribe", "channel": f"match:{match}"})
            snapshot = listener.wait_for(type="snapshot")
            moves = {
                game["game"]: len(game["record"]["moves"]) for game in snapshot["data"]["live"]
            }
            while True:
                event = listener.receive()
                if event.get("event") == "game-started":
                    moves[event["game"]] = len(event["record"]["moves"])
                if event.get("event") == "move":
                    self.assertEqual(event["ply"], moves[event["game"]] + 1)
                    return snapshot["data"]

    def test_a_match_shows_itself(self):
        with Playing("match", *SLOW, "--db", self.database, "--serve=127.0.0.1:0") as match:
            data = self.watch(match.port())
            self.assertEqual(data["state"], "running")

    def test_a_tournament_shows_itself(self):
        words = ("tournament", "run", "--preset", "round-robin", *SLOW, "--db", self.database)
        with Playing(*words, "--serve=127.0.0.1:0") as tournament:
            port = tournament.port()
            self.assertEqual(self.watch(port)["state"], "running")

    def test_a_server_shows_what_others_play_into_its_database(self):
        with Serve(self.database) as server:
            with Playing("match", *SLOW, "--db", self.database, "--quiet"):
                deadline = time.monotonic() + 30
                games = []
                while not games and time.monotonic() < deadline:
                    games = server.ask("GET", "/api/games?state=live")[1]["games"]
                    time.sleep(0.05)
                self.assertEqual(games[0]["match"], "1")
                self.assertEqual(self.watch(server.port)["state"], "elsewhere")

    def test_a_database_has_one_server(self):
        with Serve(self.database):
            words = [NINEFOLD, "match", "random", "first", "--db", self.database]
            refused = subprocess.run(
                [*words, "--serve=127.0.0.1:0"], capture_output=True, text=True, timeout=20
            )
            self.assertEqual(refused.returncode, 2)
            self.assertIn("is being run already", refused.stderr)
            subprocess.run(words, capture_output=True, timeout=60, check=True)

    def is_organiser(self, server, token):
        return server.ask("GET", "/api/version", token=token)[1]["organiser"]

    def test_the_admin_token_comes_from_the_environment(self):
        variable = {"NINEFOLD_ADMIN_TOKEN": "of the environment"}
        with Serve(self.database, environment=variable) as server:
            self.assertFalse(self.is_organiser(server, None))
            self.assertTrue(self.is_organiser(server, "of the environment"))
        with Serve(self.database, "--admin-token", "of the option", environment=variable) as server:
            self.assertFalse(self.is_organiser(server, "of the environment"))
            self.assertTrue(self.is_organiser(server, "of the option"))
        with Serve(self.database, environment={"NINEFOLD_ADMIN_TOKEN": ""}) as server:
            self.assertTrue(self.is_organiser(server, None))

    def test_a_sent_bot_plays_in_the_sandbox(self):
        with Serve(self.database) as server:
            another = server.ask("POST", "/api/bots", {"name": "another.py", "text": "# ugiok"})[1]["bot"]
            with open(another, encoding="utf-8") as text:
                self.assertEqual(text.read(), "# ugiok")
            spy = SPY.replace("ANOTHER", another).replace("DATABASE", self.database)
            spy = {"name": "spy.py", "text": spy.replace("PORT", str(server.port))}
            status, sent = server.ask("POST", "/api/bots", spy)
            self.assertEqual(status, 201, sent)
            match = {"a": sent["bot"], "b": another, "games": 1, "time_control": "none"}
            status, made = server.ask("POST", "/api/matches", match)
            self.assertEqual(status, 201, made)
            number = made["match"]["id"]
            deadline = time.monotonic() + 30
            while (state := server.ask("GET", f"/api/matches/{number}")[1]["state"]) != "finished":
                self.assertNotEqual(state, "held")
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.02)
            _, log = server.ask("GET", f"/api/games/{number}.0/log")
            self.assertIn("can read itself", log.splitlines())
            for what in ("write itself", "write beside itself", "read another", "read the database", "connect"):
                self.assertIn(f"cannot {what}", log.splitlines())

    def test_thousands_of_connections_disturb_nobody(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < 5000:
            self.skipTest("this system allows too few open files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        with Serve(self.database) as server, contextlib.ExitStack() as crowd:
            player = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            crowd.callback(player.close)
            player.request("GET", "/api/version")
            self.assertEqual(json.loads(player.getresponse().read())["api"], 1)
            for _ in range(4200):
                crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), 20))
            body = json.dumps(HUMANS)
            player.request("POST", "/api/games", body, {"Content-Type": "application/json"})
            self.assertEqual(player.getresponse().status, 201)
            # A client that asks now is answered: connections without a request are evicted.
            status, _ = server.ask("GET", "/api/version")
            self.assertEqual(status, 200)

    def test_the_page_and_the_contract_are_there(self):
        with Serve(self.database) as server:
            status, page = server.ask("GET", "/")
            self.assertEqual(status, 200)
            self.assertIn("<!doctype html>", page.lower())
            status, contract = server.ask("GET", "/api")
            self.assertEqual(contract["openapi"], "3.1.0")
            for path in ("/api/version", "/api/rules", "/api/bots", "/api/games", "/api/matches"):
                self.assertIn(path, contract["paths"])
                self.assertEqual(server.ask("GET", path)[0], 200)
            self.assertEqual(server.end(signal.SIGTERM), 0)

    def test_what_cannot_be_served_is_said_in_one_line(self):
        with Serve(self.database) as server:
            for words, sentence in (
                (["--port", str(server.port)], "cannot be used"),
                (["--address", "0.0.0.0"], "--public"),
                (["--address", "example.com"], "127.0.0.1"),
            ):
                other = os.path.join(self.folder.name, "other.db")
                refused = subprocess.run(
                    [NINEFOLD, "serve", "--db", other, *words],
                    capture_output=True,
                    text=True,
                    timeout=20,
                )
                self.assertEqual(refused.returncode, 2)
                self.assertIn(sentence, refused.stderr)
                self.assertEqual(refused.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
