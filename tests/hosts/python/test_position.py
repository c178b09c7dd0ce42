# SPDX-License-Identifier: MIT
"""GamePosition against the plain rules: both played and read from strings."""
import os
import random
import sys
import unittest

from host_process import ROOT
from plain_rules import RULESETS, Game

sys.path.insert(0, os.path.join(ROOT, "hosts", "python"))
from ninefold_host_lib.game_position import BadPosition, DRAWN, GamePosition, read_move  # noqa: E402


def positions_of_random_games(ruleset, count):
    for seed in range(count):
        chance, game = random.Random(seed), Game(ruleset)
        while game.legal_moves():
            yield game
            game.play(chance.choice(game.legal_moves()))
        yield game


class PositionTest(unittest.TestCase):
    def compare(self, game, position):
        mark = {"x": 1, "o": -1, ".": 0}
        self.assertEqual(position.marks, [mark[c] for b in game.blocks for c in b])
        owners = [mark[w] or (0 if "." in b else DRAWN) for w, b in zip(game.won, game.blocks)]
        self.assertEqual(position.owners, owners)
        self.assertEqual(position.side, mark[game.side])
        self.assertEqual(position.is_over(), not game.legal_moves())
        if game.legal_moves():
            self.assertEqual(position.playable_blocks(), game.allowed_blocks())

    def test_played(self):
        for ruleset in RULESETS:
            for game in positions_of_random_games(ruleset, 20):
                position = GamePosition(ruleset)
                position.play_texts(game.moves)
                self.compare(game, position)

    def test_read_from_text(self):
        """Without the history too, the last move that is made up allows the same blocks."""
        for ruleset in RULESETS:
            for game in positions_of_random_games(ruleset, 40):
                self.compare(game, GamePosition.from_text(game.text()))

    def test_shown_blocks_lead_to_legal_moves_only(self):
        for ruleset in RULESETS:
            for game in positions_of_random_games(ruleset, 20):
                if not game.legal_moves():
                    continue
                position = GamePosition.from_text(game.text())
                for native in ("standard", "correspondence"):
                    shown = [b for b, owner in enumerate(position.owners_shown(native)) if owner == 0]
                    if native != ruleset:
                        self.assertTrue(shown)
                        self.assertLessEqual(set(shown), set(game.allowed_blocks()))

    def test_first_winner_of_an_open_block(self):
        self.assertEqual(GamePosition.from_text("XXXooo3/9/9/9/9/9/9/9/9 x - open").owners[0], 1)
        self.assertEqual(GamePosition.from_text("xxxOOO3/9/9/9/9/9/9/9/9 x - open").owners[0], -1)

    def test_moves(self):
        self.assertEqual([read_move(w) for w in ("40", "a9", "e5", "i1")], [(4, 0), (0, 0), (4, 4), (8, 8)])

    def test_rulesets(self):
        start = "9/9/9/9/9/9/9/9/9 x - "
        for text, tie_break in (("standard", "draw"), ("standard+majority", "majority"), ("correspondence", "majority")):
            self.assertEqual(GamePosition.from_text(start + text).tie_break, tie_break)

    def test_bad_texts(self):
        for text in ("", "9/9 x - standard", "9/9/9/9/9/9/9/9/8 x - standard", "9/9/9/9/9/9/9/9/q8 x - standard",
                     "9/9/9/9/9/9/9/9/9 z - standard", "9/9/9/9/9/9/9/9/9 x 9 standard",
                     "9/9/9/9/9/9/9/9/9 x - chess", "9/9/9/9/9/9/9/9/9 x - standard+luck"):
            with self.subTest(text=text), self.assertRaises(BadPosition):
                GamePosition.from_text(text)
        for word in ("", "4", "49", "j1", "a0", "444"):
            with self.subTest(word=word), self.assertRaises(BadPosition):
                read_move(word)


if __name__ == "__main__":
    unittest.main()
