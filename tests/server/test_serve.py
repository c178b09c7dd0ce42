# SPDX-License-Identifier: MIT
"""Runs `ninefold serve` (the program in $NINEFOLD) and treats it badly."""

import http.client
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

NINEFOLD = os.environ.get("NINEFOLD", "build/ninefold")
HUMANS = {"x": {"kind": "human", "name": "Ann"}, "o": {"kind": "human", "name": "Bob"}}


class Serve:
    """A running server; `with` kills it in the end, whatever happened."""

    def __init__(self, database, *options):
        self.process = subprocess.Popen(
            [NINEFOLD, "serve", "--port", "0", "--db", database, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.greeting)
        if not found:
            raise AssertionError(self.greeting + self.process.stderr.read())
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if "json" in answer.headers["Content-Type"] else text

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait(20)


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

    def test_the_page_is_there_and_says_where_it_is_not_built(self):
        with Serve(self.database) as server:
            status, page = server.ask("GET", "/")
            self.assertEqual(status, 200)
            self.assertIn(b"<!doctype html>", page.lower())
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
