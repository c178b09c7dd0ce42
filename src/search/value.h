// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/info.h"
#include "rules/ruleset.h"

namespace ninefold::search {

/// How good a position is, always in the view of its mover. Evaluations are logits of the expected
/// score times kLogit; values beyond ±kProven are proven wins and losses, with the number of plies
/// from the root of the search taken off so that shorter wins are better.
///
///     value              meaning
///     kWin - n           the mover wins in n plies from the root
///     -kWin + n          the mover loses in n plies
///     |v| <= kMaxEval    an expectation; 0 is also a draw
using Value = int;

inline constexpr int kMaxPly = 96;  ///< a game has at most 81 plies
inline constexpr Value kWin = 30000;
inline constexpr Value kProven = kWin - kMaxPly;
inline constexpr Value kMaxEval = 8000;
inline constexpr Value kInfinite = kWin + 1;
inline constexpr Value kNone = kWin + 2;
inline constexpr int kLogit = 256;

constexpr Value win_in(int plies) { return kWin - plies; }
constexpr Value loss_in(int plies) { return -kWin + plies; }
constexpr bool is_win(Value value) { return value >= kProven; }
constexpr bool is_loss(Value value) { return value <= -kProven; }
constexpr bool is_proven(Value value) { return is_win(value) || is_loss(value); }

/// How evaluations turn into chances: win with probability σ((v - draw) / scale), loss with
/// σ((-v - draw) / scale), both fitted to games under the rules. The hand-made evaluation's model
/// is of the games its weights were fitted to, the network's of games between strong players, who
/// draw more.
struct WinModel {
    double scale = kLogit;
    double draw = 0;
};
WinModel hand_win_model(rules::Rules rules);
WinModel net_win_model(rules::Rules rules);

/// Expected result, -1..1, of the side whose view `value` has, as training data holds it: what an
/// evaluation is the logit of, whatever the rules, and the result itself where it is proven.
double expected_result(Value value);
/// Expected score, 0..1, of the side whose view `value` has.
double win_probability(Value value, const WinModel& model);
/// The protocol's score and its win/draw/loss thousandths for a value of the root.
protocol::Score to_score(Value value, const WinModel& model);
std::array<int, 3> to_win_draw_loss(Value value, const WinModel& model);

}  // namespace ninefold::search
