// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "arena/time_control.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "cli/position_options.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/game_review.h"
#include "tui/board_drawing.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AnalyzeOptions {
    std::string game, time;
    DatabaseOption database;
    std::uint64_t nodes = 0;
    int threads = 1, hash_mb = search::ReviewSettings::kHashMb, lines = 3;
    bool json = false;
    PositionOptions position;
};

protocol::Limits limits_of(const AnalyzeOptions& options) {
    protocol::Limits limits;
    if (!options.time.empty()) {
        limits.move_time = value_or_throw(arena::parse_duration(options.time));
    } else if (options.nodes > 0) {
        limits.nodes = options.nodes;
    } else if (options.game.empty()) {
        limits.move_time = std::chrono::milliseconds(500);
    } else {
        limits.nodes = search::ReviewSettings::kNodes;
    }
    return limits;
}

std::unique_ptr<search::Search> engine_of(const AnalyzeOptions& options, int lines) {
    search::SearchOptions settings;
    settings.threads = options.threads;
    settings.hash_mb = static_cast<std::size_t>(options.hash_mb);
    settings.multi_pv = lines;
    return search::make_search(settings);
}

std::string moves_text(const std::vector<rules::Move>& moves, std::size_t most = 12) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most, moves.size()); ++i) {
        text += (i > 0 ? " " : "") + rules::to_text(moves[i]);
    }
    return text;
}

double as_x(const protocol::Score& score, rules::Side mover) {
    return mover == rules::Side::kX ? score.expected : 1 - score.expected;
}

/// The mover's score as people read it: X's percentage, or who wins in how many moves of its own.
std::string score_text(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    const char own = rules::to_capital(mover);
    const char other = rules::to_capital(rules::other(mover));
    const auto wins = [&](char winner) {
        return score.plies == 0 ? fmt::format("{} has won", winner)
                                : fmt::format("{} wins in {}", winner, (score.plies + 1) / 2);
    };
    switch (score.kind) {
        case Kind::kWin: return wins(own);
        case Kind::kLoss: return wins(other);
        case Kind::kDraw: return "draw, proved";
        case Kind::kExpected: break;
    }
    return fmt::format("X {:.0f} %", 100 * as_x(score, mover));
}

Json score_json(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    Json json = {{"eval", as_x(score, mover)}};
    if (score.kind == Kind::kDraw) json["proven"] = "draw";
    if (score.kind == Kind::kWin || score.kind == Kind::kLoss) {
        const bool x_wins = (score.kind == Kind::kWin) == (mover == rules::Side::kX);
        json["proven"] = x_wins ? "x" : "o";
        json["plies"] = score.plies;
    }
    return json;
}

Json list_json(const std::vector<rules::Move>& moves) {
    Json list = Json::array();
    for (const rules::Move move : moves) list.push_back(rules::to_text(move));
    return list;
}

int analyze_position(const AnalyzeOptions& options) {
    Interruption interruption;
    const rules::AnyPosition position = options.position.position();
    if (position.is_over()) throw CommandError("the game is over in this position");
    const auto engine = engine_of(options, options.lines);
    const auto result = engine->think(position, {}, limits_of(options), interruption.token(), {});
    if (options.json) {
        Json json = {{"position", rules::to_text(position)},
                     {"depth", result.depth},
                     {"nodes", result.nodes},
                     {"seconds", std::chrono::duration<double>(result.time).count()},
                     {"lines", Json::array()}};
        for (const search::FoundLine& line : result.lines) {
            Json item = {{"move", rules::to_text(line.move)}, {"pv", list_json(line.pv)}};
            item.update(score_json(line.score, position.side()));
            json["lines"].push_back(std::move(item));
        }
        fmt::print("{}\n", json.dump());
        return 0;
    }
    const tui::Style style(stdout);
    fmt::print("\n{}\n{}\n", tui::draw_board(position, std::nullopt, style),
               tui::describe(position));
    fmt::print("depth {}, {} nodes, {:.2f} s\n", result.depth, result.nodes,
               std::chrono::duration<double>(result.time).count());
    for (const search::FoundLine& line : result.lines) {
        fmt::print("{}{}{}  {:<16} {}\n", style.bold(), rules::to_text(line.move), style.off(),
                   score_text(line.score, position.side()), moves_text(line.pv));
    }
    return 0;
}

std::string remark(const search::MoveReview& move) {
    if (move.mistake == search::Mistake::kNone) return {};
    std::string text =
        fmt::format("{}: lost {:.0f} %", search::name(move.mistake), 100 * move.lost);
    for (const search::Reason& reason : move.reasons) {
        text += ", " + search::describe(reason, move.side);
    }
    return fmt::format("{}; better {} ({})", text, rules::to_text(*move.best),
                       moves_text(move.best_line, 6));
}

std::string_view colour(const tui::Style& style, search::Mistake mistake) {
    switch (mistake) {
        case search::Mistake::kBlunder: return style.red();
        case search::Mistake::kMistake: return style.yellow();
        case search::Mistake::kInaccuracy: return style.cyan();
        case search::Mistake::kNone: break;
    }
    return {};
}

