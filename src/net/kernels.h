// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "net/shape.h"

namespace ninefold::net {

/// One perspective's table row, or sum of rows, kLanes long. Sums wrap around, in every
/// implementation alike.
using Row = std::int16_t;

/// The small layers of one bucket, laid out for four inputs at a time:
/// weights[(input / 4 * outputs + output) * 4 + input % 4].
struct alignas(32) Head {
    std::array<std::int8_t, Shape::kLanes * Shape::kHead> head_weights;
    std::array<std::int32_t, Shape::kHead> head_bias;
    std::array<std::int8_t, 2 * Shape::kHead * Shape::kTail> tail_weights;
    std::array<std::int32_t, Shape::kTail> tail_bias;
    std::array<std::int16_t, 2 * Shape::kTail> out_weights;  ///< [score, draw][tail]
    std::array<std::int32_t, 2> out_bias;
};

/// Logits in units of 1 / Shape::kUnit, from the mover's viewpoint: of the expected score, and of
/// a draw.
struct Logits {
    std::int32_t score = 0;
    std::int32_t draw = 0;
    constexpr bool operator==(const Logits&) const = default;
};

/// One perspective as the head reads it: accumulated sums and the rows of the targets, which
/// depend on who moves and so are not accumulated.
struct Perspective {
    const Row* sums;
    /// Target cell; first target block; second one, or null. Null for both perspectives or none.
    std::array<const Row*, 3> targets;
};

/// A fully connected layer of the encoder, arranged for two inputs and eight outputs at a time:
/// weights[(pair * outputs + output) * 2 + input % 2], filled up with zeros.
struct DenseView {
    int pairs, outputs;
    const std::int16_t* weights;
    const std::int32_t* bias;  ///< half of the rounding included
};

/// The inner loops, once portable and once for each instruction set worth having. Results are
/// equal to the last bit. Rows are aligned to 32 bytes.
struct Kernels {
    const char* name;
    /// out = in - removed + added, for one row each; out may be in.
    void (*exchange)(const Row* in, const Row* removed, const Row* added, Row* out);
    /// The same for any number of rows.
    void (*exchange_many)(const Row* in, std::span<const Row* const> removed,
                          std::span<const Row* const> added, Row* out);
    /// y = clip16((bias + weights * x) >> kRowShift); sums wrap around.
    void (*dense)(const DenseView& dense, const std::int16_t* x, std::int16_t* y);
    /// Score alone: what search asks for.
    std::int32_t (*score)(const Head& head, const Perspective& mover, const Perspective& other);
    /// Score and draw.
    Logits (*logits)(const Head& head, const Perspective& mover, const Perspective& other);
};

/// Plain C++, on every machine.
const Kernels& portable_kernels();
/// The fastest this processor can run; asked once.
const Kernels& best_kernels();

}  // namespace ninefold::net
