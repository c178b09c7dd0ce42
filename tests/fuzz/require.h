// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/foreign_text.h"
#include "base/result.h"

namespace ninefold::fuzz {

/// Ends the program, so that the fuzzer keeps the input, where a promise does not hold.
inline void require(bool holds, const char* promise) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

/// A message for a person is one line of printable UTF-8 and not endless.
inline void require_one_line(std::string_view message) {
    require(!message.empty(), "a reason is given");
    require(message.size() < 1000, "a reason is short");
    require(base::is_utf8(message), "a reason is UTF-8");
    for (const char c : message) {
        require(static_cast<unsigned char>(c) >= ' ' && c != 0x7f, "a reason has no control bytes");
    }
}

/// Either `parse` refuses the text with a reason, or what it reads survives print and parse.
template <typename Parse, typename Print>
void require_round_trip(std::string_view text, const Parse& parse, const Print& print) {
    const auto value = parse(text);
    if (!value) return require_one_line(value.error().message);
    const std::string printed = print(*value);
    const auto again = parse(printed);
    require(again.has_value(), "what is printed can be parsed");
    require(print(*again) == printed, "and prints the same again");
    if constexpr (requires { *again == *value; }) require(*again == *value, "and is equal");
}

}  // namespace ninefold::fuzz