void print_review(const record::GameRecord& game, const std::vector<search::MoveReview>& review) {
    const tui::Style style(stdout);
    fmt::print("{}{}{} (X) v {}{}{} (O)  {}\n", style.bold(), game.x, style.off(), style.bold(),
               game.o, style.off(), record::result_text(game));
    std::array<std::array<int, 4>, 2> counts{};
    for (const search::MoveReview& move : review) {
        ++counts[static_cast<std::size_t>(move.side)][static_cast<std::size_t>(move.mistake)];
        fmt::print("{:3}  {} {}  {:<12}  {}{}{}\n", move.ply, rules::to_capital(move.side),
                   rules::to_text(move.played), score_text(move.after, move.side),
                   colour(style, move.mistake), remark(move), style.off());
    }
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const auto& of = counts[static_cast<std::size_t>(side)];
        fmt::print("{}: {} blunder{}, {} mistake{}, {} inaccurac{}\n", rules::to_capital(side),
                   of[3], of[3] == 1 ? "" : "s", of[2], of[2] == 1 ? "" : "s", of[1],
                   of[1] == 1 ? "y" : "ies");
    }
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
            {"eval_before", as_x(move.before, move.side)},
            {"eval_after", as_x(move.after, move.side)},
            {"proved_before", proved(move.before)},
            {"proved_after", proved(move.after)},
            {"best", move.best ? Json(rules::to_text(*move.best)) : Json(nullptr)},
            {"best_line", list_json(move.best_line)},
            {"refutation", list_json(move.refutation)},
            {"lost", move.lost},
            {"mistake", move.mistake == search::Mistake::kNone ? Json(nullptr)
                                                               : Json(search::name(move.mistake))},
            {"reasons", reasons_json(move)},
            {"depth", move.depth}};
}

Json review_json(const record::GameRecord& game, const std::vector<search::MoveReview>& review) {
    Json json = {{"id", game.id},
                 {"x", game.x},
                 {"o", game.o},
                 {"result", record::result_text(game)},
                 {"moves", Json::array()}};
    for (const search::MoveReview& move : review) json["moves"].push_back(move_json(move));
    return json;
}

int analyze_games(const AnalyzeOptions& options) {
    Interruption interruption;
    GameSource games(options.game, options.database);
    const auto engine = engine_of(options, 1);
    const bool live = isatty(STDERR_FILENO) == 1;
    for (int number = 1; !interruption.requested(); ++number) {
        const auto game = games.next();
        if (!game) break;
        search::GameReview review(*engine, game->start, game->moves(), limits_of(options));
        while (!review.is_complete() && !interruption.requested()) {
            review.step(interruption.token());
            if (live) {
                fmt::print(stderr, "\rgame {}: {} of {} positions", number, review.done(),
                           review.positions());
            }
        }
        if (live) fmt::print(stderr, "\r\033[K");
        if (options.json) fmt::print("{}\n", review_json(*game, review.moves()).dump());
        else print_review(*game, review.moves());
    }
    return 0;
}

}  // namespace

void add_analyze_command(Command& app) {
    auto options = std::make_shared<AnalyzeOptions>();
    Command& command =
        app.add_subcommand("analyze", "Analyse a position, or review every move of a game");
    command.add_option("GAME", options->game,
                       fmt::format("{}; without it a position is analysed", GameSource::kHelp));
    options->database.add_to(command);
    options->position.add_to(command);
    auto time = command.add_option("--time", options->time, "for each position (default 500ms)");
    command
        .add_option("--nodes", options->nodes,
                    fmt::format("for each position, instead of time (default of a game's: {})",
                                search::ReviewSettings::kNodes))
        .excludes(time);
    command.add_option("--lines", options->lines, "best moves to show of a position (default 3)")
        .range(1, 81);
    command.add_option("--threads", options->threads, "threads (default 1)").range(1, 256);
    command
        .add_option("--hash", options->hash_mb,
                    fmt::format("table in MiB (default {})", options->hash_mb))
        .range(1, 1 << 20);
    command.add_flag("--json", options->json, "JSON: one object, or one a game");
    command.footer(
        "Evaluations are X's expected score. A move that gives away 5, 10 or 20 % of the mover's "
        "is\n"
        "an inaccuracy, a mistake or a blunder. \"wins in 3\" counts the winner's own moves, and "
        "is\n"
        "proved. By nodes and with one thread a game gets the same review every time, on every\n"
        "machine and in the page.\n\n"
        "Examples:\n"
        "  ninefold analyze --moves '44 40 04' --time 2s\n"
        "  ninefold analyze 3.17\n"
        "  ninefold analyze game.txt\n"
        "  ninefold games --match 3 --export jsonl | ninefold analyze - --json");
    command.runs([options] {
        return options->game.empty() ? analyze_position(*options) : analyze_games(*options);
    });
}

}  // namespace ninefold::cli
