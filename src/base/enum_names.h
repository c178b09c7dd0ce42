// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/ranges.h>

#include "base/did_you_mean.h"
#include "base/foreign_text.h"
#include "base/result.h"

namespace ninefold::base {

/// The names of an enumeration's values, which count from 0, in their order:
///
///     constexpr EnumNames<Scoring, 2> names_of(Scoring) { return {"games", "matches"}; }
///
/// Such a function beside the enumeration gives it name() and parse_name(), below.
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

template <typename Enum>
concept NamedEnum = requires {
    names_of(Enum());
};

constexpr std::string_view name(NamedEnum auto value) { return names_of(value).of(value); }

/// Reads a name; where it is none of them, says which there are and which was probably meant.
template <NamedEnum Enum>
Result<Enum> parse_name(std::string_view text) {
    const auto names = names_of(Enum());
    if (const auto value = names.find(text)) return *value;
    const std::string meant = did_you_mean(text, {names.begin(), names.end()});
    const std::string unknown = text.empty() ? "allowed"
                                : meant.empty()
                                    ? quoted(text) + " is not known; allowed"
                                    : quoted(text) + " is not known" + meant + " Allowed";
    return fail("{} are {} and {}", unknown, fmt::join(names.begin(), names.end() - 1, ", "),
                names.back());
}

}  // namespace ninefold::base
