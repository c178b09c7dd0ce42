// SPDX-License-Identifier: MIT
#include <cmath>
#include <mutex>

#include "c_api/handles.h"
#include "net/network.h"
#include "search/search.h"
#include "search/solver.h"

/// What a C program holds a pointer to.
struct ninefold_engine {
    std::unique_ptr<ninefold::search::Search> search;
    std::mutex in_use;  ///< held while it searches
    std::mutex stop_mutex;
    std::stop_source stop;  ///< of the search that runs, or the next one
};

namespace ninefold::c_api {

namespace {

int or_default(int value, int otherwise, int most, const char* name) {
    if (value == 0) return otherwise;
    if (value > 0 && value <= most) return value;
    throw ThrownError("{}: {}; 1 to {} are possible", name, value, most);
}

search::SearchOptions options_of(const ninefold_engine_options& wanted) {
    using search::SearchOptions;
    SearchOptions options;
    options.threads =
        or_default(wanted.threads, options.threads, SearchOptions::kMaxThreads, "threads");
    options.hash_mb =
        static_cast<std::size_t>(or_default(wanted.hash_mb, static_cast<int>(options.hash_mb),
                                            SearchOptions::kMaxHashMb, "hash_mb"));
    options.level = or_default(wanted.level, options.level, SearchOptions::kFullLevel, "level");
    if (wanted.net != nullptr) {
        options.net = std::make_shared<const net::Network>(
            value_or_throw(net::Network::load(std::string(wanted.net))));
    }
    return options;
}

std::optional<protocol::Duration> duration_of(double seconds) {
    constexpr double kMost = 1e9;
    if (seconds == 0) return std::nullopt;
    if (seconds > 0 && seconds <= kMost) {
        return std::chrono::nanoseconds(std::llround(seconds * 1e9));
    }
    throw ThrownError("seconds: {}; more than 0 and at most {:.0f} are possible", seconds, kMost);
}

protocol::Limits limits_of(const ninefold_limits* wanted) {
    protocol::Limits limits;
    if (wanted != nullptr) {
        limits.move_time = duration_of(wanted->seconds);
        if (wanted->nodes > 0) limits.nodes = wanted->nodes;
        if (wanted->depth != 0) limits.depth = or_default(wanted->depth, 0, 81, "depth");
    }
    if (!limits.move_time && !limits.nodes && !limits.depth) {
        limits.move_time = std::chrono::milliseconds(500);
    }
    return limits;
}

char proven_char(protocol::Score::Kind kind) {
    using Kind = protocol::Score::Kind;
    return kind == Kind::kWin ? 'w' : kind == Kind::kLoss ? 'l' : kind == Kind::kDraw ? 'd' : '\0';
}

ninefold_search_result result_of(const search::SearchResult& found) {
    ninefold_search_result result{};
    result.move = found.move ? static_cast<int>(found.move->value()) : -1;
    result.score = found.score.expected;
    result.win = found.win_draw_loss[0] / 1000.0;
    result.draw = found.win_draw_loss[1] / 1000.0;
    result.loss = found.win_draw_loss[2] / 1000.0;
    result.proven = proven_char(found.score.kind);
    result.plies = found.score.plies;
    result.depth = found.depth;
    result.nodes = found.nodes;
    result.seconds = std::chrono::duration<double>(found.time).count();
    if (found.lines.empty()) return result;
    for (const rules::Move move : found.lines.front().pv) {
        if (result.line_length == NINEFOLD_MOVES) break;
        result.line[result.line_length++] = static_cast<uint8_t>(move.value());
    }
    return result;
}

const rules::AnyPosition& running(const ninefold_position* position) {
    const rules::AnyPosition& any = checked_position(position);
    if (any.is_over()) throw ThrownError("the game is over in this position");
    return any;
}

std::unique_lock<std::mutex> use(ninefold_engine& engine) {
    std::unique_lock lock(engine.in_use, std::try_to_lock);
    if (!lock) throw ThrownError("another thread uses this engine");
    return lock;
}

search::SearchResult think(ninefold_engine& engine, const rules::AnyPosition& position,
                           const protocol::Limits& limits) {
    const auto lock = use(engine);
    std::stop_token stop;
    {
        const std::lock_guard guard(engine.stop_mutex);
        engine.stop = std::stop_source();
        stop = engine.stop.get_token();
    }
    return engine.search->think(position, {}, limits, stop, {});
}

char solve(const rules::AnyPosition& position, const ninefold_limits* wanted, int* move) {
    search::SolveLimits limits;
    if (wanted != nullptr) {
        limits.time = duration_of(wanted->seconds);
        if (wanted->nodes > 0) limits.nodes = wanted->nodes;
    }
    const auto found = search::make_solver()->solve(position, limits);
    if (move != nullptr) *move = found.move ? static_cast<int>(found.move->value()) : -1;
    if (!found.result) return '?';
    return *found.result > 0 ? 'w' : *found.result < 0 ? 'l' : 'd';
}

}  // namespace

}  // namespace ninefold::c_api

using namespace ninefold;         // NOLINT: these are C functions
using namespace ninefold::c_api;  // NOLINT

ninefold_engine* ninefold_engine_new(const ninefold_engine_options* options) {
    return guarded(nullptr, [&] {
        auto engine = std::make_unique<ninefold_engine>();
        const ninefold_engine_options defaults{};
        engine->search = search::make_search(options_of(options == nullptr ? defaults : *options));
        return engine.release();
    });
}

void ninefold_engine_free(ninefold_engine* engine) { delete engine; }

int ninefold_engine_search(ninefold_engine* engine, const ninefold_position* position,
                           const ninefold_limits* limits, ninefold_search_result* result) {
    return guarded(-1, [&] {
        (void)checked(result, "result");
        *result = result_of(think(checked(engine, "engine"), running(position), limits_of(limits)));
        return 0;
    });
}

void ninefold_engine_stop(ninefold_engine* engine) {
    if (engine == nullptr) return;
    const std::lock_guard guard(engine->stop_mutex);
    engine->stop.request_stop();
}

int ninefold_engine_new_game(ninefold_engine* engine) {
    return guarded(-1, [&] {
        const auto lock = use(checked(engine, "engine"));
        engine->search->new_game();
        return 0;
    });
}

char ninefold_solve(const ninefold_position* position, const ninefold_limits* limits, int* move) {
    return guarded('\0', [&] { return solve(running(position), limits, move); });
}
