// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace ninefold::base {

/// The names of an enumeration's values, which count from 0, in their order:
///
///     constexpr EnumNames<Scoring, 2> kScorings = {"games", "matches"};
template <typename Enum, std::size_t N>
struct EnumNames : std::array<std::string_view, N> {
    constexpr std::string_view of(Enum value) const {
        return (*this)[static_cast<std::size_t>(value)];
    }
    constexpr std::optional<Enum> find(std::string_view name) const {
        const auto found = std::find(this->begin(), this->end(), name);
        if (found == this->end()) return std::nullopt;
        return static_cast<Enum>(found - this->begin());
    }
};

}  // namespace ninefold::base
