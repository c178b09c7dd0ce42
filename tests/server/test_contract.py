# SPDX-License-Identifier: MIT
"""Holds the server's answers against the contract that it serves itself, at /api."""

import os
import re
import tempfile
import time
import unittest

from serve import HUMANS, Serve

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
ENGINE = {"kind": "bot", "bot": "engine:level=1"}


class Contract:
    def __init__(self, document):
        self.document = document
        self.answered = set()

    def find(self, method, path):
        """The operation for a path; parts in braces stand for any one."""
        for pattern, operations in self.document["paths"].items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path.split("?")[0]):
                self.answered.add((method, pattern))
                return operations[method.lower()]
        raise AssertionError(f"{method} {path} is not in the contract")

    def check(self, method, path, status, answer):
        responses = self.find(method, path)["responses"]
        response = self.resolve(responses.get(str(status), responses["default"]))
        texts = [kind for kind in response["content"] if kind.startswith("text/") or kind.endswith("+xml")]
        kind = "application/json" if isinstance(answer, dict) else texts[0]
        self.match(answer, response["content"][kind]["schema"], f"{method} {path}")

    def resolve(self, part):
        """A part of the document, or the one that it refers to."""
        if "$ref" not in part:
            return part
        found = self.document
        for name in part["$ref"].split("/")[1:]:
            found = found[name]
        return found

    def match(self, value, schema, where):
        schema = self.resolve(schema)
        if "oneOf" in schema:
            part = schema["oneOf"][1 if value is None else 0]
            return self.match(value, part, where)
        if not schema:
            return None
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        right = any(isinstance(value, TYPES[name]) for name in names)
        if not right or (isinstance(value, bool) and "boolean" not in names):
            raise AssertionError(f"{where}: {value!r} is not of type {names}")
        if "enum" in schema and value not in schema["enum"]:
            raise AssertionError(f"{where}: {value!r} is none of {schema['enum']}")
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                raise AssertionError(f"{where}: {len(value)} items")
            for index, item in enumerate(value):
                self.match(item, schema["items"], f"{where}[{index}]")
        if isinstance(value, dict) and "properties" in schema:
            self.match_members(value, schema, where)
        return None

    def match_members(self, value, schema, where):
        for name in schema.get("required", []):
            if name not in value:
                raise AssertionError(f"{where}: {name} is missing")
        for name, member in value.items():
            if name not in schema["properties"]:
                raise AssertionError(f"{where}: {name} is not in the contract")
            self.match(member, schema["properties"][name], f"{where}.{name}")


class ContractTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serve(os.path.join(folder.name, "games.db"))
        self.addCleanup(self.server.__exit__)
        self.contract = Contract(self.server.ask("GET", "/api")[1])

    def ask(self, method, path, body=None, status=200):
        got, answer = self.server.ask(method, path, body)
        self.assertEqual(got, status, answer)
        self.contract.check(method, path, got, answer)
        return answer

    def act(self, made, action, side="x", **members):
        body = {"token": made["tokens"][side], **members}
        return self.ask("POST", f"/api/games/{made['game']['id']}/{action}", body)

    def games(self):
        made = self.ask("POST", "/api/games", {**HUMANS, "time_control": "tc=60+1"}, 201)
        game = made["game"]
        game = self.act(made, "move", move=game["legal"][0])["game"]
        self.act(made, "undo")
        self.act(made, "undo", "o", accept=True)
        self.act(made, "hint")
        self.ask("GET", f"/api/games/{game['id']}")
        self.ask("GET", f"/api/games/{game['id']}/record")
        self.ask("GET", f"/api/games/{game['id']}/record?format=json")
        self.ask("GET", "/api/games?state=live")
        self.act(made, "resign")
        self.act(made, "rematch")
        self.ask("GET", "/api/games")
        self.ask("GET", "/api/games/0.1")
        self.ask("POST", f"/api/games/{game['id']}/move", {"token": "?", "move": "44"}, 403)
        against = self.ask("POST", "/api/games", {"x": HUMANS["x"], "o": ENGINE}, 201)
        self.act(against, "move", move="44")
        link = self.ask("POST", "/api/games", {"x": HUMANS["x"], "o": {"kind": "open"}}, 201)
        body = {"secret": link["secret"], "name": "Bob"}
        self.ask("POST", f"/api/games/{link['game']['id']}/join", body)

    def matches(self):
        bots = {"a": "random", "b": "greedy", "games": 4, "event": "cup"}
        match = self.ask("POST", "/api/matches", bots, 201)["match"]["id"]
        cup = {"event": "cup", "bots": ["random", "first", "mcts:sims=5000"]}
        started = self.ask("POST", "/api/tournaments", cup, 201)
        self.ask("POST", f"/api/matches/{started['tournament']}/stop", {})
        deadline = time.monotonic() + 30
        while self.ask("GET", f"/api/matches/{match}")["finished"] is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        for path in ("/api/matches", f"/api/games/{match}.0/log"):
            self.ask("GET", path)
        self.ask("POST", f"/api/matches/{match}/resume", {"continue_despite_changes": True}, 409)

    def tournament(self):
        bot = {"name": "ann.py", "text": "def select_move(cur_state, remain_time):\n    return None\n"}
        self.ask("POST", "/api/bots", bot, 201)
        cup = {"event": "knockout", "type": "knockout", "bots": ["random", "first"], "time_control": "none"}
        made = self.ask("POST", "/api/tournaments", cup, 201)["tournament"]
        for path in ("", "/report?format=csv", "/report?format=html"):
            self.ask("GET", f"/api/tournaments/{made}{path}")

    def test_every_answer_is_as_the_contract_says(self):
        for path in ("/api", "/api/version", "/api/rules", "/api/bots", "/api/tournaments"):
            self.ask("GET", path)
        self.ask("GET", "/api/picture?moves=4440&format=svg")
        self.ask("GET", "/api/picture?moves=44404", status=400)
        self.ask("POST", "/api/analyse", {"time_ms": 50})
        self.ask("POST", "/api/analyse", {"position": "x"}, 400)
        self.games()
        self.matches()
        self.tournament()
        self.ask("GET", "/api/tournaments/99", status=404)
        promised = {
            (method.upper(), path)
            for path, operations in self.contract.document["paths"].items()
            for method in operations
            if method != "parameters"
        }
        self.assertEqual(promised, self.contract.answered)


if __name__ == "__main__":
    unittest.main()
