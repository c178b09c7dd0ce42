// SPDX-License-Identifier: MIT
#include "binding/state.h"

#include <bit>

#include "rules/lines.h"

namespace ninefold::python {

namespace {

using rules::Block;
using rules::BlockSet;
using rules::BoardSet;
using rules::Side;

constexpr std::size_t kO = 9, kXWon = 18, kOWon = 19, kSide = 20, kTarget = 21, kRules = 22,
                      kUnused = 23;
constexpr unsigned kFree = 9;

BoardSet marks_of(const State& state, std::size_t first) {
    std::uint64_t lo = 0;
    for (std::size_t b = 0; b < 7; ++b) lo |= std::uint64_t{state[first + b]} << (9 * b);
    return {lo, state[first + 7] | std::uint64_t{state[first + 8]} << 9};
}

/// The blocks in which the marks have a line.
unsigned lines_in(const State& state, std::size_t first) {
    unsigned blocks = 0;
    for (unsigned b = 0; b < 9; ++b) {
        blocks |= unsigned{rules::pattern::kHasLine[state[first + b]]} << b;
    }
    return blocks;
}

base::Result<void> check_ranges(const State& state) {
    unsigned marks = 0, both = 0;
    for (std::size_t b = 0; b < 9; ++b) {
        marks |= unsigned{state[b]} | state[kO + b];
        both |= unsigned{state[b]} & state[kO + b];
    }
    if ((marks | state[kXWon] | state[kOWon]) > rules::CellSet::kAllBits) {
        return base::fail("marks and owned blocks have nine bits, 0 to 511");
    }
    if (both != 0) return base::fail("X and O have a mark in the same cell");
    if (state[kSide] > 1) return base::fail("the side is {}; 0 is X, 1 is O", state[kSide]);
    if (state[kTarget] > kFree) {
        return base::fail("the target is {}; 0 to 8 are cells, 9 is a free move", state[kTarget]);
    }
    if (state[kRules] >= rules::kAllRules.size() || state[kUnused] != 0) {
        return base::fail("the last words are {} and {}; the rules are 0 to {}, then comes 0",
                          state[kRules], state[kUnused], rules::kAllRules.size() - 1);
    }
    return {};
}

base::Result<void> check_owners(const State& state, bool won_stays_open) {
    const unsigned x_lines = lines_in(state, 0), o_lines = lines_in(state, kO);
    const unsigned x = state[kXWon], o = state[kOWon];
    const bool agree = won_stays_open ? (x & ~x_lines) == 0 && (o & ~o_lines) == 0 &&
                                            (x & o) == 0 && (x | o) == (x_lines | o_lines)
                                      : x == x_lines && o == o_lines && (x & o) == 0;
    if (agree) return {};
    return base::fail("the owned blocks are not those in which a side has a line");
}

base::Result<void> check_counts(const State& state) {
    const int x = marks_of(state, 0).size(), o = marks_of(state, kO).size();
    if (x == o + state[kSide]) return {};
    return base::fail("X has {} marks and O has {}, and it is {}'s turn", x, o,
                      state[kSide] == 0 ? 'X' : 'O');
}

}  // namespace

State to_state(const rules::AnyPosition& position) {
    State state{};
    for (unsigned b = 0; b < 9; ++b) {
        const Block block{static_cast<std::uint8_t>(b)};
        state[b] = static_cast<std::uint16_t>(position.marks(Side::kX).block(block).bits());
        state[kO + b] = static_cast<std::uint16_t>(position.marks(Side::kO).block(block).bits());
    }
    state[kXWon] = static_cast<std::uint16_t>(position.won(Side::kX).bits());
    state[kOWon] = static_cast<std::uint16_t>(position.won(Side::kO).bits());
    state[kSide] = static_cast<std::uint16_t>(position.side());
    const auto target = position.target_cell();
    state[kTarget] = target ? target->index : kFree;
    const rules::Rules rules = position.rules();
    state[kRules] = static_cast<std::uint16_t>(rules::number_of(rules));
    return state;
}

base::Result<rules::AnyPosition> read_state(const State& state) {
    if (auto r = check_ranges(state); !r) return r.error();
    const rules::Rules rules = rules::kAllRules[state[kRules]];
    const bool won_stays_open = rules::facts_of(rules.ruleset).won_stays_open;
    if (auto r = check_owners(state, won_stays_open); !r) return r.error();
    if (auto r = check_counts(state); !r) return r.error();
    rules::Parts parts{marks_of(state, 0),
                       marks_of(state, kO),
                       BlockSet(state[kXWon]),
                       BlockSet(state[kOWon]),
                       Side{static_cast<std::uint8_t>(state[kSide])},
                       std::nullopt};
    if (state[kTarget] != kFree) {
        parts.target = rules::Cell{static_cast<std::uint8_t>(state[kTarget])};
    }
    return rules::AnyPosition::from_parts(parts, rules);
}

}  // namespace ninefold::python
