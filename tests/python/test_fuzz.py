# SPDX-License-Identifier: MIT
"""Calls everything with arguments of every kind. Whatever comes back must be a value or an exception.

NINEFOLD_FUZZ_CALLS says how many calls; the default takes a few seconds. NINEFOLD_FUZZ_SEED repeats a run.
"""

import faulthandler
import inspect
import os
import pickle
import random
import sys
import tempfile
import unittest

import numpy as np

import ninefold
from ninefold import _ninefold
from test_position import random_position

faulthandler.enable()

CALLS = int(os.environ.get("NINEFOLD_FUZZ_CALLS", "6000"))
SEED = int(os.environ.get("NINEFOLD_FUZZ_SEED", "1"))

# What an exception may be; anything else, such as SystemError, is a fault of the binding.
ALLOWED = (ValueError, TypeError, RuntimeError, OverflowError, AttributeError, KeyError, IndexError, MemoryError,
           OSError, UnicodeError, StopIteration)
# These run for as long as their arguments say.
BOUNDED = {"perft": {"depth": (0, 4)}, "random_games": {"count": (0, 2000)}, "random_states": {"count": (0, 2000)},
           "random_game_moves": {"count": (0, 2000)}}


class Odd:
    """Has every special method, and each misbehaves."""

    def __index__(self):
        raise KeyError("index")

    def __str__(self):
        raise KeyError("str")

    __repr__ = __fspath__ = __len__ = __iter__ = __float__ = __bool__ = __str__


def values(rng):
    """One value of any kind."""
    position = random_position(rng, rng.choice(ninefold.RULES))
    game = ninefold.Game(position, x="a")
    states = ninefold.states_of([random_position(rng) for _ in range(rng.randrange(3))])
    noise = np.random.default_rng(rng.randrange(2**32))
    kinds = [
        lambda: rng.choice([None, True, False, Ellipsis, NotImplemented]),
        lambda: rng.choice([0, 1, -1, 40, 80, 81, 255, 2**31, 2**63, 2**64, -(2**63), 10**100]),
        lambda: rng.choice([0.0, -1.5, 0.001, 1e308, float("inf"), float("nan")]),
        lambda: rng.choice(["", "44", "a9", "standard", "open+draw", "x", "\0", "é" * 300, "\ud800", "9/9", "10ms"]),
        lambda: rng.choice([b"44", bytearray(5), memoryview(b"abc")]),
        lambda: rng.choice([(), (4, 0), (9, 9), (1, 2, 3), [], [44], ["44"], {}, {"a": 1}, {1}, range(3)]),
        lambda: position,
        lambda: position.to_text(),
        lambda: game,
        lambda: rng.choice([game.to_text(), game.to_json()])[: rng.randrange(400)],
        lambda: states,
        lambda: noise.integers(0, 600, (2, 24)).astype(np.uint16),
        lambda: noise.integers(-5, 90, rng.randrange(4)),
        lambda: rng.choice([np.zeros((0, 24), np.uint16), np.zeros((2, 48), np.uint16)[:, ::2], np.array("x"),
                            np.zeros((1, 24), object), np.zeros((1, 24), ">u2"), np.int64(3), np.float32(2)]),
        lambda: Odd(),
        lambda: rng.choice([int, len, ninefold.Position, lambda *a: a, ninefold]),
        lambda: tempfile.gettempdir(),
    ]
    return rng.choice(kinds)()


def parameters(function):
    """The names that pybind11 writes into the first line of a docstring."""
    line = (function.__doc__ or "").split("\n", 1)[0]
    inside = line[line.find("(") + 1: line.rfind(")")] if "(" in line else ""
    return [part.split(":")[0].strip() for part in inside.split(",") if ":" in part and "self" not in part]


def call_with_anything(rng, name, function):
    names = parameters(function)
    arguments = [values(rng) for _ in names]
    if rng.random() < 0.1:
        arguments.append(values(rng))
    keywords = {}
    if names and rng.random() < 0.5:
        keywords = dict(zip(names, arguments))
        arguments = []
    for parameter, (low, high) in BOUNDED.get(name, {}).items():
        bounded = rng.randrange(low, high)
        if keywords:
            keywords[parameter] = bounded
        elif arguments:
            arguments[names.index(parameter)] = bounded
    try:
        function(*arguments, **keywords)
    except ALLOWED:
        pass


def any_option(rng, function, fixed):
    """`fixed`, and one other option of the function with any value."""
    names = [name for name, parameter in inspect.signature(function).parameters.items()
             if parameter.kind == parameter.KEYWORD_ONLY and name not in ("games", "concurrency")]
    return {**fixed, rng.choice(names): values(rng)}


