# SPDX-License-Identifier: MIT
"""Reads game files of the first prototype (whole games with four policy moves a position) and
writes a data file:  python3 -m ninefold_train.import_games OUT.nfd IN.bin ...   numpy only."""
import sys

import numpy as np

from . import board, dataset


def read_games(path):
    """Columns of all games: start states, lengths, results, and the flat 10-byte move records."""
    raw = np.fromfile(path, np.uint8)
    offsets, i = [], 0
    while i < len(raw):
        offsets.append(i)
        i += 34 + 10 * int(raw[i + 32])
    offsets = np.array(offsets)
    starts = np.stack([raw[offsets[:, None] + np.arange(k * 4, k * 4 + 4)].copy().view("<u4")[:, 0]
                       for k in range(8)], 1)
    return raw, offsets, starts, raw[offsets + 32].astype(int), raw[offsets + 33].astype(int) - 1


def positions_of(path):
    """All positions of a file in game order (`standard` rules)."""
    raw, offsets, starts, lengths, results = read_games(path)
    first = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    out = np.zeros(lengths.sum(), dataset.POSITION)
    own, opp = starts[:, :3].astype(np.int64), starts[:, 3:6].astype(np.int64)
    won, target = starts[:, 6].astype(np.int64), starts[:, 7].astype(np.int64)
    for k in range(lengths.max()):
        live = np.flatnonzero(lengths > k)
        at = first[live] + k
        record = raw[(offsets[live] + 34 + 10 * k)[:, None] + np.arange(2)]
        out["own"][at], out["opp"][at] = own[live], opp[live]
        out["won"][at], out["target"][at] = won[live] & 0x3ffff, target[live]
        stones = dataset.block_marks(own[live]) | dataset.block_marks(opp[live])
        out["ply"][at] = sum(stones[:, b] >> c & 1 for b in range(9) for c in range(9))
        out["value"][at] = np.round(record[:, 1].view(np.int8) * (dataset.VALUE_SCALE / 127))
        out["result"][at] = np.where(k % 2, -results[live], results[live])
        own[live], opp[live], won[live], target[live] = _play(
            own[live], opp[live], won[live], record[:, 0].astype(np.int64))
    return out


def _play(own, opp, won, move):
    """States after the moves, seen by the next mover. `won`: own | opp << 9 | drawn << 18."""
    block, cell = move // 9, move % 9
    row = np.arange(len(move))
    own = own.copy()
    own[row, block // 3] |= np.int64(1) << (9 * (block % 3) + cell)
    mine = own[row, block // 3] >> 9 * (block % 3) & 511
    theirs = opp[row, block // 3] >> 9 * (block % 3) & 511
    line = board.HAS_LINE[mine]
    won = won | np.where(line, 1 << block, np.where((mine | theirs) == 511, 1 << (18 + block), 0))
    closed = (won | won >> 9 | won >> 18) & 511
    target = np.where(closed >> cell & 1, board.FREE, cell)
    won = won & (511 << 18) | (won & 511) << 9 | won >> 9 & 511
    return opp, own, won, target


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    parts = [positions_of(path) for path in sys.argv[2:]]
    dataset.write(sys.argv[1], "standard", np.concatenate(parts))
    print(f"{sys.argv[1]}: {sum(map(len, parts))} positions")


if __name__ == "__main__":
    main()
