# SPDX-License-Identifier: MIT
"""Board: the position that best_move bots get and search with (standard rules).

A cell is 9*block+cell; X is 1, O is -1. macro_board holds None for an open
block, 1 or -1 for a won one, 0 for a drawn one, and is kept up to date by
make_move; after writing into .board directly, set macro_board[i] to
UNKNOWN and it is worked out when next asked for.
"""
import numpy as np

UNKNOWN = 2  # in macro_board: not worked out yet

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_MARKS = {1: "X", 0: ".", -1: "O"}
_SAME_BLOCK = tuple((block,) for block in range(9))


def _line_owner(cells):
    for a, b, c in _LINES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


class Board:
    def __init__(self, board=None, current_board=None, prev_move=(-1, -1)):
        """`board`: 81 of 1/0/-1, taken over without a copy if it is an int16
        array; `current_board`: the block to play in, None or -1 for any."""
        if board is None:
            self.board = np.zeros(81, np.int16)
            self.move_count = 0
            self.macro_board = [None] * 9
        else:
            self.board = np.asarray(board, np.int16)
            self.move_count = int(np.count_nonzero(self.board))
            self.macro_board = [self._work_out(i) for i in range(9)]
        self.current_board = -1 if current_board is None else current_board
        self.prev_move = prev_move

    def _work_out(self, block):
        cells = self.board[9 * block:9 * block + 9].tolist()
        owner = _line_owner(cells)
        if owner is None and 0 not in cells:
            return 0
        return owner

    def get_subboard(self, board, safe=True):
        """The nine cells of a block: a copy, or with safe=False a view that
        writes through to the board."""
        cells = self.board[9 * board:9 * board + 9]
        return cells.copy() if safe else cells

    def subboard_winner(self, board):
        """1, -1, 0 for a draw, None while the block is open."""
        owner = self.macro_board[board]
        if owner == UNKNOWN:
            owner = self.macro_board[board] = self._work_out(board)
        return owner

    def subboard_open(self, board):
        """Whether the block takes another mark."""
        return self.subboard_winner(board) is None

    def winner(self):
        """1, -1, 0 for a draw, None until the game is over."""
        owners = [self.subboard_winner(i) for i in range(9)]
        line = _line_owner(owners)
        if line is not None:
            return line
        return None if any(self.subboard_open(i) for i in range(9)) else 0

    def turn(self):
        """0 when X is to move, 1 when O is."""
        return self.move_count % 2

    def copy(self):
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.board = self.board.copy()
        twin.macro_board = list(self.macro_board)
        return twin

    __copy__ = copy

    def move_to_idx(self, move):
        block, cell = move[0], move[1]
        assert 0 <= block <= 8 and 0 <= cell <= 8, "block and cell of a move are 0..8"
        return 9 * block + cell

    def idx_to_move(self, move):
        assert 0 <= move <= 80, "an index of the board is 0..80"
        return move // 9, move % 9

    def _legal_blocks(self):
        if self.current_board != -1:
            return (self.current_board,)
        return [i for i in range(9) if self.subboard_open(i)]

    def is_move_legal(self, move):
        if self.board[self.move_to_idx(move)] != 0:
            return False
        return move[0] in self._legal_blocks() and self.winner() is None

    def get_legal_moves(self, ignore_end=False):
        """Yields (block, cell). A finished game has none, unless ignore_end."""
        if not ignore_end and self.winner() is not None:
            return
        for block in self._legal_blocks():
            cells = self.board[9 * block:9 * block + 9].tolist()
            for cell in range(9):
                if cells[cell] == 0:
                    yield (block, cell)

    def make_move(self, move, copy=False):
        """Plays on this board, or with copy=True on a copy; returns the board
        played on. Checks only that the cell is empty, so that a search may try
        moves that are not its turn's."""
        if not isinstance(move, tuple) or len(move) < 2:
            raise ValueError("a move is a tuple (block, cell), not %r" % (move,))
        if copy:
            return self.copy().make_move(move)
        index = self.move_to_idx(move)
        assert self.board[index] == 0, "the cell of move %r is taken" % (move,)
        self.board[index] = 1 - 2 * self.turn()
        self.move_count += 1
        if self.macro_board[move[0]] in (None, UNKNOWN):
            self.macro_board[move[0]] = self._work_out(move[0])
        self.prev_move = (move[0], move[1])
        self._aim(move[1])
        return self

    def _aim(self, cell):
        """Sets where the next mover is sent by a move in `cell`."""
        self.current_board = cell if self.subboard_open(cell) else -1

    def __str__(self):
        cells = self.board.tolist()
        rows = []
        for row in range(9):
            parts = []
            for block in range(row // 3 * 3, row // 3 * 3 + 3):
                start = 9 * block + row % 3 * 3
                parts.append(" ".join(_MARKS[mark] for mark in cells[start:start + 3]))
            rows.append(" | ".join(parts))
            if row % 3 == 2:
                rows.append("-" * len(rows[0]))
        return "\n".join(rows) + "\n"

    def __repr__(self):
        return " ".join(str(n) for n in self.board.tolist() + [int(self.current_board)])

    @classmethod
    def board_from_repr(cls, text):
        """Reads what repr gives: 81 cells and current_board."""
        numbers = [int(word) for word in text.split()]
        if len(numbers) != 82:
            raise ValueError("a board's repr has 82 numbers, this text has %d" % len(numbers))
        return cls(np.array(numbers[:81], np.int16), numbers[81])


def board_from_repr(text):
    return Board.board_from_repr(text)


class OtherBoard(Board):
    """A ruleset that the tournament itself does not play. Two blocks may be allowed
    at once; current_board then is -1 and the legal moves follow from prev_move."""

    # Of each ruleset, by board_class.
    _won_stays_open = False
    _destinations = _SAME_BLOCK
    _majority_wins = False

    def subboard_open(self, board):
        if self._won_stays_open:
            return not self.board[9 * board:9 * board + 9].all()
        return Board.subboard_open(self, board)

    def _sent_to(self, cell):
        return [i for i in self._destinations[cell] if self.subboard_open(i)]

    def _legal_blocks(self):
        if self.current_board == -1 and self.prev_move[1] != -1:
            blocks = self._sent_to(self.prev_move[1])
            if len(blocks) > 1:
                return blocks
        return Board._legal_blocks(self)

    def winner(self):
        line_or_draw = Board.winner(self)
        if line_or_draw != 0 or not self._majority_wins:
            return line_or_draw
        lead = self.macro_board.count(1) - self.macro_board.count(-1)
        return (lead > 0) - (lead < 0)

    def _aim(self, cell):
        blocks = self._sent_to(cell)
        self.current_board = blocks[0] if len(blocks) == 1 else -1


def board_class(ruleset, won_stays_open, destinations, majority_wins):
    """The class of boards under a ruleset. One that the tournament itself does not
    play gets a class of its own, known by name here so that boards can be pickled."""
    if not won_stays_open and not majority_wins and destinations == _SAME_BLOCK:
        return Board
    name = ruleset.capitalize() + "Board"
    return globals().setdefault(name, type(name, (OtherBoard,), {
        "_won_stays_open": won_stays_open, "_destinations": destinations, "_majority_wins": majority_wins}))
