// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "rules/ruleset.h"

namespace ninefold::rules::zobrist {

/// Random keys whose exclusive-or is a position's hash. Fixed forever: hashes are written to
/// files.
struct Keys {
    std::array<std::array<std::uint64_t, 81>, 2> mark{};  ///< [side][move]
    std::array<std::uint64_t, 10> target{};               ///< by the restricting cell; 9: free move
    std::array<std::uint64_t, kAllRules.size()> rules{};  ///< by number_of()
    std::array<std::array<std::uint64_t, 9>, 2>
        owner{};  ///< [side][block], where marks do not tell
};

inline constexpr Keys kKeys = [] {
    Keys keys;
    std::uint64_t state = 0x6e696e65666f6c64ULL;  // "ninefold"
    for (auto& side : keys.mark) {
        for (auto& key : side) key = base::split_mix(state);
    }
    for (auto& key : keys.target) key = base::split_mix(state);
    constexpr std::size_t kFirst = 6;  // rulesets that came later have their keys at the end
    for (std::size_t i = 0; i < kFirst; ++i) keys.rules[i] = base::split_mix(state);
    for (auto& side : keys.owner) {
        for (auto& key : side) key = base::split_mix(state);
    }
    for (std::size_t i = kFirst; i < keys.rules.size(); ++i) keys.rules[i] = base::split_mix(state);
    return keys;
}();

}  // namespace ninefold::rules::zobrist
