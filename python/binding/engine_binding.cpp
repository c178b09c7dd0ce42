// SPDX-License-Identifier: MIT
#include <mutex>

#include "binding/convert.h"
#include "binding/network.h"
#include "binding/played_position.h"
#include "binding/stoppable.h"
#include "rules/move_text.h"
#include "search/search.h"
#include "search/solver.h"

namespace ninefold::python {

namespace {

using protocol::Score;
using rules::Move;

constexpr std::int64_t kMaxHashMb = 1 << 20;
constexpr std::int64_t kMaxNodes = std::int64_t{1} << 62;

/// "win", "draw" or "loss" for the mover; nothing where the score is an expectation.
std::optional<std::string> proven(const Score& score) {
    switch (score.kind) {
        case Score::Kind::kWin: return "win";
        case Score::Kind::kLoss: return "loss";
        case Score::Kind::kDraw: return "draw";
        case Score::Kind::kExpected: break;
    }
    return std::nullopt;
}

/// What the search says while it thinks, and each line of what it says at the end.
struct Line {
    Score score;
    std::vector<Move> moves;
    int depth = 0;
    int rank = 1;
    std::uint64_t nodes = 0;
};

std::string moves_text(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + rules::to_text(move);
    return text;
}

std::string score_text(const Score& score) {
    const auto known = proven(score);
    if (!known) return fmt::format("score={:.3f}", score.expected);
    if (score.plies == 0) return fmt::format("proven='{}'", *known);
    return fmt::format("proven='{}', plies={}", *known, score.plies);
}

/// ninefold.Engine. One question at a time: a second one, from another thread or from a callback,
/// is refused.
class Engine {
public:
    Engine(const search::SearchOptions& options) : search_(search::make_search(options)) {}

    search::SearchResult search(const PlayedPosition& played, const py::object& time,
                                std::optional<std::int64_t> nodes,
                                std::optional<std::int64_t> depth, std::int64_t lines,
                                const py::object& on_line);
    void new_game() {
        const std::unique_lock lock = use();
        search_->new_game();
    }
    const search::SearchOptions& options() const { return search_->options(); }

private:
    std::unique_lock<std::mutex> use() {
        std::unique_lock lock(mutex_, std::try_to_lock);
        if (lock) return lock;
        throw std::runtime_error("this engine is searching already; for two searches at the same "
                                 "time make two engines");
    }
    void find_lines(int count);
    search::SearchResult think(const rules::AnyPosition& position, const protocol::Limits& limits,
                               const py::object& on_line);

