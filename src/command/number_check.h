// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/number.h"

namespace ninefold::command {

/// What is wrong with an option's value that must be a number of this range: one sentence, or
/// nothing. The whole value must be a number, and fit: CLI11 would take -1 for the greatest
/// unsigned number, `nan` for a number of any range, and 010 for 8.
template <typename Number>
std::string number_complaint(const std::string& text, Number least, Number most) {
    const auto number = base::parse_number<Number>(text);
    // NaN is in no range, so ask for what is wanted rather than for what is not.
    if (number && *number >= least && *number <= most) return {};
    const char* kind = std::is_integral_v<Number> ? "a whole number" : "a number";
    const bool is_bounded = std::is_integral_v<Number> || most < std::numeric_limits<Number>::max();
    const std::string range = is_bounded ? fmt::format(" from {} to {}", least, most) : "";
    return fmt::format("{}{} is wanted, not {}", kind, range, base::quoted(text));
}

/// The same for a number that only has to fit into its type.
template <typename Number>
std::string number_complaint(const std::string& text) {
    using Limits = std::numeric_limits<Number>;
    return number_complaint<Number>(text, Limits::lowest(), Limits::max());
}

}  // namespace ninefold::command
