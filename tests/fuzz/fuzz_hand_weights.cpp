// SPDX-License-Identifier: MIT
// Any bytes as a file of hand weights, and a whole file with those bytes among its weights.
#include <algorithm>
#include <span>
#include <string_view>

#include "require.h"
#include "search/hand_weights.h"

namespace ninefold::fuzz_hand_weights {

using fuzz::require;

void run(std::string_view text) {
    static const search::HandLayout layout;
    const auto parse = [](std::string_view file) {
        return search::HandWeights::parse(std::as_bytes(std::span(file)), layout);
    };
    const auto print = [](const search::HandWeights& weights) { return weights.file(); };
    fuzz::require_round_trip(text, parse, print);

    search::HandWeights weights{{},
                                std::vector<std::int16_t>(layout.size()),
                                std::vector<std::uint8_t>(layout.value_weights())};
    std::copy_n(text.begin(), std::min(text.size(), weights.classes.size()),
                weights.classes.begin());
    const bool known = std::all_of(weights.classes.begin(), weights.classes.end(),
                                   [](unsigned c) { return c < search::HandLayout::kClasses; });
    const auto read = parse(weights.file());
    require(read.has_value() == known, "a file is read when all its classes are known");
    if (read) require(read->classes == weights.classes, "and has the same classes");
}

}  // namespace ninefold::fuzz_hand_weights
