# SPDX-License-Identifier: MIT
import html
import json
import os
import pickle
import random
import re
import sys
import tempfile
import types
import unittest

import ninefold
from ninefold import Game, Position, open_games, save_games
from test_position import random_position


def some_games(count=30):
    rng = random.Random(4)
    names = ("ada", "Bob", "Eve <b>")
    return [
        Game(random_position(rng, rng.choice(ninefold.RULES), 81 if i % 2 else None),
             x=rng.choice(names), o=rng.choice(names), event="trial")
        for i in range(count)
    ]


class GameTest(unittest.TestCase):
    def test_formats_round_trip(self):
        for game in some_games():
            self.assertEqual(Game.from_text(game.to_text()), game)
            self.assertEqual(Game.from_json(game.to_json()), game)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)

    def test_parts(self):
        for game in some_games():
            positions = game.positions()
            self.assertEqual(len(positions), len(game) + 1)
            self.assertEqual(positions[0], game.start)
            self.assertEqual(positions[-1].winner, game.winner)
            self.assertEqual(game.result == "*", not positions[-1].is_over)
            self.assertEqual(game.evals, [None] * len(game))

    def test_notes_of_a_record(self):
        game = ninefold.match("engine:nodes=200", "random", games=1, time="move=5s").games[0]
        self.assertTrue(all(spent is not None for spent in game.spent))
        self.assertTrue(any(score is not None for score in game.evals))
        self.assertEqual((game.x, game.o, game.rules), ("engine:nodes=200", "random", "standard"))

    def test_bad_texts(self):
        for bad in ("", "[X ada]", "{", '{"moves": ["99"]}', "\0", "[Rules \"chess\"]\n\n*"):
            for read in (Game.from_text, Game.from_json):
                with self.assertRaises(ValueError):
                    read(bad)

    def test_player(self):
        game = some_games()[1]
        element = game._repr_html_()
        page = html.unescape(re.search(r'srcdoc="(.*)"></iframe>', element, re.DOTALL).group(1))
        data = json.loads(re.search(r"} = (\{.*\});\n", page).group(1))
        self.assertEqual(len(data["frames"]), len(game) + 1)
        for frame, position in zip(data["frames"], game.positions()):
            self.assertEqual([data["lines"][i] for i in frame], position.svg().splitlines())
        self.assertLess(len(element), 250_000)
        self.assertNotIn("Eve <b>", page)


class GamesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.games = some_games()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_every_kind_of_file(self):
        for name in ("games.txt", "games.jsonl", "games.db"):
            path = self.path(name)
            save_games(path, self.games)
            games = open_games(path)
            self.assertEqual([game.moves for game in games], [game.moves for game in self.games])
            self.assertEqual(games.count(), 30)
            self.assertEqual(len(list(games)), 30)  # it can be read again

    def test_filters_agree(self):
        filters = [
            {"bot": "ada"}, {"name": "EVE"}, {"won_by": "Bob"}, {"lost_by": "ada"}, {"winner": "x"},
            {"winner": "none"}, {"ending": "line,majority"}, {"rules": "open"}, {"min_plies": 30},
            {"max_plies": 50, "name": "o"}, {"forfeits": True}, {"since": "2026"}, {"until": "2026-11-15"},
        ]
        for name in ("games.txt", "games.db"):
            save_games(self.path(name), self.games)
        for wanted in filters:
            text, database = (open_games(self.path(name), **wanted) for name in ("games.txt", "games.db"))
            self.assertEqual([g.moves for g in text], [g.moves for g in database], wanted)
            self.assertEqual(database.count(), text.count())
        narrow = open_games(self.path("games.txt")).filter(winner="x").filter(rules="open")
        for game in narrow:
            self.assertEqual((game.winner, game.rules), ("x", "open"))

    def test_to_pandas(self):
        save_games(self.path("games.jsonl"), self.games)
        frames = types.ModuleType("pandas")  # pandas itself may not be here
        frames.DataFrame = lambda rows, columns: (rows, columns)
        before = sys.modules.get("pandas")
        sys.modules["pandas"] = frames
        try:
            rows, columns = open_games(self.path("games.jsonl")).to_pandas()
        finally:
            if before is None:
                del sys.modules["pandas"]
            else:
                sys.modules["pandas"] = before
        self.assertEqual(len(rows), 30)
        self.assertEqual(rows[0][columns.index("moves")], self.games[0].moves)

    def test_bad_arguments(self):
        path = self.path("games.txt")
        save_games(path, self.games)
        broken = self.path("broken.txt")
        with open(broken, "w") as file:
            file.write('[X "ada"]\n\n1. 99 *\n')
        cases = [
            (ValueError, lambda: open_games(self.path("none.txt")), "none.txt: No such file"),
            (ValueError, lambda: list(open_games(self.path("none.db"))), "none.db: there is no such database"),
            (TypeError, lambda: open_games(path, colour="x"), "there is no filter 'colour'; there are match bot"),
            (ValueError, lambda: open_games(path, winner="z"), "winner 'z': 'x', 'o' or 'none' is possible"),
            (ValueError, lambda: open_games(path, ending="tired"), "tired"),
            (ValueError, lambda: open_games(path, since="yesterday"), "not a date"),
            (ValueError, lambda: list(open_games(path, match=3)), "only the games of a database have one"),
            (ValueError, lambda: list(open_games(broken)), "broken.txt: line"),
            (TypeError, lambda: save_games(path, [1]), None),
            (TypeError, lambda: open_games(5), None),
        ]
        for kind, call, sentence in cases:
            with self.assertRaises((kind, AttributeError)) as caught:
                call()
            self.assertIn(sentence or "", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
