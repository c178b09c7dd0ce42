// SPDX-License-Identifier: MIT
#include "bots/hand_evaluation.h"

#include <algorithm>
#include <bit>

#include "rules/lines.h"

namespace ninefold::bots {

namespace {

/// By lines still open: three in a row is certain, two nearly so, one a little.
float chance_of(unsigned own, unsigned other) {
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

}  // namespace

BlockChances::BlockChances() {
    for (unsigned own = 0; own < 512; ++own) {
        for (unsigned other = 0; other < 512; ++other) {
            if ((own & other) != 0) continue;
            const float mine = chance_of(own, other);
            const float theirs = chance_of(other, own);
            const float both = std::max(mine + theirs, 1.0f);
            chances_[net::patterns::number(own, other)] = mine / both;
        }
    }
}

const BlockChances& block_chances() {
    static const BlockChances chances;
    return chances;
}

}  // namespace ninefold::bots
