// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/ruleset.h"
#include "search/hand_layout.h"
#include "search/hand_weights.h"

namespace ninefold::search {

/// The weights spread out for lookup by block and pattern, built once a ruleset and tie-break and
/// then only read. About 1.2 MB.
class HandTables {
public:
    /// Of one pattern in one block, in X's view.
    struct Entry {
        std::int16_t value = 0;
        std::uint8_t kind = 0;  ///< class on the board of blocks
    };

    HandTables(const HandWeights& weights, const HandLayout& layout);
    static const HandTables& of(rules::Rules rules);

    const Entry& entry(unsigned block, unsigned code) const { return entries_[block][code]; }
    int line(unsigned kind, unsigned triple) const { return lines_[kind][triple]; }
    int target(unsigned block, unsigned relative_code) const {
        return targets_[block][relative_code];
    }
    int critical(unsigned own_opp, unsigned relative_class) const {
        return critical_[own_opp * HandLayout::kClasses + relative_class];
    }
    int free_move(unsigned state) const { return free_[state]; }
    int tempo() const { return tempo_; }

private:
    std::array<std::vector<Entry>, 9> entries_;
    std::array<std::vector<std::int16_t>, 9> targets_;
    std::array<std::vector<std::int16_t>, 3> lines_;
    std::array<std::int16_t, 4 * HandLayout::kClasses> critical_{};
    std::array<std::int16_t, HandLayout::kFreeStates> free_{};
    int tempo_ = 0;
};

}  // namespace ninefold::search
