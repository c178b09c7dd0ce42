# SPDX-License-Identifier: MIT
"""Measures the host: how long it takes to start, and what it adds to a move.

usage: python3 bench_host.py [PYTHON]

The bot returns the first legal move it is shown. The figure per move is the time
inside the host from reading `position` and `go` to having written `bestmove`,
less the time in the bot, found by asking many times over pipes and taking away
the cost of a pipe round trip (`isready`). Medians; the limits are 300 ms and 200 us.
"""
import os
import statistics
import sys
import tempfile
import time

from host_process import NUMPY_PYTHON, START, HostProcess
from plain_rules import Game

BOTS = {
    "select_move": "from state import *\ndef select_move(s, t): return s.get_valid_moves[0]\n",
    "class": "class P:\n    def move(self, board, block, old, flag):\n        b, c = CELL\n"
             "        return 3 * (b // 3) + c // 3, 3 * (b % 3) + c % 3\n",
    "function": "def Player(board, T, won):\n    b = T if T != 9 else won.index(0)\n    return b, board[b].index(0)\n",
    "best_move": "from engines.engine_base import BaseEngine\nclass E(BaseEngine):\n"
                 "    def best_move(self, board, time_limit):\n        return next(board.get_legal_moves(ignore_end=True)), {}\n",
}
# The class interface tells the bot no target; working one out is the bot's own time.
BOTS["class"] = "CELL = (0, 0)\n" + BOTS["class"]


def milliseconds_to_start(interface, path, python, runs=15):
    """From starting the process to `readyok` of the first game."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        with HostProcess.of_file(interface, path, python) as bot:
            assert bot.start() == "readyok", bot.log()
            times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times), min(times)


def a_long_game():
    game = Game("standard")
    while game.legal_moves() and len(game.moves) < 50:
        game.play(game.legal_moves()[len(game.moves) * 7 % len(game.legal_moves())])
    return game.moves


def microseconds_per_move(interface, path, python, rounds=20):
    """Per move of a game that grows move by move, pipe round trip taken off."""
    moves, moving, waiting = a_long_game(), [], []
    with HostProcess.of_file(interface, path, python, ()) as bot:
        bot.start()
        for _ in range(rounds):
            bot.new_game()
            for count in range(len(moves)):
                line = START + "standard" + (" moves " + " ".join(moves[:count]) if count else "")
                begin = time.perf_counter()
                answer = bot.go(line, "xtime 60000 otime 60000 movetime 1000")
                middle = time.perf_counter()
                bot.ask("isready", "readyok")
                moving.append((middle - begin) * 1e6)
                waiting.append((time.perf_counter() - middle) * 1e6)
                assert answer.startswith("bestmove"), answer
    return statistics.median(moving) - statistics.median(waiting), statistics.median(waiting)


def main():
    python = sys.argv[1] if len(sys.argv) > 1 else NUMPY_PYTHON or sys.executable
    print("host under %s, bench under %s" % (python, sys.executable))
    print("%-12s %16s %12s %16s %16s" % ("interface", "start (median)", "start (min)", "host and bot", "pipe alone"))
    with tempfile.TemporaryDirectory() as folder:
        for interface, source in BOTS.items():
            path = os.path.join(folder, interface + "_bot.py")
            with open(path, "w") as stream:
                stream.write(source)
            median, least = milliseconds_to_start(interface, path, python)
            move, pipe = microseconds_per_move(interface, path, python)
            print("%-12s %13.0f ms %9.0f ms %11.0f us/move %11.0f us" % (interface, median, least, move, pipe))


if __name__ == "__main__":
    main()
