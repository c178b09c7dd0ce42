// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "arena/time_control.h"
#include "cli/command.h"
#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "cli/interruption.h"
#include "cli/position_options.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/game_analysis.h"
#include "tui/board_drawing.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AnalyzeOptions {
    std::string game, time = "500ms";
    DatabaseOption database;
    std::uint64_t nodes = 0;
    int threads = 1, hash_mb = 64, lines = 3;
    bool json = false;
    PositionOptions position;
};

protocol::Limits limits_of(const AnalyzeOptions& options) {
    protocol::Limits limits;
    if (options.nodes > 0) limits.nodes = options.nodes;
    else limits.move_time = value_or_throw(arena::parse_duration(options.time));
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

/// The mover's score as people read it: X's percentage, or who wins when.
std::string score_text(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    const char own = rules::to_capital(mover);
    const char other = rules::to_capital(rules::other(mover));
    switch (score.kind) {
        case Kind::kWin: return fmt::format("{} wins in {}", own, score.plies);
        case Kind::kLoss: return fmt::format("{} wins in {}", other, score.plies);
        case Kind::kDraw: return "draw";
        case Kind::kExpected: break;
    }
    const double x = mover == rules::Side::kX ? score.expected : 1 - score.expected;
    return fmt::format("X {:.0f} %", 100 * x);
}

Json score_json(const protocol::Score& score, rules::Side mover) {
    using Kind = protocol::Score::Kind;
    Json json = {{"eval", mover == rules::Side::kX ? score.expected : 1 - score.expected}};
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

std::string remark(const search::MoveAnalysis& entry) {
    if (entry.mistake == search::Mistake::kNone) return {};
    return fmt::format("{}{}: lost {:.0f} %, better {} ({})", search::name(entry.mistake),
                       entry.gave_free_move ? ", gave a free move" : "", 100 * entry.lost,
                       entry.best ? rules::to_text(*entry.best) : "-",
                       moves_text(entry.best_line, 6));
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

void print_analysis(const record::GameRecord& game,
                    const std::vector<search::MoveAnalysis>& analysis) {
    const tui::Style style(stdout);
    fmt::print("{}{}{} (X) v {}{}{} (O)  {}\n", style.bold(), game.x, style.off(), style.bold(),
               game.o, style.off(), record::result_text(game));
    std::array<std::array<int, 4>, 2> counts{};
    int ply = 0;
    for (const search::MoveAnalysis& entry : analysis) {
        ++counts[static_cast<std::size_t>(entry.side)][static_cast<std::size_t>(entry.mistake)];
        fmt::print("{:3}  {} {}  X {:3.0f} %  {}{}{}\n", ++ply, rules::to_capital(entry.side),
                   rules::to_text(entry.played), 100 * entry.eval_after,
                   colour(style, entry.mistake), remark(entry), style.off());
    }
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const auto& of = counts[static_cast<std::size_t>(side)];
        fmt::print("{}: {} blunder{}, {} mistake{}, {} inaccurac{}\n", rules::to_capital(side),
                   of[3], of[3] == 1 ? "" : "s", of[2], of[2] == 1 ? "" : "s", of[1],
                   of[1] == 1 ? "y" : "ies");
    }
}

Json analysis_json(const record::GameRecord& game,
                   const std::vector<search::MoveAnalysis>& analysis) {
    Json json = {{"id", game.id},
                 {"x", game.x},
                 {"o", game.o},
                 {"result", record::result_text(game)},
                 {"moves", Json::array()}};
    for (const search::MoveAnalysis& entry : analysis) {
        json["moves"].push_back(
            {{"move", rules::to_text(entry.played)},
             {"side", std::string(1, rules::to_char(entry.side))},
             {"eval_before", entry.eval_before},
             {"eval_after", entry.eval_after},
             {"best", entry.best ? Json(rules::to_text(*entry.best)) : Json(nullptr)},
             {"best_line", list_json(entry.best_line)},
             {"lost", entry.lost},
             {"mistake", entry.mistake == search::Mistake::kNone
                             ? Json(nullptr)
                             : Json(search::name(entry.mistake))},
             {"gave_free_move", entry.gave_free_move},
             {"depth", entry.depth}});
    }
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
        engine->new_game();
        const auto analysis =
            search::analyse_game(*engine, game->start, game->moves(), limits_of(options),
                                 interruption.token(), [&](int done, int all) {
                                     if (live)
                                         fmt::print(stderr, "\rgame {}: move {} of {}", number,
                                                    done, all);
                                 });
        if (live) fmt::print(stderr, "\r\033[K");
        if (options.json) fmt::print("{}\n", analysis_json(*game, analysis).dump());
        else print_analysis(*game, analysis);
    }
    return 0;
}

}  // namespace

void add_analyze_command(Command& app) {
    auto options = std::make_shared<AnalyzeOptions>();
    Command& command =
        app.add_subcommand("analyze",
                           "What the engine thinks of a position, or of every move of a game");
    command.add_option("GAME", options->game,
                       fmt::format("{}; without it a position is analysed", GameSource::kHelp));
    options->database.add_to(command);
    options->position.add_to(command);
    auto time = command.add_option("--time", options->time, "for each position (default 500ms)");
    command.add_option("--nodes", options->nodes, "for each position, instead of time")
        .excludes(time);
    command.add_option("--lines", options->lines, "best moves to show of a position (default 3)")
        .range(1, 81);
    command.add_option("--threads", options->threads, "threads (default 1)").range(1, 256);
    command.add_option("--hash", options->hash_mb, "table in MiB (default 64)").range(1, 1 << 20);
    command.add_flag("--json", options->json, "JSON: one object, or one a game");
    command.footer(
        "Evaluations are X's expected score. A move that gives away 5, 10 or 20 % of the mover's "
        "is\n"
        "an inaccuracy, a mistake or a blunder.\n\n"
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
