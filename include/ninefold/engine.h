// SPDX-License-Identifier: MIT
/// The engine, the exact solver, and the network that evaluates positions (docs/cpp.md).
///
///     const auto engine = search::make_search({.threads = 2});
///     protocol::Limits limits;
///     limits.nodes = 100'000;
///     const search::SearchResult result = engine->think(position, {}, limits, {}, {});
///
/// Scores are those of the side to move.
#pragma once

#include "net/evaluate.h"
#include "net/network.h"
#include "ninefold/rules.h"
#include "protocol/info.h"
#include "protocol/limits.h"
#include "search/game_review.h"
#include "search/search.h"
#include "search/solver.h"
