// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "rules/any_position.h"
#include "search/search.h"
#include "server/json.h"
#include "server/worker_pool.h"

namespace ninefold::server {

/// A position that somebody wants explained.
struct AnalysisRequest {
    rules::AnyPosition start;
    std::vector<rules::Move> moves;
    rules::AnyPosition position;  ///< after them; the game is not over
    int lines = 3;
    std::chrono::milliseconds time{1000};
    std::string asker{};  ///< who waits for it, for a fair order
};

/// Reads `position`, or else the start of the game of `rules`.
rules::AnyPosition read_start(base::JsonMembers& in);

/// Reads that and the `moves` from there, after which the game is not over.
HttpResult<AnalysisRequest> read_board(const Json& request);

/// Reads a request (docs/api.md), with times up to `longest`.
HttpResult<AnalysisRequest> read_analysis(const Json& request, std::chrono::milliseconds longest);

/// Runs the engine on positions for clients, on threads of its own. Any thread may ask; callbacks
/// come on the thinking thread.
class Analyst {
public:
    using OnInfo = std::function<void(Json)>;
    using OnEnd = std::function<void(HttpResult<Json>)>;

    Analyst(int threads, QueueLimits limits, std::size_t hash_mb);

    /// `on_info` may be empty. `on_end` gets the answer, of what was found where `stop` is
    /// requested, or why the engine cannot think. False where too many wait already.
    [[nodiscard]] bool ask(AnalysisRequest request, OnInfo on_info, OnEnd on_end,
                           std::stop_token stop);
    void close() { pool_.close(); }

private:
    Json think(const AnalysisRequest& request, const OnInfo& on_info, const std::stop_token& stop,
               std::unique_ptr<search::Search>& engine) const;

    std::size_t hash_mb_;
    std::vector<std::unique_ptr<search::Search>> engines_;  ///< of each thread, when first needed
    WorkerPool pool_;
};

}  // namespace ninefold::server
