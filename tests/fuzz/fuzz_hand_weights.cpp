// SPDX-License-Identifier: MIT
// Any bytes as a file of hand weights, and a whole file with those bytes among its weights.
#include <algorithm>
#include <span>
#include <string_view>

#include "require.h"
#include "search/hand_weights.h"

using namespace ninefold;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const search::HandLayout layout;
    const auto parse = [](std::string_view file) {
        return search::HandWeights::parse(std::as_bytes(std::span(file)), layout);
    };
    const auto print = [](const search::HandWeights& weights) { return weights.file(); };
    fuzz::require_round_trip({reinterpret_cast<const char*>(data), size}, parse, print);

    search::HandWeights weights{{},
                                std::vector<std::int16_t>(layout.size()),
                                std::vector<std::uint8_t>(layout.value_weights())};
    std::copy_n(data, std::min(size, weights.classes.size()), weights.classes.begin());
    const bool known = std::all_of(weights.classes.begin(), weights.classes.end(),
                                   [](unsigned c) { return c < search::HandLayout::kClasses; });
    const auto read = parse(weights.file());
    require(read.has_value() == known, "a file is read when all its classes are known");
    if (read) require(read->classes == weights.classes, "and has the same classes");
    return 0;
}
