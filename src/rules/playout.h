// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "base/rng.h"
#include "rules/position.h"

namespace ninefold::rules {

/// Results of a number of random games.
struct PlayoutTally {
    std::uint64_t x_wins = 0;
    std::uint64_t o_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t plies = 0;

    constexpr std::uint64_t games() const { return x_wins + o_wins + draws; }
    constexpr void add(const Outcome& outcome) {
        ++(!outcome.winner ? draws : *outcome.winner == Side::kX ? x_wins : o_wins);
    }
    constexpr bool operator==(const PlayoutTally&) const = default;
};

namespace detail {

/// kByteSpread[mask] has all bits of byte i set where bit i of mask is, for i < 8.
inline constexpr auto kByteSpread =
    pattern::tabulate([](unsigned mask) { return pattern::spread(mask & 0xff, 8); });

/// One in byte b; nothing for block 8.
inline constexpr std::array<std::uint64_t, 9> kByteUnit = [] {
    std::array<std::uint64_t, 9> table{};
    for (unsigned i = 0; i < 8; ++i) table[i] = std::uint64_t{1} << (8 * i);
    return table;
}();

}  // namespace detail

/// A game that only ever makes random moves, which lets it keep what picking one needs instead of
/// what a search needs: the empty cells of each block and how many there are, no hash. One thread
/// per object.
template <Ruleset R>
class RandomGame {
public:
    explicit RandomGame(const Position<R>& from)
        : open_((~from.closed()).bits()),
          targets_(from.targets().bits()),
          won_{from.won(Side::kX).bits(), from.won(Side::kO).bits()},
          side_(static_cast<unsigned>(from.side())),
          tie_break_(from.tie_break()) {
        for (const Block block : BlockSet::all()) {
            const unsigned b = block.index;
            const bool closed = from.closed().contains(block);
            const CellSet empty = closed ? CellSet() : from.empty_cells(block);
            empty_[b] = static_cast<std::uint16_t>(empty.bits());
            marks_[0][b] = static_cast<std::uint16_t>(from.marks(Side::kX).block(block).bits());
            marks_[1][b] = static_cast<std::uint16_t>(from.marks(Side::kO).block(block).bits());
            counts_ += static_cast<unsigned>(empty.size()) * detail::kByteUnit[b];
        }
    }

    bool is_over() const { return targets_ == 0; }

    /// Plays one legal move, each equally likely given 64 random bits, and returns it.
    /// Precondition: not over.
    [[gnu::always_inline]] Move step(std::uint64_t random) {
        assert(!is_over());
        const auto [block, rank] = pick(random);
        const Cell cell{pattern::kNth[empty_[block]][rank]};

        const unsigned left = empty_[block] ^ 1u << cell.index;
        const unsigned own = marks_[side_][block] | 1u << cell.index;
        empty_[block] = static_cast<std::uint16_t>(left);
        marks_[side_][block] = static_cast<std::uint16_t>(own);
        counts_ -= detail::kByteUnit[block];
        if (pattern::kHasLine[own] || left == 0) settle(block, own, left);
        const unsigned sent = Traits<R>::destinations(cell).bits() & open_;
        targets_ = sent != 0 ? sent : open_;
        if (pattern::kHasLine[won_[side_]]) targets_ = 0;
        side_ ^= 1u;
        return Move(9u * block + cell.index);
    }

    /// Precondition: the game is over.
    Outcome outcome() const {
        assert(is_over());
        return outcome_of(BlockSet(won_[0]), BlockSet(won_[1]), tie_break_);
    }

private:
    static constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    static constexpr std::uint64_t kHighs = 0x8080808080808080ULL;

    static unsigned below(unsigned bound, std::uint64_t random) {
        return static_cast<unsigned>(((random >> 32) * bound) >> 32);
    }
    /// A block and the rank of a cell among its empty ones.
    struct Pick {
        unsigned block, rank;
    };
    [[gnu::always_inline]] Pick pick(std::uint64_t random) const {
        if (!std::has_single_bit(targets_)) return pick_among_targets(random);
        const auto block = static_cast<unsigned>(std::countr_zero(targets_));
        return {block, below(static_cast<unsigned>(std::popcount(empty_[block])), random)};
    }

    /// Chooses among all empty cells of several blocks. Byte b of `sums` is the number of choices
    /// in the blocks up to b; the bytes that do not exceed the drawn number are the blocks before
    /// the chosen one.
    [[gnu::always_inline]] Pick pick_among_targets(std::uint64_t random) const {
        const std::uint64_t sums = (counts_ & detail::kByteSpread[targets_]) * kOnes;
        const unsigned in_last = (targets_ >> 8) * static_cast<unsigned>(std::popcount(empty_[8]));
        const unsigned total = static_cast<unsigned>(sums >> 56) + in_last;
        const unsigned drawn = below(total, random);
        const std::uint64_t passed = ((drawn * kOnes | kHighs) - sums) & kHighs;
        const auto block = static_cast<unsigned>(std::popcount(passed));
        const unsigned up_to =
            block == 8 ? total : static_cast<unsigned>(sums >> (8 * block)) & 0xff;
        return {block, up_to - 1 - drawn};
    }

    /// Gives a block that got a line or its last mark to its winner and closes it, as the ruleset
    /// says.
    [[gnu::always_inline]] void settle(unsigned block, unsigned own, unsigned left) {
        const unsigned bit = 1u << block;
        if (pattern::kHasLine[own] && ((won_[0] | won_[1]) & bit) == 0) won_[side_] |= bit;
        if (Traits<R>::kWonStaysOpen && left != 0) return;
        open_ &= ~bit;
        empty_[block] = 0;
        counts_ -= pattern::kCount[left] * detail::kByteUnit[block];
    }

    std::array<std::uint16_t, 9> empty_;                 ///< by block; none where it is closed
    std::array<std::array<std::uint16_t, 9>, 2> marks_;  ///< by side and block
    std::uint64_t counts_ = 0;  ///< size of empty_[b] in byte b; block 8 has no byte
    unsigned open_, targets_;
    std::array<unsigned, 2> won_;
    unsigned side_;
    TieBreak tie_break_;
};

/// Plays random legal moves to the end of the game.
template <Ruleset R>
Outcome playout(const Position<R>& from, base::Rng& rng) {
    RandomGame<R> game(from);
    while (!game.is_over()) game.step(rng());
    return game.outcome();
}

/// Plays `games` random games from one position. Two run side by side, so that neither waits for
/// its own chain of loads; each of the two plays its share to the end, because stopping at
/// whichever games finish first would favour short ones.
template <Ruleset R>
PlayoutTally playouts(const Position<R>& from, base::Rng& rng, int games) {
    PlayoutTally tally;
    if (from.is_over()) {
        for (int i = 0; i < games; ++i) tally.add(from.outcome());
        return tally;
    }
    base::Rng source = rng;
    const RandomGame<R> start(from);
    const auto step = [&](RandomGame<R>& game, int& games_left) {
        game.step(source());
        ++tally.plies;
        if (game.is_over()) {
            tally.add(game.outcome());
            game = start;
            --games_left;
        }
    };
    RandomGame<R> first = start;
    RandomGame<R> second = start;
    int first_left = games / 2;
    int second_left = games - first_left;
    while (first_left > 0 && second_left > 0) {
        step(first, first_left);
        step(second, second_left);
    }
    while (first_left > 0) step(first, first_left);
    while (second_left > 0) step(second, second_left);
    rng = source;
    return tally;
}

}  // namespace ninefold::rules
