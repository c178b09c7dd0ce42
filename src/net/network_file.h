// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/ruleset.h"

namespace ninefold::net {

/// Sizes that only matter while rows are baked, and which head serves which position.
struct Dimensions {
    std::uint16_t buckets = 1;  ///< 1, or 10: one head per target cell and one for a free move
    std::uint16_t lanes = 0, rank = 0, use_rank = 0, target_rank = 0;
    std::uint16_t hidden = 0, macro_hidden = 0, head = 0, tail = 0;
    std::uint16_t second_hidden = 0;  ///< 0: the encoder has one hidden layer

    std::uint16_t last_hidden() const { return second_hidden != 0 ? second_hidden : hidden; }
    std::size_t described() const { return std::size_t{rank} + use_rank + target_rank; }
};

/// One fully connected layer of the encoder: y = (bias + weights * x + half) >> kRowShift.
struct Dense {
    int inputs = 0, outputs = 0;
    std::vector<std::int16_t> weights;  ///< [outputs][inputs]
    std::vector<std::int32_t> bias;     ///< [outputs]; empty: none
};

/// The weights of a network file as they stand there, before rows are baked.
struct NetworkFile {
    static constexpr std::uint32_t kVersion = 3;
    /// A file's size; those that the program carries have about a hundredth of it.
    static constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20;

    rules::Rules rules;
    Dimensions dimensions;
    std::string name;
    std::uint32_t checksum = 0;
    /// Name and checksum, for `--version` and the engine's id: `second-1 06b2d01d`.
    std::string id() const;

    Dense encode, second, describe;  ///< pattern facts -> hidden (-> hidden) -> description
    std::array<Dense, 9> block;      ///< maps of a description to a row, as the next two
    std::array<Dense, 8> use;
    std::array<Dense, 2> target;
    std::vector<std::int16_t> cell;         ///< [20][lanes]: mover's, then other's target cell
    Dense macro_encode, macro_describe;     ///< macro facts -> hidden -> row
    std::vector<std::int16_t> bias;         ///< [lanes]
    std::vector<std::int8_t> head_weights;  ///< [buckets][head][lanes]
    std::vector<std::int32_t> head_bias;    ///< [buckets][head]
    std::vector<std::int8_t> tail_weights;  ///< [buckets][tail][2 * head]
    std::vector<std::int32_t> tail_bias;    ///< [buckets][tail]
    std::vector<std::int16_t> out_weights;  ///< [buckets][2][tail]
    std::vector<std::int32_t> out_bias;     ///< [buckets][2]

    /// Reads a file's bytes. The error says what is wrong: not a network, another version, cut
    /// off, corrupted, or a shape this program does not compute.
    static base::Result<NetworkFile> parse(std::span<const std::byte> bytes);
};

}  // namespace ninefold::net
