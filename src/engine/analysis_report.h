// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "record/game_record.h"
#include "search/game_review.h"
#include "search/solver.h"

namespace ninefold::engine {

/// What the engine found in a position, what it thinks of every move of a game, and what the solver
/// proved: printed on standard output for people, and as JSON. Evaluations in JSON are X's, results
/// of the solver the mover's.
void print_analysis(const rules::AnyPosition& position, const search::SearchResult& result);
nlohmann::ordered_json to_json(const rules::AnyPosition& position,
                               const search::SearchResult& result);
void print_review(const record::GameRecord& game, const std::vector<search::MoveReview>& review);
nlohmann::ordered_json to_json(const record::GameRecord& game,
                               const std::vector<search::MoveReview>& review);

void print_result(const rules::AnyPosition& position, const search::SolveResult& result);
nlohmann::ordered_json to_json(const rules::AnyPosition& position,
                               const search::SolveResult& result);

/// Has the engine judge every position of a game with N nodes, and notes X's expected score
/// after each move. False where it was stopped.
bool evaluate(record::GameRecord& game, std::uint64_t nodes, const std::stop_token& stop);

}  // namespace ninefold::engine
