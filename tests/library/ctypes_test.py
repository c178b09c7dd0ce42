#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The C library from another language: ctypes_test.py LIBRARY HEADER."""

import ctypes
import pathlib
import re
import sys
import threading
import time
import unittest
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_size_t, c_uint8, c_uint64, c_void_p

LIBRARY, HEADER = sys.argv[1:3]


class Options(ctypes.Structure):
    _fields_ = [("threads", c_int), ("hash_mb", c_int), ("level", c_int), ("net", c_char_p)]


class Limits(ctypes.Structure):
    _fields_ = [("seconds", c_double), ("nodes", c_uint64), ("depth", c_int)]


class Result(ctypes.Structure):
    _fields_ = [("move", c_int), ("score", c_double), ("win", c_double), ("draw", c_double), ("loss", c_double),
                ("proven", c_char), ("plies", c_int), ("depth", c_int), ("nodes", c_uint64), ("seconds", c_double),
                ("line_length", c_int), ("line", c_uint8 * 81)]


FUNCTIONS = {
    "version": (c_char_p,),
    "last_error": (c_char_p,),
    "move_from_text": (c_int, c_char_p),
    "move_to_text": (c_int, c_int, c_char_p),
    "position_new": (c_void_p, c_char_p),
    "position_from_text": (c_void_p, c_char_p),
    "position_copy": (c_void_p, c_void_p),
    "position_free": (None, c_void_p),
    "position_text": (c_size_t, c_void_p, c_char_p, c_size_t),
    "position_svg": (c_size_t, c_void_p, c_char_p, c_size_t),
    "position_side": (c_char, c_void_p),
    "position_moves": (c_int, c_void_p, POINTER(c_uint8)),
    "position_cell": (c_char, c_void_p, c_int),
    "position_play": (c_int, c_void_p, c_int),
    "position_outcome": (c_char, c_void_p),
    "position_hash": (c_uint64, c_void_p),
    "position_after_record": (c_void_p, c_char_p),
    "engine_new": (c_void_p, POINTER(Options)),
    "engine_free": (None, c_void_p),
    "engine_search": (c_int, c_void_p, c_void_p, POINTER(Limits), POINTER(Result)),
    "engine_stop": (None, c_void_p),
    "engine_new_game": (c_int, c_void_p),
    "solve": (c_char, c_void_p, POINTER(Limits), POINTER(c_int)),
}


