// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "net/row_map.h"
#include "rules/lines.h"
#include "rules/position.h"

namespace ninefold::bots {

/// Guesses how likely each side is to win a block, from the block's cells alone. Immutable; any
/// thread may read it.
class BlockChances {
public:
    BlockChances() {
        for (unsigned own = 0; own < 512; ++own) {
            for (unsigned other = 0; other < 512; ++other) {
                if ((own & other) != 0) continue;
                const float mine = chance_of(own, other);
                const float theirs = chance_of(other, own);
                chances_[net::patterns::number(own, other)] = mine / std::max(mine + theirs, 1.0f);
            }
        }
    }

    /// For the side that holds `own` against `other`, 0..1.
    float operator()(rules::CellSet own, rules::CellSet other) const {
        return chances_[net::patterns::number(own.bits(), other.bits())];
    }

private:
    /// By lines still open: three in a row is certain, two nearly so, one a little.
    static float chance_of(unsigned own, unsigned other) {
        constexpr std::array<float, 4> kByMarks = {0.06f, 0.16f, 0.5f, 1.0f};
        if (rules::pattern::kHasLine[own]) return 1;
        if (rules::pattern::kHasLine[other]) return 0;
        float miss = 1;
        for (const unsigned line : rules::kLines) {
            if ((other & line) != 0) continue;
            const auto marks = static_cast<std::size_t>(std::popcount(own & line));
            miss *= 1 - kByMarks[marks];
        }
        return 1 - miss;
    }

    std::array<float, net::patterns::kOwned> chances_{};  ///< of blocks that nobody owns
};

inline const BlockChances& block_chances() {
    static const BlockChances kChances;
    return kChances;
}

/// How the mover stands, between -1 and 1: the eight lines of blocks, each as likely as its three
/// blocks together, own minus the opponent's; and with the majority tie-break the blocks
/// themselves.
template <rules::Ruleset R>
float hand_evaluation(const rules::Position<R>& position, const BlockChances& chances) {
    using namespace rules;
    const Side own = position.side();
    std::array<std::array<float, 9>, 2> block{};  // [0] the mover's chances
    float lead = 0;
    for (const Block b : BlockSet::all()) {
        for (const bool opponent : {false, true}) {
            const Side side = opponent ? other(own) : own;
            float& chance = block[opponent][b.index];
            if (position.won(side).contains(b)) {
                chance = 1;
            } else if (position.won(other(side)).contains(b) || position.closed().contains(b)) {
                chance = 0;
            } else {
                chance =
                    chances(position.marks(side).block(b), position.marks(other(side)).block(b));
            }
            lead += opponent ? -chance : chance;
        }
    }
    constexpr std::array<std::array<int, 3>, 8> kLineMembers = {
        {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
    float sum = 0;
    for (const auto& [a, b, c] : kLineMembers) {
        sum += block[0][a] * block[0][b] * block[0][c] - block[1][a] * block[1][b] * block[1][c];
    }
    const float blocks = position.tie_break() == TieBreak::kMajority ? lead / 18 : lead / 60;
    return sum / 10 + blocks;
}

}  // namespace ninefold::bots
