// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "rules/any_position.h"
#include "search/search.h"

namespace ninefold::search {

/// How much of its expected score a move gave away.
enum class Mistake : std::uint8_t { kNone, kInaccuracy, kMistake, kBlunder };
std::string_view name(Mistake mistake);

/// From these losses of the mover's expected score on, a move is called so.
struct MistakeThresholds {
    double inaccuracy = 0.05;
    double mistake = 0.10;
    double blunder = 0.20;
};

/// What the engine thinks of one move that was played.
struct MoveAnalysis {
    rules::Side side = rules::Side::kX;
    rules::Move played;
    std::optional<rules::Move> best;
    std::vector<rules::Move> best_line;          ///< begins with `best`
    protocol::Score before;                      ///< of the position before the move; mover's view
    double eval_before = 0.5, eval_after = 0.5;  ///< X's view
    double lost = 0;                             ///< of the mover's expected score; never negative
    Mistake mistake = Mistake::kNone;
    bool gave_free_move = false;  ///< where the best move did not
    int depth = 0;
};

/// Looks at every move of a game with `limits` for each position. Stops early, with what it has,
/// when `stop` is requested. Precondition: the moves are legal.
std::vector<MoveAnalysis> analyse_game(Search& engine, const rules::AnyPosition& start,
                                       const std::vector<rules::Move>& moves,
                                       const protocol::Limits& limits, std::stop_token stop,
                                       const std::function<void(int done, int all)>& on_progress,
                                       const MistakeThresholds& thresholds = {});

}  // namespace ninefold::search
