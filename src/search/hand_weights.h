// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "rules/ruleset.h"
#include "search/hand_layout.h"

namespace ninefold::search {

/// Fitted weights of the hand-made evaluation, as they stand in a file (docs/net.md).
struct HandWeights {
    rules::Rules rules;
    std::vector<std::int16_t> weights;  ///< in the order of HandLayout
    std::vector<std::uint8_t> classes;  ///< of the value weights, below HandLayout::kClasses

    /// Reads a file's bytes. The error says what is wrong with them.
    static base::Result<HandWeights> parse(std::span<const std::byte> file,
                                           const HandLayout& layout);
    /// The bytes of such a file.
    std::string file() const;
};

/// The files of data/hand_weights: `RULES.nfhand` each.
std::span<const base::EmbeddedFile> hand_weight_files();

/// The file that the program carries for these rules, or for the nearest ones there are.
std::span<const std::byte> builtin_hand_weights(rules::Rules rules);

}  // namespace ninefold::search
