// SPDX-License-Identifier: MIT
#include "engine/analysis_report.h"

#include <array>
#include <span>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "pictures/board_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::engine {

namespace {

using Json = nlohmann::ordered_json;

/// The first moves of a line, as many as are shown.
std::vector<std::string> move_words(const std::vector<rules::Move>& moves, std::size_t most = 81) {
    std::vector<std::string> words;
    for (const rules::Move move : std::span(moves).first(std::min(most, moves.size()))) {
        words.push_back(rules::to_text(move));
    }
    return words;
}

Json score_json(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    Json json = {{"eval", score.of_x(mover)}};
    if (score.kind == Kind::kDraw) json["proven"] = "draw";
    if (score.kind == Kind::kWin || score.kind == Kind::kLoss) {
        const bool x_wins = (score.kind == Kind::kWin) == (mover == rules::Side::kX);
        json["proven"] = x_wins ? "x" : "o";
        json["plies"] = score.plies;
    }
    return json;
}

std::string remark(const search::MoveReview& move) {
    if (move.mistake == search::Mistake::kNone) return {};
    std::string text =
        fmt::format("{}: lost {:.0f} %", search::name(move.mistake), 100 * move.lost);
    for (const search::Reason& reason : move.reasons) {
        text += ", " + search::describe(reason, move.side);
    }
    return fmt::format("{}; better {} ({})", text, rules::to_text(*move.best),
                       fmt::join(move_words(move.best_line, 6), " "));
}

std::string coloured(const pictures::TextStyle& style, search::Mistake mistake,
                     const std::string& text) {
    switch (mistake) {
        case search::Mistake::kBlunder: return style.red(text);
        case search::Mistake::kMistake: return style.yellow(text);
        case search::Mistake::kInaccuracy: return style.cyan(text);
        case search::Mistake::kNone: break;
    }
    return text;
}

Json reasons_json(const search::MoveReview& move) {
    Json list = Json::array();
    for (const search::Reason& reason : move.reasons) {
        Json item = {{"kind", search::name(reason.kind)}};
        if (reason.plies > 0) item["plies"] = reason.plies;
        if (reason.block) item["block"] = reason.block->index;
        list.push_back(std::move(item));
    }
    return list;
}

Json move_json(const search::MoveReview& move) {
    const auto proved = [&](const protocol::Score& score) {
        return score.kind != protocol::Score::Kind::kExpected;
    };
    return {{"move", rules::to_text(move.played)},
            {"side", std::string(1, rules::to_char(move.side))},
            {"eval_before", move.before.of_x(move.side)},
            {"eval_after", move.after.of_x(move.side)},
            {"proved_before", proved(move.before)},
            {"proved_after", proved(move.after)},
            {"best", move.best ? Json(rules::to_text(*move.best)) : Json(nullptr)},
            {"best_line", move_words(move.best_line)},
            {"refutation", move_words(move.refutation)},
            {"lost", move.lost},
            {"mistake", move.mistake == search::Mistake::kNone ? Json(nullptr)
                                                               : Json(search::name(move.mistake))},
            {"reasons", reasons_json(move)},
            {"depth", move.depth}};
}

}  // namespace

void print_analysis(const rules::AnyPosition& position, const search::SearchResult& result) {
    const pictures::TextStyle style(stdout);
    fmt::print("\n{}\n{}\n", pictures::board_text(position, std::nullopt, style),
               pictures::describe(position));
    fmt::print("depth {}, {} nodes, {:.2f} s\n", result.depth, result.nodes,
               std::chrono::duration<double>(result.time).count());
    for (const search::FoundLine& line : result.lines) {
        fmt::print("{}  {:<16} {}\n", style.bold(rules::to_text(line.move)),
                   pictures::score_text(line.score, position.side()),
                   fmt::join(move_words(line.pv, 12), " "));
    }
}

Json to_json(const rules::AnyPosition& position, const search::SearchResult& result) {
    Json json = {{"position", rules::to_text(position)},
                 {"depth", result.depth},
                 {"nodes", result.nodes},
                 {"seconds", std::chrono::duration<double>(result.time).count()},
                 {"lines", Json::array()}};
    for (const search::FoundLine& line : result.lines) {
        Json item = {{"move", rules::to_text(line.move)}, {"pv", move_words(line.pv)}};
        item.update(score_json(line.score, position.side()));
        json["lines"].push_back(std::move(item));
    }
    return json;
}

void print_review(const record::GameRecord& game, const std::vector<search::MoveReview>& review) {
    const pictures::TextStyle style(stdout);
    fmt::print("{} (X) v {} (O)  {}\n", style.bold(base::safe_text(game.x, 200)),
               style.bold(base::safe_text(game.o, 200)), record::result_text(game));
    std::array<std::array<int, 4>, 2> counts{};
    for (const search::MoveReview& move : review) {
        ++counts[static_cast<std::size_t>(move.side)][static_cast<std::size_t>(move.mistake)];
        fmt::print("{:3}  {} {}  {:<12}  {}\n", record::move_number(move.ply),
                   rules::to_capital(move.side), rules::to_text(move.played),
                   pictures::score_text(move.after, move.side),
                   coloured(style, move.mistake, remark(move)));
    }
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const auto& of = counts[static_cast<std::size_t>(side)];
        fmt::print("{}: {}, {}, {} inaccurac{}\n", rules::to_capital(side),
                   base::counted(of[3], "blunder"), base::counted(of[2], "mistake"), of[1],
                   of[1] == 1 ? "y" : "ies");
    }
}

Json to_json(const record::GameRecord& game, const std::vector<search::MoveReview>& review) {
    Json json = {{"id", game.id},
                 {"x", game.x},
                 {"o", game.o},
                 {"result", record::result_text(game)},
                 {"moves", Json::array()}};
    for (const search::MoveReview& move : review) json["moves"].push_back(move_json(move));
    return json;
}

void print_result(const rules::AnyPosition& position, const search::SolveResult& result) {
    const double seconds = std::chrono::duration<double>(result.time).count();
    const char side = rules::to_capital(position.side());
    if (!result.result) {
        fmt::print("not solved in {:.1f} s ({} nodes): for {}, between {} and {}\n", seconds,
                   result.nodes, side, search::result_name(result.low),
                   search::result_name(result.high));
        return;
    }
    fmt::print("{} for {}{}  ({} nodes, {:.3f} s)\n", search::result_name(*result.result), side,
               result.move ? fmt::format(", e.g. by {}", rules::to_text(*result.move)) : "",
               result.nodes, seconds);
}

Json to_json(const rules::AnyPosition& position, const search::SolveResult& result) {
    return {{"position", rules::to_text(position)},
            {"result", result.result ? Json(search::result_name(*result.result)) : Json(nullptr)},
            {"low", search::result_name(result.low)},
            {"high", search::result_name(result.high)},
            {"move", result.move ? Json(rules::to_text(*result.move)) : Json(nullptr)},
            {"nodes", result.nodes},
            {"seconds", std::chrono::duration<double>(result.time).count()}};
}

bool evaluate(record::GameRecord& game, std::uint64_t nodes, const std::stop_token& stop) {
    const auto engine = search::make_search({.hash_mb = search::ReviewSettings::kHashMb});
    search::GameReview review(*engine, game.start, game.moves(), {.nodes = nodes});
    while (!review.is_complete()) {
        if (stop.stop_requested()) return false;
        review.step(stop);
    }
    for (const search::MoveReview& move : review.moves()) {
        game.plies[static_cast<std::size_t>(move.ply - 1)].eval = move.after.of_x(move.side);
    }
    return true;
}

}  // namespace ninefold::engine
