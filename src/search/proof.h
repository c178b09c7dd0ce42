// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/any_position.h"

namespace ninefold::search {

/// What one side does against every reply: its moves in the order in which a walk of the game first
/// meets its positions. The walk goes depth first; where the other side moves, it takes all legal
/// moves in ascending order; a position met before is not entered again.
struct Strategy {
    rules::Side side = rules::Side::kX;
    int goal = 1;  ///< 1: wins, 0: at least draws
    std::vector<rules::Move> moves;
};

/// A result with the strategies that prove it: the winner's, or for a draw one of each side.
struct Proof {
    rules::AnyPosition position;
    int result = 0;  ///< for the mover of the position: -1, 0, 1
    std::vector<Strategy> strategies;
};

/// `win`, `draw` or `loss`.
constexpr std::string_view result_name(int result) {
    return result > 0 ? "win" : result < 0 ? "loss" : "draw";
}

/// The text form, docs/formats.md's "proof": a few header lines and the moves as pairs of digits.
std::string to_text(const Proof& proof);
base::Result<Proof> parse_proof(std::string_view text);

/// What the checker went through.
struct ProofCheck {
    std::size_t positions = 0;  ///< distinct ones, all strategies together
    int longest = 0;            ///< plies of the longest game met
};

/// Verifies a proof with nothing but the rules: every reply of the other side is tried, every game
/// ends as claimed, and the strategies together imply the result. Knows nothing of the solver.
base::Result<ProofCheck> check_proof(const Proof& proof);

/// Chooses the side's move in a position that it is to reach the goal from.
using Chooser = std::function<std::optional<rules::Move>(const rules::AnyPosition&)>;

/// Walks all replies and writes the choices down. Fails where the chooser does, or after
/// `most_positions`.
base::Result<Strategy> build_strategy(const rules::AnyPosition& position, rules::Side side,
                                      int goal, const Chooser& choose,
                                      std::size_t most_positions = 50'000'000);

}  // namespace ninefold::search
