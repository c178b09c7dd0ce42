# SPDX-License-Identifier: MIT
import copy
import pickle
import random
import unittest
import xml.etree.ElementTree

import numpy as np

import ninefold
from ninefold import Move, Position


def random_position(rng, rules="standard", plies=None):
    position = Position(rules)
    for _ in range(rng.randrange(60) if plies is None else plies):
        if position.is_over:
            break
        position.play(rng.choice(position.moves()))
    return position


class MoveTest(unittest.TestCase):
    def test_all_ways_of_writing_one(self):
        for way in ("40", "d6", (4, 0), 36, np.int64(36), Move(36)):
            self.assertEqual(Move(way), 36)
        self.assertEqual(str(Move("40")), "40")
        self.assertEqual(f"{Move('40'):>4}|{Move('40'):d}", "  40|36")
        self.assertIs(type(pickle.loads(pickle.dumps(Move(5)))), Move)

    def test_bad_ones(self):
        for bad in (81, -1, 10**30, (9, 0), (0, 0, 0), (0.5, 1), "99", "", "4", "é"):
            with self.assertRaises(ValueError):
                Move(bad)
        for bad in (None, 1.0, [4, 0], b"40", object()):
            with self.assertRaises(TypeError):
                Move(bad)


class PositionTest(unittest.TestCase):
    def test_perft_of_all_rules(self):
        counts = {"standard": 473256, "open": 473256, "correspondence": 5968528}
        for rules, count in counts.items():
            self.assertEqual(Position(rules).perft(5), count)
        self.assertEqual(Position("open").perft(6), 4017888)  # where a deeper part is counted move by move

    def test_random_games_are_undone(self):
        rng = random.Random(1)
        for rules in ninefold.RULES:
            position = Position(rules)
            texts = []
            while not position.is_over:
                texts.append(position.to_text())
                position.play(rng.choice(position.moves()))
            self.assertIn(position.ending, ("line", "majority", "draw"))
            self.assertEqual(position.winner is None, position.ending == "draw")
            self.assertEqual(len(position.history), len(texts))
            while texts:
                position.undo()
                self.assertEqual(position.to_text(), texts.pop())
            self.assertEqual(position, Position(rules))

    def test_text_round_trip(self):
        rng = random.Random(2)
        for rules in ninefold.RULES:
            for _ in range(20):
                position = random_position(rng, rules)
                self.assertEqual(Position.from_text(position.to_text()), position)
                self.assertEqual(Position.from_text(position.to_text()).hash, position.hash)

    def test_copies_have_lives_of_their_own(self):
        position = Position().play("44")
        for other in (position.copy(), copy.copy(position), copy.deepcopy(position),
                      pickle.loads(pickle.dumps(position))):
            self.assertEqual(other.history, [Move("44")])
            other.play("40")
            self.assertEqual(position.ply, 1)
        self.assertEqual(position.after("40").ply, 2)
        self.assertEqual(position.ply, 1)

    def test_state(self):
        position = Position().play("44")
        self.assertEqual((position.side, position.targets, position.last_move), ("o", [4], Move("44")))
        self.assertEqual((position.closed, position.won("x"), position.rules), ([], [], "standard"))
        self.assertEqual(Position("standard+majority").rules, "standard+majority")
        won = Position.from_text("xxx6/o8/o8/9/9/9/9/9/9 o 2 standard")
        self.assertEqual((won.won("x"), won.closed), ([0], [0]))

    def test_arrays(self):
        position = Position().play("44")
        mask = position.legal_mask()
        self.assertEqual((mask.dtype, mask.shape), (np.bool_, (81,)))
        self.assertEqual([Move(int(i)) for i in np.flatnonzero(mask)], position.moves())
        self.assertEqual(position.cells()[4].tolist(), [0, 0, 0, 0, 1, 0, 0, 0, 0])

    def test_equality(self):
        self.assertNotEqual(Position(), Position("open"))
        self.assertNotEqual(Position(), "text")
        with self.assertRaises(TypeError):
            hash(Position())

    def test_pictures(self):
        position = Position().play("44")
        root = xml.etree.ElementTree.fromstring(position._repr_svg_())
        self.assertTrue(root.tag.endswith("svg"))
        self.assertIn(">40</text>", position.svg(numbers=True))
        self.assertEqual(str(position).splitlines()[5], ". . . | . X . | . . .")

    def test_sentences_are_those_of_the_command_line(self):
        cases = [
            (lambda: Position("chess"), "unknown ruleset 'chess'"),
            (lambda: Position.from_text("9/9"), "position: 1 fields, 4 are needed"),
            (lambda: Position.from_moves("44 00"),
             "move 2 (00) is illegal: block 0 is not a target; the mover is sent to block 4"),
            (lambda: Position.from_moves(["44", 0]),
             "move 2 (00) is illegal: block 0 is not a target; the mover is sent to block 4"),
            (lambda: Position().play("44").play("44"), "move 44 is illegal: the cell is taken by X"),
            (lambda: Position().undo(), "there is no move to undo"),
            (lambda: Position().svg(theme="blue"), "unknown theme 'blue'; known are light, dark and auto"),
            (lambda: Position().svg(size=0), "size: 0; 16 to 10000 are possible"),
            (lambda: Position().won("z"), "side 'z': 'x' or 'o' is possible"),
        ]
        for call, sentence in cases:
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(sentence, str(caught.exception))

    def test_play_all_plays_all_or_none(self):
        position = Position()
        with self.assertRaises(ValueError):
            position.play_all("44 40 00 99")
        self.assertEqual(position, Position())
        self.assertEqual(position.play_all("44 40 00").ply, 3)


if __name__ == "__main__":
    unittest.main()
