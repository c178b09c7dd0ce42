// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ninefold::net {

/// The fixed sizes and scales of a network; docs/net.md explains them. A file with other lanes,
/// head or tail is refused, so that the inner loops have constant lengths.
///
///     sums    2 x kLanes int16, kOne = 1.0        table rows added up, per perspective
///     pairs   kLanes uint8, 128 = 1.0             clipped sums multiplied in pairs
///     head    kHead int32 -> 2 x kHead uint8      clipped, and their squares
///     tail    kTail int32 -> kTail uint8
///     out     2 int32                             score and draw
struct Shape {
    static constexpr int kLanes = 128;
    static constexpr int kHead = 16;
    static constexpr int kTail = 32;

    static constexpr int kOne = 1024;       ///< 1.0 in sums and in everything that bakes rows
    static constexpr int kRowShift = 12;    ///< scale of the weights that bake rows, as a shift
    static constexpr int kPairShift = 13;   ///< product of two sums to 128 = 1.0
    static constexpr int kWeightShift = 6;  ///< scale of the head's and the tail's weights
    static constexpr int kActive = 127;     ///< largest activation
    static constexpr int kOutShift = 9;     ///< last layer's sum to units of kUnit
    static constexpr int kUnit = 256;       ///< a logit of 1.0 in the results
};

}  // namespace ninefold::net
