// SPDX-License-Identifier: MIT
// The rules, the network and the search as a WebAssembly module without a main. Texts come in
// through nf_input and go out as JSON; index.js is the other side. One thread, so nothing is
// locked.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "handed_nets.h"
#include "rules/move_text.h"
#include "rules/perft.h"
#include "rules/position_text.h"
#include "search/game_review.h"
#include "search/open_strategy.h"
#include "search/search.h"
#include "search/solver.h"

#define NINEFOLD_EXPORT(name) extern "C" __attribute__((export_name(name), used))

namespace {

using namespace ninefold;

std::string input_text;
std::string output_text;
std::vector<std::unique_ptr<search::Search>> engines;
std::unique_ptr<search::GameReview> review;           ///< the running one
std::unique_ptr<search::OpenStrategy> open_strategy;  ///< made when it is first asked for

/// The answer lives until the next call.
const char* answer(std::string text) {
    output_text = std::move(text);
    return output_text.c_str();
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
    return out + '"';
}

const char* refuse(std::string_view message) {
    return answer(fmt::format(R"({{"error":{}}})", quoted(message)));
}

std::string list_of(const std::vector<rules::Move>& moves) {
    std::string out = "[";
    for (const rules::Move move : moves) {
        if (out.size() > 1) out += ',';
        out += quoted(rules::to_text(move));
    }
    return out + ']';
}

std::string side_or_null(std::optional<rules::Side> side) {
    return side ? fmt::format("\"{}\"", rules::to_char(*side)) : "null";
}

/// "POSITION\nMOVES": where to start, and the moves from there, separated by blanks.
struct Line {
    std::string_view start, moves;
};
Line line_in(std::string_view text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

base::Result<rules::AnyPosition> position_in(std::string_view text) {
    const Line line = line_in(text);
    auto start = rules::parse_position(line.start);
    if (!start || line.moves.empty()) return start;
    return rules::play_moves(*start, line.moves);
}

/// X's expected score, from the mover's.
double for_x(double expected, rules::Side mover) {
    return mover == rules::Side::kX ? expected : 1 - expected;
}

/// The proven result of a score in the mover's view, or null.
std::string proven(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    if (score.kind == Kind::kExpected) return "null";
    if (score.kind == Kind::kDraw) return R"({"winner":null})";
    const rules::Side winner = score.kind == Kind::kWin ? mover : rules::other(mover);
    return fmt::format(R"({{"winner":"{}","plies":{}}})", rules::to_char(winner), score.plies);
}

std::string to_json(const search::FoundLine& line, rules::Side mover) {
    return fmt::format(R"({{"move":"{}","eval":{:.4f},"pv":{},"result":{}}})",
                       rules::to_text(line.move), for_x(line.score.expected, mover),
                       list_of(line.pv), proven(line.score, mover));
}

std::string to_json(const search::SearchResult& result, rules::Side mover) {
    std::string lines;
    for (const auto& line : result.lines) {
        if (!lines.empty()) lines += ',';
        lines += to_json(line, mover);
    }
    return fmt::format(
        R"({{"turn":"{}","move":"{}","eval":{:.4f},"depth":{},"nodes":{},"time":{:.4f},"result":{},"lines":[{}]}})",
        rules::to_char(mover), rules::to_text(*result.move), for_x(result.score.expected, mover),
        result.depth, result.nodes, std::chrono::duration<double>(result.time).count(),
        proven(result.score, mover), lines);
}

std::string to_json(const search::Reason& reason) {
    return fmt::format(R"({{"kind":"{}","plies":{},"block":{}}})", search::name(reason.kind),
                       reason.plies, reason.block ? int{reason.block->index} : -1);
}

std::string to_json(const search::MoveReview& move) {
    std::string reasons;
    for (const search::Reason& reason : move.reasons) {
        if (!reasons.empty()) reasons += ',';
        reasons += to_json(reason);
    }
    return fmt::format(
        R"({{"move":"{}","evalBefore":{:.4f},"evalAfter":{:.4f},"before":{},"after":{},"lost":{:.4f},"mistake":"{}","reasons":[{}],"bestLine":{},"refutation":{}}})",
        rules::to_text(move.played), for_x(move.before.expected, move.side),
        for_x(move.after.expected, move.side), proven(move.before, move.side),
        proven(move.after, move.side), move.lost, search::name(move.mistake), reasons,
        list_of(move.best_line), list_of(move.refutation));
}

/// X's move of the stored win under open rules; nothing where that win does not begin here.
std::optional<rules::Move> planned(const rules::AnyPosition& position) {
    if (!open_strategy) open_strategy = std::make_unique<search::OpenStrategy>();
    return position.visit([](const auto& p) -> std::optional<rules::Move> {
        if constexpr (std::decay_t<decltype(p)>::kRuleset == rules::Ruleset::kOpen) {
            return open_strategy->move(p, [] { return false; });
        }
        return std::nullopt;
    });
}

/// Whether the stored win has an answer to whatever O does.
bool answers_all(const rules::AnyPosition& position) {
    const auto moves = position.legal_moves();
    return std::all_of(moves.begin(), moves.end(), [&](rules::Move move) {
        const auto after = position.after(move);
        return after.is_over() ? after.outcome().winner == rules::Side::kX
                               : planned(after).has_value();
    });
}

template <rules::Ruleset R>
std::uint64_t count(const rules::Position<R>& p, int depth) {
    return rules::perft(p, depth);
}

}  // namespace

/// Room for `size` bytes of text that the next call reads.
NINEFOLD_EXPORT("nf_input") char* nf_input(std::size_t size) {
    input_text.assign(size, '\0');
    return input_text.data();
}

NINEFOLD_EXPORT("nf_answer_size") std::size_t nf_answer_size() { return output_text.size(); }

/// Room for the network file of the rules that were put in; null where the rules are not known.
NINEFOLD_EXPORT("nf_net") std::byte* nf_net(std::size_t size) {
    const auto rules = rules::parse_rules(input_text);
    return rules ? room_for_net(*rules, size) : nullptr;
}

/// A new engine; its number for the calls below.
NINEFOLD_EXPORT("nf_engine") int nf_engine(int hash_mb) {
    engines.push_back(
        search::make_search({.hash_mb = static_cast<std::size_t>(std::clamp(hash_mb, 1, 512))}));
    return static_cast<int>(engines.size()) - 1;
}

NINEFOLD_EXPORT("nf_options") void nf_options(int engine, int level, int lines, unsigned seed) {
    auto& search = *engines[static_cast<std::size_t>(engine)];
    search::SearchOptions options = search.options();
    if (options.level == level && options.multi_pv == lines && options.seed == seed) return;
    options.level = level;
    options.multi_pv = lines;
    options.seed = seed;
    search.set_options(options);
}

NINEFOLD_EXPORT("nf_new_game") void nf_new_game(int engine) {
    engines[static_cast<std::size_t>(engine)]->new_game();
}

/// Makes what thinking under the rules of the position needs: the network's tables above all.
NINEFOLD_EXPORT("nf_prepare") const char* nf_prepare(int engine) {
    const auto position = position_in(input_text);
    if (!position) return refuse(position.error().message);
    engines[static_cast<std::size_t>(engine)]->prepare(position->rules());
    return answer("{}");
}

/// Thinks about the position. A limit that is 0 does not limit.
NINEFOLD_EXPORT("nf_think") const char* nf_think(int engine, int time_ms, int nodes, int depth) {
    const auto position = position_in(input_text);
    if (!position) return refuse(position.error().message);
    if (position->is_over()) return refuse("the game is over");
    protocol::Limits limits;
    if (time_ms > 0) limits.move_time = std::chrono::milliseconds(time_ms);
    if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
    if (depth > 0) limits.depth = depth;
    const auto result =
        engines[static_cast<std::size_t>(engine)]->think(*position, {}, limits, {}, {});
    return answer(to_json(result, position->side()));
}

/// Begins the review of the game that was put in; how many positions it has. 0 nodes: as usual.
NINEFOLD_EXPORT("nf_review") const char* nf_review(int engine, int nodes) {
    const Line line = line_in(input_text);
    const auto start = rules::parse_position(line.start);
    if (!start) return refuse(start.error().message);
    const auto moves = rules::parse_moves(*start, line.moves);
    if (!moves) return refuse(moves.error().message);
    auto& search = *engines[static_cast<std::size_t>(engine)];
    nf_options(engine, search::SearchOptions::kFullLevel, 1, 0);
    protocol::Limits limits;
    limits.nodes = nodes > 0 ? static_cast<std::uint64_t>(nodes) : search::ReviewSettings::kNodes;
    review = std::make_unique<search::GameReview>(search, *start, *moves, limits);
    return answer(fmt::format(R"({{"positions":{}}})", review->positions()));
}

/// Looks at one more position of the running review; how many were looked at, and the moves that
/// are known by now where it was the last one.
NINEFOLD_EXPORT("nf_review_step") const char* nf_review_step() {
    if (!review) return refuse("no review was begun");
    review->step();
    if (!review->is_complete()) return answer(fmt::format(R"({{"done":{}}})", review->done()));
    std::string moves;
    for (const search::MoveReview& move : review->moves()) {
        if (!moves.empty()) moves += ',';
        moves += to_json(move);
    }
    const int done = review->done();
    review.reset();
    return answer(fmt::format(R"({{"done":{},"moves":[{}]}})", done, moves));
}

/// What the rules say of the position.
NINEFOLD_EXPORT("nf_position") const char* nf_position() {
    const auto position = position_in(input_text);
    if (!position) return refuse(position.error().message);
    std::vector<rules::Move> legal;
    for (const rules::Move move : position->legal_moves()) legal.push_back(move);
    std::string ending = "null", winner = "null";
    if (position->is_over()) {
        ending = quoted(rules::name(position->outcome().ending));
        winner = side_or_null(position->outcome().winner);
    }
    return answer(fmt::format(R"({{"position":{},"turn":{},"legal":{},"ending":{},"winner":{}}})",
                              quoted(rules::to_text(*position)),
                              position->is_over() ? "null" : side_or_null(position->side()),
                              list_of(legal), ending, winner));
}

/// The exact result, if `nodes` positions are enough to find it; from X's view.
NINEFOLD_EXPORT("nf_solve") const char* nf_solve(int nodes) {
    const auto position = position_in(input_text);
    if (!position) return refuse(position.error().message);
    if (position->is_over()) return refuse("the game is over");
    search::SolveLimits limits;
    limits.nodes = static_cast<std::uint64_t>(std::max(nodes, 1));
    const auto found = search::make_solver(8)->solve(*position, limits);
    if (!found.result) return answer(fmt::format(R"({{"known":false,"nodes":{}}})", found.nodes));
    std::optional<rules::Side> winner;
    if (*found.result > 0) winner = position->side();
    if (*found.result < 0) winner = rules::other(position->side());
    return answer(
        fmt::format(R"({{"known":true,"winner":{},"move":{},"nodes":{}}})", side_or_null(winner),
                    found.move ? quoted(rules::to_text(*found.move)) : "null", found.nodes));
}

/// Whether the stored win under open rules leads through this position, and X's move of it where X
/// is to move. `plies`: no game lasts longer from here.
NINEFOLD_EXPORT("nf_stored_win") const char* nf_stored_win() {
    constexpr int kLongest = 43;  ///< counted by the proof checker
    const auto position = position_in(input_text);
    if (!position) return refuse(position.error().message);
    if (position->rules().ruleset != rules::Ruleset::kOpen || position->is_over()) {
        return answer(R"({"wins":false})");
    }
    const bool to_move = position->side() == rules::Side::kX;
    const auto move = to_move ? planned(*position) : std::nullopt;
    if (to_move ? !move.has_value() : !answers_all(*position)) {
        return answer(R"({"wins":false})");
    }
    return answer(fmt::format(R"({{"wins":true,"move":{},"plies":{}}})",
                              move ? quoted(rules::to_text(*move)) : "null",
                              std::max(1, kLongest - position->ply())));
}

/// Leaves of the move tree, `depth` plies deep; -1 where the position cannot be read.
NINEFOLD_EXPORT("nf_perft") double nf_perft(int depth) {
    const auto position = position_in(input_text);
    if (!position) return -1;
    return position->visit([&](const auto& p) { return static_cast<double>(count(p, depth)); });
}
