// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/ruleset.h"
#include "search/hand_layout.h"

namespace ninefold::search {

/// Fitted weights as they stand in the generated files hand_weights_*.cpp: two printable
/// characters a weight, in the order of HandLayout, and one character a class of each value
/// weight.
struct HandWeights {
    std::string_view weights;
    std::string_view classes;
};
/// The weights fitted for these rules, or for the nearest ones there are.
HandWeights hand_weights(rules::Rules rules);

/// Weights are written in base 90 with printable characters, '#' for 0; the backslash is skipped.
namespace codec {

inline constexpr int kDigits = 90;
inline constexpr int kMaxWeight = kDigits * kDigits / 2 - 1;  ///< largest that two digits hold

constexpr char digit(int value) {
    const int code = '#' + value;
    return static_cast<char>(code >= '\\' ? code + 1 : code);
}
constexpr int digit_value(char c) { return (c > '\\' ? c - 1 : c) - '#'; }

constexpr int decode(char high, char low) {
    return digit_value(high) * kDigits + digit_value(low) - kMaxWeight - 1;
}
inline void encode(int weight, std::string& out) {
    const int shifted = std::clamp(weight, -kMaxWeight, kMaxWeight) + kMaxWeight + 1;
    out += digit(shifted / kDigits);
    out += digit(shifted % kDigits);
}

}  // namespace codec

/// The weights spread out for lookup by block and pattern, built once a ruleset and tie-break and
/// then only read. About 1.2 MB.
class HandTables {
public:
    /// Of one pattern in one block, in X's view.
    struct Entry {
        std::int16_t value = 0;
        std::uint8_t kind = 0;  ///< class on the board of blocks
    };

    explicit HandTables(const HandWeights& weights);
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