class Library:
    def __init__(self, path):
        library = ctypes.CDLL(path)
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(library, f"ninefold_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


lib = Library(LIBRARY)


def text_of(position):
    buffer = ctypes.create_string_buffer(160)
    lib.position_text(position, buffer, 160)
    return buffer.value.decode()


def last_error():
    return lib.last_error().decode()


class PositionTest(unittest.TestCase):
    def setUp(self):
        self.position = lib.position_new(None)
        self.addCleanup(lambda: lib.position_free(self.position))

    def test_every_function_of_the_header_is_known(self):
        header = re.sub(r"/\*.*?\*/", "", pathlib.Path(HEADER).read_text(), flags=re.DOTALL)
        self.assertEqual(set(re.findall(r"ninefold_(\w+)\(", header)), set(FUNCTIONS))

    def test_a_game(self):
        moves = (c_uint8 * 81)()
        self.assertEqual(lib.position_moves(self.position, moves), 81)
        while (count := lib.position_moves(self.position, moves)) > 0:
            self.assertEqual(lib.position_outcome(self.position), b"\0")
            side = lib.position_side(self.position)
            self.assertEqual(lib.position_play(self.position, moves[count // 2]), 0)
            self.assertEqual(lib.position_cell(self.position, moves[count // 2]), side)
        self.assertIn(lib.position_outcome(self.position), (b"x", b"o", b"="))
        copy = lib.position_from_text(text_of(self.position).encode())
        self.assertEqual(lib.position_hash(copy), lib.position_hash(self.position))
        lib.position_free(copy)

    def test_copies(self):
        copy = lib.position_copy(self.position)
        lib.position_play(copy, 40)
        self.assertEqual(text_of(self.position), "9/9/9/9/9/9/9/9/9 x - standard")
        self.assertEqual(text_of(copy), "9/9/9/9/4x4/9/9/9/9 o 4 standard")
        lib.position_free(copy)

    def test_texts_are_cut_as_snprintf_does(self):
        buffer = ctypes.create_string_buffer(b"~" * 8, 8)
        self.assertEqual(lib.position_text(self.position, buffer, 4), 30)
        self.assertEqual(buffer.raw, b"9/9\0~~~~")
        self.assertGreater(lib.position_svg(self.position, None, 0), 5000)

    def test_moves(self):
        text = ctypes.create_string_buffer(3)
        self.assertEqual(lib.move_from_text(b"40"), 36)
        self.assertEqual((lib.move_to_text(36, text), text.value), (0, b"40"))

    def test_records(self):
        after = lib.position_after_record(b'[X "a"]\n[O "b"]\n[Rules "standard"]\n\n1. 44 40 *\n')
        self.assertEqual(text_of(after), "9/9/9/9/o3x4/9/9/9/9 x 0 standard")
        lib.position_free(after)

    def test_errors_are_sentences(self):
        text = ctypes.create_string_buffer(3)
        cases = [
            (lambda: lib.position_new(b"chess"), None, "unknown ruleset 'chess'"),
            (lambda: lib.position_from_text(b"9/9"), None, "4 are needed"),
            (lambda: lib.position_from_text(None), None, "text is NULL"),
            (lambda: lib.position_after_record(b"{"), None, ""),
            (lambda: lib.position_play(None, 0), -1, "position is NULL"),
            (lambda: lib.position_play(self.position, 81), -1, "0 to 80"),
            (lambda: lib.position_moves(None, None), -1, "is NULL"),
            (lambda: lib.move_from_text(b"99"), -1, "99"),
            (lambda: lib.move_to_text(-1, text), -1, "move -1"),
            (lambda: lib.engine_new(byref(Options(threads=1000))), None, "threads: 1000; 1 to 256 are possible"),
            (lambda: lib.engine_new(byref(Options(net=b"none.nfnet"))), None, "none.nfnet"),
            (lambda: lib.engine_search(None, self.position, None, byref(Result())), -1, "engine is NULL"),
            (lambda: lib.solve(None, None, None), b"\0", "position is NULL"),
        ]
        for call, failed, sentence in cases:
            self.assertEqual(call(), failed)
            self.assertIn(sentence, last_error())
        lib.position_free(None)
        lib.engine_free(None)


class EngineTest(unittest.TestCase):
    def setUp(self):
        self.engine = lib.engine_new(None)
        self.position = lib.position_new(b"standard")
        self.addCleanup(lambda: (lib.engine_free(self.engine), lib.position_free(self.position)))

    def test_search(self):
        result = Result()
        self.assertEqual(lib.engine_search(self.engine, self.position, byref(Limits(nodes=5000)), byref(result)), 0)
        self.assertTrue(0 <= result.move <= 80)
        self.assertEqual(result.line[0], result.move)
        self.assertAlmostEqual(result.win + result.draw + result.loss, 1, delta=0.002)
        self.assertEqual(lib.engine_new_game(self.engine), 0)

    def test_solved(self):
        won = lib.position_from_text(b"xxx6/xxx6/xx7/ooo6/o8/o8/o8/2o6/o8 x 2 standard")
        move, result = c_int(), Result()
        self.assertEqual((lib.solve(won, None, byref(move)), move.value), (b"w", 20))
        self.assertEqual(lib.engine_search(self.engine, won, byref(Limits(nodes=1000)), byref(result)), 0)
        self.assertEqual((result.proven, result.plies, result.move), (b"w", 1, 20))
        self.assertEqual(lib.solve(self.position, byref(Limits(nodes=100)), None), b"?")
        lib.position_play(won, 20)
        self.assertEqual(lib.position_outcome(won), b"x")
        self.assertEqual(lib.engine_search(self.engine, won, None, byref(result)), -1)
        self.assertEqual(last_error(), "the game is over in this position")
        lib.position_free(won)

    def test_stopped_from_another_thread(self):
        done = []

        def search():
            result = Result()
            done.append(lib.engine_search(self.engine, self.position, byref(Limits(seconds=600)), byref(result)))

        thread = threading.Thread(target=search)
        thread.start()
        while not done:  # a stop before it has begun is forgotten
            lib.engine_stop(self.engine)
            time.sleep(0.01)
        thread.join()
        self.assertEqual(done, [0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
