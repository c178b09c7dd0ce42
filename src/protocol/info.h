// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/move.h"

namespace ninefold::protocol {

/// How the mover stands, in the mover's view: an expected score, or a proven result.
struct Score {
    enum class Kind : std::uint8_t { kExpected, kWin, kLoss, kDraw };
    Kind kind = Kind::kExpected;
    double expected = 0.5;  ///< 0..1; for proven results 1, 0 or 0.5
    int plies = 0;          ///< to the end, for kWin and kLoss

    static Score win_in(int plies) { return {Kind::kWin, 1.0, plies}; }
    static Score loss_in(int plies) { return {Kind::kLoss, 0.0, plies}; }
    static Score drawn() { return {Kind::kDraw, 0.5, 0}; }
    static Score expecting(double value) { return {Kind::kExpected, value, 0}; }
    /// X's expected score.
    double of_x(rules::Side mover) const {
        return mover == rules::Side::kX ? expected : 1 - expected;
    }
    bool operator==(const Score&) const = default;
};

/// One `info` line: what a bot says of its thinking. All of it is in the mover's view, and none of
/// it is trusted.
struct Info {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes, nodes_per_second;
    std::optional<std::chrono::milliseconds> time;
    std::optional<int> hash_full;  ///< thousandths
    std::optional<int> multi_pv;   ///< rank of this line, from 1
    std::optional<Score> score;
    std::optional<std::array<int, 3>> win_draw_loss;  ///< thousandths
    std::vector<rules::Move> pv;
    std::string text;  ///< of `info string`
    std::string meta;  ///< JSON object of `info meta`
    bool operator==(const Info&) const = default;
};

}  // namespace ninefold::protocol