    std::unique_ptr<search::Search> search_;
    std::mutex mutex_;
};

const rules::AnyPosition& running(const PlayedPosition& played) {
    if (played.position().is_over()) throw py::value_error("the game is over in this position");
    return played.position();
}

std::uint64_t node_limit(std::int64_t nodes) {
    return static_cast<std::uint64_t>(in_range("nodes", nodes, 1, kMaxNodes));
}

protocol::Limits search_limits(const py::object& time, std::optional<std::int64_t> nodes,
                               std::optional<std::int64_t> depth) {
    protocol::Limits limits;
    if (!time.is_none()) limits.move_time = to_duration(time, "time");
    if (nodes) limits.nodes = node_limit(*nodes);
    if (depth) limits.depth = static_cast<int>(in_range("depth", *depth, 1, 81));
    if (!limits.move_time && !limits.nodes && !limits.depth) {
        limits.move_time = std::chrono::milliseconds(500);
    }
    return limits;
}

search::SearchResult Engine::search(const PlayedPosition& played, const py::object& time,
                                    std::optional<std::int64_t> nodes,
                                    std::optional<std::int64_t> depth, std::int64_t lines,
                                    const py::object& on_line) {
    const protocol::Limits limits = search_limits(time, nodes, depth);
    const int wanted = static_cast<int>(in_range("lines", lines, 1, Move::kCount));
    const rules::AnyPosition position = running(played);
    const std::unique_lock lock = use();
    find_lines(wanted);
    return think(position, limits, on_line);
}

void Engine::find_lines(int count) {
    if (count == search_->options().multi_pv) return;
    search::SearchOptions options = search_->options();
    options.multi_pv = count;
    search_->set_options(options);
}

Line to_line(const protocol::Info& info) {
    return {*info.score, info.pv, info.depth.value_or(0), info.multi_pv.value_or(1),
            info.nodes.value_or(0)};
}

search::SearchResult Engine::think(const rules::AnyPosition& position,
                                   const protocol::Limits& limits, const py::object& on_line) {
    std::optional<py::error_already_set> raised;  // by on_line
    const auto think = [&](const std::stop_token& outside) {
        std::stop_source stop;
        const std::stop_callback pass_on(outside, [&] { stop.request_stop(); });
        const auto tell = [&](const protocol::Info& info) {
            if (!info.score || info.pv.empty()) return;
            const py::gil_scoped_acquire held;
            try {
                if (!raised) on_line(to_line(info));
            } catch (const py::error_already_set& error) {
                raised.emplace(error);
                stop.request_stop();
            }
        };
        return search_->think(position, {}, limits, stop.get_token(),
                              on_line.is_none() ? search::Search::OnInfo() : tell);
    };
    const auto result = run_stoppable(think);
    if (raised) throw py::error_already_set(*raised);
    return result;
}

std::unique_ptr<Engine> make_engine(std::int64_t threads, const py::object& net,
                                    std::int64_t hash_mb, std::int64_t level, std::uint64_t seed) {
    search::SearchOptions options;
    options.threads =
        static_cast<int>(in_range("threads", threads, 1, search::SearchOptions::kMaxThreads));
    options.hash_mb = static_cast<std::size_t>(in_range("hash_mb", hash_mb, 1, kMaxHashMb));
    options.level =
        static_cast<int>(in_range("level", level, 1, search::SearchOptions::kFullLevel));
    options.seed = seed;
    if (py::isinstance<py::bool_>(net)) {
        if (net.cast<bool>()) throw py::value_error("net: a Network, a path, None or False");
        options.use_net = false;
    } else if (!net.is_none()) {
        options.net = to_network(net);
    }
    return std::make_unique<Engine>(options);
}

std::string_view result_name(int result) {
    return result > 0 ? "win" : result < 0 ? "loss" : "draw";
}

search::SolveResult solve(const PlayedPosition& position, const py::object& time,
                          std::optional<std::int64_t> nodes, std::int64_t table_mb) {
    const rules::AnyPosition copy = running(position);
    search::SolveLimits limits;
    if (!time.is_none()) limits.time = to_duration(time, "time");
    if (nodes) limits.nodes = node_limit(*nodes);
    const auto table = static_cast<std::size_t>(in_range("table_mb", table_mb, 1, kMaxHashMb));
    return run_stoppable([&](const std::stop_token& stop) {
        limits.stop = stop;
        return search::make_solver(table)->solve(copy, limits);
    });
}

void bind_line(py::module_& module) {
    py::class_<Line> type(module, "Line", "A line that a search found, in the mover's view.");
    publish(type);
    type.def_property_readonly(
        "move", [](const Line& line) { return to_python(line.moves.front()); }, "Its first move.");
    type.def_property_readonly(
        "moves", [](const Line& line) { return to_python(line.moves); }, "All its moves.");
    type.def_property_readonly(
        "score", [](const Line& line) { return line.score.expected; },
        "The mover's expected score, 0 to 1.");
    type.def_property_readonly(
        "proven", [](const Line& line) { return proven(line.score); },
        "'win', 'draw' or 'loss' for the mover; None where it is not proved.");
    type.def_property_readonly(
        "plies", [](const Line& line) { return line.score.plies; },
        "Plies to the end of a proven win or loss.");
    type.def_readonly("depth", &Line::depth, "Plies searched.");
    type.def_readonly("nodes", &Line::nodes, "Positions searched so far.");
    type.def_readonly("rank", &Line::rank, "1 for the best line.");
    type.def("__repr__", [](const Line& line) {
        return fmt::format("<Line {} {}>", score_text(line.score), moves_text(line.moves));
    });
}

py::object move_or_none(const std::optional<Move>& move) {
    return move ? to_python(*move) : py::object(py::none());
}

std::vector<Line> lines_of(const search::SearchResult& result) {
    std::vector<Line> lines;
    for (const search::FoundLine& line : result.lines) {
        lines.push_back(
            {line.score, line.pv, result.depth, static_cast<int>(lines.size()) + 1, result.nodes});
    }
    return lines;
}

void bind_search_result(py::module_& module) {
    using search::SearchResult;
    py::class_<SearchResult> type(module, "SearchResult",
                                  "What a search found, in the mover's view.");
    publish(type);
    type.def_property_readonly(
        "move", [](const SearchResult& r) { return move_or_none(r.move); }, "The move to play.");
    type.def_property_readonly(
        "reply", [](const SearchResult& r) { return move_or_none(r.ponder); },
        "The opponent's expected reply, or None.");
    type.def_property_readonly(
        "score", [](const SearchResult& r) { return r.score.expected; },
        "The mover's expected score, 0 to 1.");
    type.def_property_readonly(
        "chances",
        [](const SearchResult& r) {
            const auto& wdl = r.win_draw_loss;
            return py::make_tuple(wdl[0] / 1000.0, wdl[1] / 1000.0, wdl[2] / 1000.0);
        },
        "The mover's chances to win, draw and lose; they add up to 1.");
    type.def_property_readonly(
        "proven", [](const SearchResult& r) { return proven(r.score); },
        "'win', 'draw' or 'loss' for the mover; None where it is not proved.");
    type.def_property_readonly(
        "plies", [](const SearchResult& r) { return r.score.plies; },
        "Plies to the end of a proven win or loss.");
    type.def_readonly("depth", &SearchResult::depth, "Plies searched.");
    type.def_readonly("nodes", &SearchResult::nodes, "Positions searched, by all threads.");
    type.def_property_readonly(
        "seconds", [](const SearchResult& r) { return in_seconds(r.time); }, "The time it took.");
    type.def_property_readonly("lines", &lines_of, "The lines found, the best first.");
    type.def("__repr__", [](const SearchResult& r) {
        return fmt::format("<SearchResult move={} {} depth={} nodes={}>",
                           r.move ? rules::to_text(*r.move) : "none", score_text(r.score), r.depth,
                           r.nodes);
    });
}

void bind_solve(py::module_& module) {
    using search::SolveResult;
    py::class_<SolveResult> type(module, "SolveResult",
                                 "What the exact solver found, in the mover's view.");
    publish(type);
    type.def_property_readonly(
        "result",
        [](const SolveResult& r) -> std::optional<std::string_view> {
            if (!r.result) return std::nullopt;
            return result_name(*r.result);
        },
        "'win', 'draw' or 'loss'; None where the limits ran out.");
    type.def_property_readonly(
        "low", [](const SolveResult& r) { return result_name(r.low); },
        "The worst that is still possible.");
    type.def_property_readonly(
        "high", [](const SolveResult& r) { return result_name(r.high); },
        "The best that is still possible.");
    type.def_property_readonly(
        "move", [](const SolveResult& r) { return move_or_none(r.move); },
        "A move that keeps the result, or None.");
    type.def_readonly("nodes", &SolveResult::nodes, "Positions searched.");
    type.def_property_readonly(
        "seconds", [](const SolveResult& r) { return in_seconds(r.time); }, "The time it took.");
    type.def("__repr__", [](const SolveResult& r) {
        return fmt::format("<SolveResult {} move={} nodes={}>",
                           r.result ? result_name(*r.result) : "unknown",
                           r.move ? rules::to_text(*r.move) : "none", r.nodes);
    });
    module.def("solve", &solve, py::arg("position"), py::kw_only(), py::arg("time") = py::none(),
               py::arg("nodes") = py::none(), py::arg("table_mb") = 64,
               R"(Finds the exact result of a late position.

Without a limit it runs until it knows; Ctrl-C stops it.

>>> late = Position.from_text("xxx6/ooo6/x8/o8/9/9/9/9/9 x - standard")
>>> solve(late, nodes=1000).nodes > 0
True
)");
}

}  // namespace

void bind_engine(py::module_& module) {
    bind_line(module);
    bind_search_result(module);
    bind_solve(module);
    py::class_<Engine> type(module, "Engine", R"(Ninefold's engine.

`net` is a Network or the path of one, None for the network that the module carries, or False for the
hand-made evaluation. `level` 1 to 10 weakens it; 10 is full strength. With one thread and a limit of
nodes or depth, the same searches in the same order give the same results on every machine.

>>> Engine().search(Position(), nodes=1000).move in Position().moves()
True
)");
    publish(type);
    type.def(py::init(&make_engine), py::kw_only(), py::arg("threads") = 1,
             py::arg("net") = py::none(), py::arg("hash_mb") = 64, py::arg("level") = 10,
             py::arg("seed") = 0);
    type.def("search", &Engine::search, py::arg("position"), py::kw_only(),
             py::arg("time") = py::none(), py::arg("nodes") = py::none(),
             py::arg("depth") = py::none(), py::arg("lines") = 1, py::arg("on_line") = py::none(),
             R"(Thinks about a position.

`time` is in seconds or a string such as '500ms'; it is 0.5 s where no limit is given. `lines` is how
many of the best moves to find. `on_line` is called with each Line as it is found. Ctrl-C stops it.

>>> result = Engine().search(Position().play("44"), nodes=2000, lines=2)
>>> len(result.lines), abs(sum(result.chances) - 1) < 0.01
(2, True)
)");
    type.def("new_game", &Engine::new_game, "Forgets what earlier searches found.");
    type.def("__repr__", [](const Engine& engine) {
        return fmt::format("<Engine level={} threads={}>", engine.options().level,
                           engine.options().threads);
    });
}

}  // namespace ninefold::python