class FuzzTest(unittest.TestCase):
    def setUp(self):
        """Names of files that are made up lie in a folder of their own."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def targets(self, rng):
        """(name, bound function) to choose from. Those left out are called with limits by other tests;
        default_database takes no argument."""
        for name, value in vars(_ninefold).items():
            if name.startswith("__") or name in ("run_match", "run_check", "solve", "default_database",
                                                 "add_to_database"):
                continue
            yield name, value
        position = random_position(rng)
        for thing in (position, ninefold.Game(position), ninefold.Position):
            for name in dir(thing):
                if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__dir__",
                            "__getattribute__", "__delattr__", "__setattr__", "_repr_html_"):
                    continue
                value = getattr(thing, name)
                if callable(value):
                    yield name, value

    def test_no_argument_crashes_the_interpreter(self):
        rng = random.Random(SEED)
        targets = list(self.targets(rng))
        for number in range(CALLS):
            if number % 500 == 0:
                targets = list(self.targets(rng))
            name, function = rng.choice(targets)
            call_with_anything(rng, name, function)

    def test_engine_solver_and_matches(self):
        rng = random.Random(SEED)
        engine = ninefold.Engine(hash_mb=1)
        for _ in range(CALLS // 20):
            calls = [
                lambda: engine.search(values(rng), nodes=100, lines=values(rng), on_line=values(rng)),
                lambda: engine.search(random_position(rng), depth=1, time=values(rng), nodes=values(rng)),
                lambda: ninefold.solve(values(rng), nodes=100),
                lambda: ninefold.Engine(net=values(rng), hash_mb=1, level=values(rng)),
                lambda: ninefold.match(lambda p: values(rng), "random", games=1, time="move=5s"),
                lambda: ninefold.match("random", "random", **any_option(rng, ninefold.match,
                                                                        {"games": 1, "time": "none"})),
                lambda: ninefold.match(values(rng), "random", games=1, time="move=1s"),
                lambda: ninefold.open_games(values(rng), **{rng.choice(("winner", "since", "bot")): values(rng)}),
            ]
            try:
                rng.choice(calls)()
            except ALLOWED:
                pass

    def test_checks(self):
        rng = random.Random(SEED)
        for _ in range(CALLS // 60):
            calls = [
                lambda: ninefold.check(lambda p: values(rng), games=1, time="move=5s", patience=5),
                lambda: ninefold.check(values(rng), games=1, time="move=1s", patience=1),
                lambda: ninefold.check("random", **any_option(rng, ninefold.check, {"games": 1, "time": "none"})),
                lambda: _ninefold.run_check(values(rng), values(rng)),
            ]
            try:
                rng.choice(calls)()
            except ALLOWED:
                pass

    def test_saved_games(self):
        rng = random.Random(SEED)
        for _ in range(CALLS // 60):
            name = "games" + rng.choice((".db", ".jsonl", ".txt"))
            calls = [
                lambda: ninefold.save_games(name, values(rng)),
                lambda: ninefold.save_games(name, [ninefold.Game(random_position(rng), x="a"), values(rng)]),
                lambda: ninefold.save_games(name, [ninefold.Game(random_position(rng), x="a")]),
                lambda: _ninefold.add_to_database(values(rng), values(rng)),
                lambda: sum(1 for game in ninefold.open_games(name)),
            ]
            try:
                rng.choice(calls)()
            except ALLOWED:
                pass

    def test_old_ways_to_pickle(self):
        for thing in (ninefold.Position(), ninefold.Game(ninefold.Position()), ninefold.Engine(hash_mb=1)):
            for protocol in (0, 1):
                with self.assertRaises(TypeError):
                    pickle.dumps(thing, protocol)
            with self.assertRaises(TypeError):
                type(thing).__base__()

    def test_objects_without_their_constructor(self):
        for kind in (ninefold.Position, ninefold.Game, ninefold.Engine, ninefold.Network, ninefold.Line,
                     ninefold.SearchResult, _ninefold.KeptGames):
            empty = kind.__new__(kind)
            for name in dir(empty):
                if name not in ("__class__", "__init__"):
                    try:
                        value = getattr(empty, name)
                        if callable(value) and name in ("moves", "to_text", "__repr__", "search", "__next__"):
                            value()
                    except ALLOWED:
                        pass


if __name__ == "__main__":
    sys.exit(unittest.main())
