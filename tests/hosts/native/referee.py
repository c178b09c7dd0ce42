# SPDX-License-Identifier: MIT
"""A tiny referee for testing bots and hosts: rules, position strings, bot processes, whole games.

It shares no code with the C++ rules or with any host, so that an error in one shows up against the
other; only the facts of each ruleset come from the hosts' file. Cells are (block, cell) pairs, sides are 'x' and 'o'. Needs Python 3.8 and nothing else.
"""
import json
import os
import queue
import random
import subprocess
import threading

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY_BOARD = '9/9/9/9/9/9/9/9/9'
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../hosts/python/rulesets.json')) as _file:
    RULESETS = json.load(_file)


def has_line(owners, side):
    return any(all(owners[i] == side for i in line) for line in LINES)


class Position:
    """A position under one ruleset. `owners` holds each block's first winner, or '-'."""

    def __init__(self, ruleset='standard', tie_break=None):
        self.ruleset = ruleset
        self.facts = RULESETS[ruleset]
        self.tie_break = tie_break or self.facts['tie_break']
        self.blocks = [['-'] * 9 for _ in range(9)]
        self.owners = ['-'] * 9
        self.side = 'x'
        self.last_cell = None

    def is_open(self, block):
        full = '-' not in self.blocks[block]
        return not full and (self.facts['won_stays_open'] or self.owners[block] == '-')

    def targets(self):
        """The open blocks the mover is sent to, and whether that is a restriction."""
        if self.last_cell is not None:
            sent = [b for b in self.facts['destinations'][self.last_cell] if self.is_open(b)]
            if sent:
                return sent, True
        return [b for b in range(9) if self.is_open(b)], False

    def legal_moves(self):
        if has_line(self.owners, 'x') or has_line(self.owners, 'o'):
            return []
        return [(b, c) for b in self.targets()[0] for c in range(9) if self.blocks[b][c] == '-']

    def play(self, move):
        block, cell = move
        assert move in self.legal_moves(), move
        self.blocks[block][cell] = self.side
        if self.owners[block] == '-' and has_line(self.blocks[block], self.side):
            self.owners[block] = self.side
        self.side = 'o' if self.side == 'x' else 'x'
        self.last_cell = cell

    def result(self):
        """'x', 'o' or 'draw' once the game is over, else None."""
        for side in 'xo':
            if has_line(self.owners, side):
                return side
        if self.legal_moves():
            return None
        lead = self.owners.count('x') - self.owners.count('o')
        if self.tie_break == 'draw' or lead == 0:
            return 'draw'
        return 'x' if lead > 0 else 'o'

    def ruleset_text(self):
        return self.ruleset + ('' if self.tie_break == self.facts['tie_break'] else '+' + self.tie_break)

    def text(self):
        target = str(self.last_cell) if self.targets()[1] else '-'
        blocks = '/'.join(block_text(block) for block in self.blocks)
        return '%s %s %s %s' % (blocks, self.side, target, self.ruleset_text())


def block_text(cells):
    text, run = '', 0
    for cell in cells:
        if cell == '-':
            run += 1
            continue
        text, run = text + (str(run) if run else '') + cell, 0
    return text + (str(run) if run else '')


def perft(position, depth):
    """Leaves of the tree of that depth; finished games count 0 below them."""
    import copy
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = copy.deepcopy(position)
        child.play(move)
        total += perft(child, depth - 1)
    return total


class Forfeit(Exception):
    """A bot lost by its own fault; `ending` and the host's sentence."""

    def __init__(self, ending, sentence):
        super().__init__('%s: %s' % (ending, sentence))
        self.ending = ending
        self.sentence = sentence


class Process:
    """A program spoken to in lines, every read under a limit."""

    def __init__(self, command, limit=20, cwd=None):
        self.limit = limit
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, universal_newlines=True, cwd=cwd)
        self.lines = queue.Queue()
        self.errors = []
        for stream, sink in ((self.process.stdout, self.lines.put),
                             (self.process.stderr, self.errors.append)):
            reader = threading.Thread(target=self._pump, args=(stream, sink), daemon=True)
            reader.start()
            if stream is self.process.stderr:
                self.error_reader = reader

    def _pump(self, stream, sink):
        for line in stream:
            sink(line.rstrip('\n'))
        if stream is self.process.stdout:
            sink(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the next read says that the program has gone

    def read(self):
        try:
            line = self.lines.get(timeout=self.limit)
        except queue.Empty:
            raise Forfeit('move-time', 'no answer within %s s' % self.limit)
        if line is None:
            raise Forfeit('crash', 'the program ended: ' + self.stderr())
        return line

    def stderr(self):
        """Everything it wrote there, once it has ended; else what came so far."""
        if self.process.poll() is not None:
            self.error_reader.join(5)
        return '\n'.join(self.errors)

    def close(self):
        if self.process.poll() is None:
            self.send('quit')
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass
        self.error_reader.join(5)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()


class UgiBot(Process):
    """A bot that speaks UGI. Options are sent only where it declares them."""

    def start(self):
        self.options = {}
        self.send('ugi')
        for line in self.until('ugiok'):
            if line.startswith('option name '):
                self.options[line.split()[2]] = line
        return self

    def until(self, word):
        """The lines before the one that begins with `word`; that one is the last."""
        seen = []
        while True:
            line = self.read()
            seen.append(line)
            first = line.split(' ', 1)[0]
            if first == 'forfeit':
                _, ending, sentence = line.split(' ', 2)
                raise Forfeit(ending, sentence)
            if first == word:
                return seen
            if first not in ('id', 'option', 'info'):
                raise Forfeit('garbage', line)

    def new_game(self, **options):
        for name, value in options.items():
            if name in self.options:
                self.send('setoption name %s value %s' % (name, value))
        self.send('uginewgame')
        self.send('isready')
        self.until('readyok')

    def ask(self, start, moves):
        """The answer's text, after `position START moves …` and `go`."""
        played = ' moves ' + ' '.join('%d%d' % m for m in moves) if moves else ''
        self.send('position ' + start + played)
        self.send('go movetime 3000')
        return self.until('bestmove')[-1].split()[1]

    def choose(self, position, start, moves):
        del position
        answer = self.ask(start, moves)
        if len(answer) != 2 or not answer.isdigit():
            raise Forfeit('garbage', answer)
        return int(answer[0]), int(answer[1])


class RandomBot:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, position, start, moves):
        del start, moves
        return self.random.choice(position.legal_moves())


def play_game(x, o, ruleset='standard', opening=0, seed=0, tie_break=None):
    """Plays a whole game after `opening` random moves; returns the final position and moves.

    A bot's illegal move raises Forfeit.
    """
    position = Position(ruleset, tie_break)
    rng = random.Random(seed)
    for _ in range(opening):
        position.play(rng.choice(position.legal_moves()))
    start, moves = position.text(), []
    while position.result() is None:
        bot = x if position.side == 'x' else o
        move = bot.choose(position, start, moves)
        if move not in position.legal_moves():
            raise Forfeit('illegal-move', '%s in %s' % (move, position.text()))
        position.play(move)
        moves.append(move)
    return position, moves
