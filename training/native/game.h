// SPDX-License-Identifier: MIT
// The rules, for every ruleset and tie-break, on 32-byte states seen by the mover.
#pragma once

#include "device.h"

constexpr int kFree = 9;

/// Which game is played; passed by value to every kernel.
struct Rules {
    u16 destinations[9];  ///< the blocks that a mark in each cell sends to, were they all open
    u16 won_stays_open;   ///< a won block can be played in until it is full
    int majority;
};

/// marks: block b in word b / 3, bit 9 * (b % 3) + cell.
/// won: owned by the mover | by the opponent << 9 | closed << 18.
/// target: the cell last played while it restricts the mover, else kFree.
struct State {
    u32 own[3], opp[3];
    u32 won;
    u32 target;
};

enum Status { kGoesOn = 0, kMoverWon = 1, kDrawn = 2, kMoverLost = 3 };

ON_DEVICE bool has_line(u32 m) {
    return (m & 7) == 7 || (m & 56) == 56 || (m & 448) == 448 || (m & 73) == 73 ||
           (m & 146) == 146 || (m & 292) == 292 || (m & 273) == 273 || (m & 84) == 84;
}
ON_DEVICE u32 block_of(const u32* words, int b) { return (words[b / 3] >> (9 * (b % 3))) & 511; }
ON_DEVICE u32 closed(const State& s) { return s.won >> 18 & 511; }
ON_DEVICE u32 owned(const State& s) { return (s.won | s.won >> 9) & 511; }

/// Blocks the mover may play in.
ON_DEVICE u32 targets(const Rules& rules, const State& s) {
    const u32 open = ~closed(s) & 511;
    return s.target < kFree ? rules.destinations[s.target] & open : open;
}

ON_DEVICE u32 empty_cells(const State& s, int b) {
    return ~(block_of(s.own, b) | block_of(s.opp, b)) & 511;
}

/// Where symmetry k takes block or cell i.
ON_DEVICE int symmetric(int k, int i) {
    int row = i / 3, column = i - 3 * row;
    if (k & 1) column = 2 - column;
    if (k & 2) row = 2 - row;
    if (k & 4) {
        const int old = row;
        row = column;
        column = old;
    }
    return row * 3 + column;
}

ON_DEVICE int final_status(const Rules& rules, const State& s) {
    const u32 own = s.won & 511, opp = s.won >> 9 & 511;
    if (has_line(own)) return kMoverWon;
    if (closed(s) != 511) return kGoesOn;
    const int lead = rules.majority ? count_bits(own) - count_bits(opp) : 0;
    return lead > 0 ? kMoverWon : lead < 0 ? kMoverLost : kDrawn;
}

/// Plays a legal move and swaps the view to the next mover; the status is the old mover's.
ON_DEVICE int play(const Rules& rules, State& s, int move) {
    const int b = move / 9, cell = move - 9 * b;
    s.own[b / 3] |= 1u << (9 * (b % 3) + cell);
    const u32 own = block_of(s.own, b);
    const bool full = (own | block_of(s.opp, b)) == 511;
    const bool wins = has_line(own) && !(owned(s) >> b & 1);
    if (wins) s.won |= 1u << b;
    if (full || (wins && !rules.won_stays_open)) s.won |= 1u << (18 + b);
    const int status = final_status(rules, s);
    s.target = (rules.destinations[cell] & ~closed(s)) ? cell : kFree;
    for (int i = 0; i < 3; ++i) {
        const u32 t = s.own[i];
        s.own[i] = s.opp[i];
        s.opp[i] = t;
    }
    s.won = (s.won & (511u << 18)) | ((s.won & 511) << 9) | (s.won >> 9 & 511);
    return status;
}

/// Whether the mover can complete a line of blocks at once.
ON_DEVICE bool wins_at_once(const Rules& rules, const State& s) {
    u32 blocks = targets(rules, s) & ~owned(s);
    const u32 won = s.won & 511;
    for (; blocks; blocks &= blocks - 1) {
        const int b = lowest_bit(blocks);
        if (!has_line(won | 1u << b)) continue;
        const u32 own = block_of(s.own, b);
        for (u32 empty = empty_cells(s, b); empty; empty &= empty - 1) {
            if (has_line(own | (empty & (0u - empty)))) return true;
        }
    }
    return false;
}

ON_DEVICE int list_moves(const Rules& rules, const State& s, u8* moves) {
    int n = 0;
    for (u32 blocks = targets(rules, s); blocks; blocks &= blocks - 1) {
        const int b = lowest_bit(blocks);
        for (u32 empty = empty_cells(s, b); empty; empty &= empty - 1) {
            moves[n++] = static_cast<u8>(b * 9 + lowest_bit(empty));
        }
    }
    return n;
}

ON_DEVICE int count_moves(const Rules& rules, const State& s) {
    int n = 0;
    for (u32 blocks = targets(rules, s); blocks; blocks &= blocks - 1) {
        n += count_bits(empty_cells(s, lowest_bit(blocks)));
    }
    return n;
}

ON_DEVICE int random_move(const Rules& rules, const State& s, u32& random) {
    int k = random_below(random, count_moves(rules, s));
    for (u32 blocks = targets(rules, s); blocks; blocks &= blocks - 1) {
        const int b = lowest_bit(blocks);
        u32 empty = empty_cells(s, b);
        const int here = count_bits(empty);
        if (k < here) {
            while (k--) empty &= empty - 1;
            return b * 9 + lowest_bit(empty);
        }
        k -= here;
    }
    return -1;
}

ON_DEVICE int marks_on(const State& s) {
    int n = 0;
    for (int i = 0; i < 3; ++i) n += count_bits(s.own[i]) + count_bits(s.opp[i]);
    return n;
}

/// A position after `plies` random moves in which nobody has won or can win at once.
ON_DEVICE void random_opening(const Rules& rules, State& s, u32& random, int plies) {
    for (;;) {
        s = State{};
        s.target = kFree;
        bool fine = true;
        for (int i = 0; i < plies && fine; ++i) {
            fine = play(rules, s, random_move(rules, s, random)) == kGoesOn;
        }
        if (fine && !wins_at_once(rules, s)) return;
    }
}

/// The teacher's eight inputs of cell i (bf16): own mark, opponent's mark (both in undecided blocks
/// only), legal move, block owned, block lost, block full, cell leads to a free move, and one
/// (where won blocks stay open: whether the cell is empty).
ON_DEVICE void cell_inputs(const Rules& rules, const State& s, int i, u16* inputs) {
    const int b = i / 9, cell = i - 9 * b;
    const u16 one = 0x3F80;
    const bool own = block_of(s.own, b) >> cell & 1, opp = block_of(s.opp, b) >> cell & 1;
    const bool mine = s.won >> b & 1, theirs = s.won >> (9 + b) & 1, shut = closed(s) >> b & 1;
    const bool decided = mine || theirs || shut;
    inputs[0] = own && !decided ? one : 0;
    inputs[1] = opp && !decided ? one : 0;
    inputs[2] = !own && !opp && (targets(rules, s) >> b & 1) ? one : 0;
    inputs[3] = mine ? one : 0;
    inputs[4] = theirs ? one : 0;
    inputs[5] = shut && !mine && !theirs ? one : 0;
    inputs[6] = (rules.destinations[cell] & ~closed(s)) == 0 ? one : 0;
    inputs[7] = !rules.won_stays_open || (!own && !opp) ? one : 0;
}
