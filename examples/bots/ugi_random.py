#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot that speaks Ninefold's own protocol, UGI: reads lines, writes lines.

Any language can do this. This one plays at random, under all three rulesets.
Try it by hand: python3 ugi_random.py, then type the lines
    ugi
    position startpos moves 44 40
    go
"""
import random
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
# Under correspondence, the blocks that each cell sends to.
NEIGHBOURS = [(1, 3), (0, 2), (1, 5), (0, 6), (4,), (2, 8), (3, 7), (6, 8), (5, 7)]


def say(text):
    print(text, flush=True)              # flush: the referee is waiting for the line


def read_position(words, ruleset):
    """(nine blocks of nine letters, the cell last played or None, the ruleset)."""
    moves = words[words.index("moves") + 1:] if "moves" in words else []
    if words[1] == "startpos":
        blocks, side, last = ["-" * 9] * 9, "x", None
    else:                                # BLOCKS SIDE TARGET RULESET; a digit is a run of empty cells
        blocks = ["".join("-" * int(c) if c.isdigit() else c for c in b) for b in words[1].split("/")]
        side = words[2]
        last = None if words[3] == "-" else int(words[3])
        ruleset = words[4].split("+")[0]  # the tie-break does not change the moves
    for move in moves:                   # "40" is block 4, cell 0
        block, last = int(move[0]), int(move[1])
        blocks[block] = blocks[block][:last] + side + blocks[block][last + 1:]
        side = "o" if side == "x" else "x"
    return blocks, last, ruleset


def is_won(block):
    return any(block[a] != "-" and block[a] == block[b] == block[c] for a, b, c in LINES)


def targets(last, ruleset):
    if last is None:
        return ()
    return NEIGHBOURS[last] if ruleset == "correspondence" else (last,)


def legal_moves(blocks, last, ruleset):
    # Only under open do won blocks stay in play.
    open_blocks = [b for b in range(9) if "-" in blocks[b] and (ruleset == "open" or not is_won(blocks[b]))]
    allowed = [b for b in open_blocks if b in targets(last, ruleset)]
    allowed = allowed or open_blocks     # no open target: a free move
    return ["%d%d" % (b, c) for b in allowed for c in range(9) if blocks[b][c] == "-"]


rules = "standard"                       # for "position startpos"
position = (["-" * 9] * 9, None, rules)
for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "ugi":
        say("id name Example (Python)\nid author Ninefold")
        say("option name Rules type combo default standard var standard var open var correspondence")
        say("option name Seed type spin default 0 min 0 max 9223372036854775807\nugiok")
    elif command == "setoption" and words[2:4] == ["Seed", "value"]:
        random.seed(int(words[4]))
    elif command == "setoption" and words[2:4] == ["Rules", "value"]:
        rules = words[4]
    elif command == "isready":
        say("readyok")
    elif command == "position":
        position = read_position(words, rules)
    elif command == "go":
        moves = legal_moves(*position)
        say("bestmove " + (random.choice(moves) if moves else "none"))
    elif command == "quit":
        break
