// SPDX-License-Identifier: MIT
#include <set>

#include <nlohmann/json.hpp>

#include "arena/time_control.h"
#include "base/counted.h"
#include "base/file_contents.h"
#include "cli/game_options.h"
#include "engine/analysis_report.h"
#include "engine/weak_games.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "search/open_strategy.h"
#include "search/proof.h"
#include "search/puzzle.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

struct AnalyzeOptions {
    std::string game, time;
    DatabaseOption database;
    std::uint64_t nodes = 0;
    search::SearchOptions search{.hash_mb = search::ReviewSettings::kHashMb, .multi_pv = 3};
    bool json = false;
    PositionOptions position;
};

protocol::Limits limits_of(const AnalyzeOptions& options) {
    if (!options.time.empty()) {
        return {.move_time = value_or_throw(arena::parse_duration(options.time))};
    }
    if (options.nodes > 0) return {.nodes = options.nodes};
    if (!options.game.empty()) return {.nodes = search::ReviewSettings::kNodes};
    return {.move_time = std::chrono::milliseconds(500)};
}

int analyze_position(const AnalyzeOptions& options) {
    const Interruption interruption;
    const auto position = options.position.open_position("the game is over in this position");
    const auto engine = search::make_search(options.search);
    const auto result = engine->think(position, {}, limits_of(options), interruption.token(), {});
    if (options.json) fmt::print("{}", json_text(engine::to_json(position, result)));
    else engine::print_analysis(position, result);
    return 0;
}

int analyze_games(AnalyzeOptions& options) {
    const Interruption interruption;
    GameSource games(options.game, options.database);
    options.search.multi_pv = 1;
    const auto engine = search::make_search(options.search);
    for (int number = 1; !interruption.requested(); ++number) {
        const auto game = games.next();
        if (!game) break;
        search::GameReview review(*engine, game->start, game->moves(), limits_of(options));
        tui::ProgressLine progress;
        while (!review.is_complete() && !interruption.requested()) {
            review.step(interruption.token());
            progress.show([&] {
                return fmt::format("game {}: {} of {} positions", number, review.done(),
                                   review.positions());
            });
        }
        progress.remove();
        if (options.json) fmt::print("{}", json_text(engine::to_json(*game, review.moves())));
        else engine::print_review(*game, review.moves());
    }
    return 0;
}

int analyze(AnalyzeOptions& options) {
    return options.game.empty() ? analyze_position(options) : analyze_games(options);
}

struct PuzzlesOptions {
    std::string game, out = "-";
    DatabaseOption database;
    int count = 100, level = 5;
    std::uint64_t seed = 1;
    PositionOptions position;
};

int find_puzzles(const PuzzlesOptions& options) {
    const Interruption interruption;
    if (options.out != "-") check_output(options.out);
    search::PuzzleFinder finder;
    std::set<std::string> lines;  // each position once
    const auto is_done = [&] {
        return lines.size() >= static_cast<std::size_t>(options.count) || interruption.requested();
    };
    tui::ProgressLine progress;
    std::size_t games = 0;
    const auto look_through = [&](rules::AnyPosition position,
                                  const std::vector<rules::Move>& moves) {
        constexpr int kApart = 6;  // two puzzles of a game are never the same fight
        for (int i = 0, next = 0; i < static_cast<int>(moves.size()) && !is_done(); ++i) {
            const auto puzzle = i < next ? std::nullopt : finder.look_at(position);
            if (puzzle) {
                lines.insert(search::to_line(*puzzle));
                next = i + kApart;
            }
            position = position.after(moves[static_cast<std::size_t>(i)]);
        }
        ++games;
        progress.show([&] {
            return fmt::format("{} in {}", base::counted(lines.size(), "puzzle"),
                               base::counted(games, "game"));
        });
    };
    if (options.game.empty()) {
        const rules::AnyPosition start = options.position.first_position();
        for (engine::WeakGames own(start, options.level, options.seed); !is_done();) {
            look_through(start, own.next());
        }
    } else {
        for (GameSource source(options.game, options.database); !is_done();) {
            const auto game = source.next();
            if (!game) break;
            look_through(game->start, game->moves());
        }
    }
    progress.remove();
    write_text(options.out, lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n")));
    return 0;
}

struct SolveOptions {
    PositionOptions position;
    std::string time = "60s", proof;
    int table_mb = 256;
    bool json = false;
};

void report(const SolveOptions& options, const rules::AnyPosition& position,
            const search::SolveResult& result) {
    if (options.json) fmt::print("{}", json_text(engine::to_json(position, result)));
    else engine::print_result(position, result);
}

int solve(const SolveOptions& options) {
    Interruption interruption;
    const auto position = options.position.open_position("the game is over in this position");
    if (!options.proof.empty()) check_output(options.proof);
    if (const auto proof = search::prove_open_start(position, interruption.token())) {
        if (!options.proof.empty()) write_text(options.proof, search::to_text(*proof));
        search::SolveResult known{
            1, 1, 1, proof->strategies[0].moves.front(), proof->strategies[0].moves.size(), {}};
        report(options, position, known);
        return 0;
    }
    const auto solver = search::make_solver(static_cast<std::size_t>(options.table_mb));
    search::SolveLimits limits;
    limits.time = value_or_throw(arena::parse_duration(options.time));
    limits.stop = interruption.token();
    const search::SolveResult result = solver->solve(position, limits);
    report(options, position, result);
    if (!result.result) return 1;
    if (!options.proof.empty()) {
        const auto proof = value_or_throw(search::prove(*solver, position, limits));
        write_text(options.proof, search::to_text(proof));
    }
    return 0;
}

int verify(const std::string& path) {
    const auto proof = search::parse_proof(value_or_throw(base::read_file(path)));
    if (!proof) throw CommandError("{}: {}", path, proof.error().message);
    const auto checked = search::check_proof(*proof);
    if (!checked) {
        fmt::print("refuted: {}\n", checked.error().message);
        return 1;
    }
    fmt::print("verified: {} for {} in {}  ({} positions, longest game {} plies)\n",
               search::result_name(proof->result), rules::to_capital(proof->position.side()),
               rules::to_text(proof->position), checked->positions, checked->longest);
    return 0;
}

}  // namespace

void add_analyze_command(Command& app) {
    auto [command, options] =
        app.add("analyze", "Analyse a position, or review every move of a game", analyze);
    command.add_option("GAME", options.game,
                       fmt::format("{}; without it a position is analysed", GameSource::kHelp));
    options.database.add_to(command);
    options.position.add_to(command);
    auto time = command.add_option("--time", options.time, "for each position (default 500ms)");
    command
        .add_option("--nodes", options.nodes,
                    fmt::format("for each position, instead of time (default of a game's: {})",
                                search::ReviewSettings::kNodes))
        .excludes(time);
    command
        .add_option("--lines", options.search.multi_pv,
                    "best moves to show of a position (default 3)")
        .range(1, 81);
    command.add_option("--threads", options.search.threads, "threads (default 1)")
        .range(1, search::SearchOptions::kMaxThreads);
    command
        .add_option("--hash", options.search.hash_mb,
                    fmt::format("table in MiB (default {})", options.search.hash_mb))
        .range(std::uint64_t{1}, std::uint64_t{1} << 20);
    command.add_flag("--json", options.json, "JSON: one object, or one a game");
    command.footer(
        R"(Evaluations are X's expected score. A move that gives away 5, 10 or 20 % of the mover's is
an inaccuracy, a mistake or a blunder; positions beside the last two are searched again, five
times as long. "wins in 3" counts the winner's own moves, and is proved. By nodes and with one thread a game gets the same review every time, on every
machine and in the page.

Examples:
  ninefold analyze --moves '44 40 04' --time 2s
  ninefold analyze 3.17
  ninefold analyze game.txt
  ninefold games --match 3 --export jsonl | ninefold analyze - --json)");
}

void add_puzzles_command(Command& app) {
    auto [command, options] =
        app.add("puzzles", "Find positions with one winning move, and prove them", find_puzzles);
    command.add_option("GAME", options.game,
                       fmt::format("{}; without it the engine plays games of its own",
                                   GameSource::kHelp));
    options.database.add_to(command);
    options.position.add_to(command);
    command.add_option("--count", options.count, "stop after N puzzles (default 100)")
        .range(1, 1'000'000);
    command.add_option("--level", options.level, "the engine's, in its own games (default 5)")
        .range(1, 10);
    command.add_option("--seed", options.seed, "seed of the engine's own games (default 1)");
    command.add_option("-o,--out", options.out, "a file instead of standard output");
    command.footer(
        R"(A puzzle is a line: POSITION; SOLUTION; PLIES; DIFFICULTY; THEMES. The solution wins in
PLIES against every defence, and the exact solver has shown that no other move wins.
DIFFICULTY is the lowest level of the engine that finds it, 10 where none of 1 to 9 does.
THEMES: capture, sacrifice, free-move, quiet.

Examples:
  ninefold puzzles --count 20
  ninefold puzzles --rules correspondence --seed 7 -o puzzles.txt
  ninefold games --match 3 --export jsonl | ninefold puzzles -)");
}

void add_solve_command(Command& app) {
    auto [command, options] = app.add("solve", "Prove the result of a late position", solve);
    options.position.add_with_argument_to(command);
    command.add_option("--time", options.time, "give up after this (default 60s)");
    command.add_option("--hash", options.table_mb, "table in MiB (default 256)").range(1, 1 << 20);
    command.add_option("--proof", options.proof, "write a proof for 'ninefold verify-proof'");
    command.add_flag("--json", options.json, "one JSON object");
    command.footer(
        R"(Results are the mover's. Exit code 1: not solved in time. The empty board under open rules
is solved by X's known plan.

Examples:
  ninefold solve --rules open --proof open.proof && ninefold verify-proof open.proof
  ninefold solve '2oxox1xo/oo1xx4/x3xx2o/o1oox1o2/xxoxoxxox/ox2oo3/3xo4/xo2o4/2x1o1oxx x 6')");
}

void add_verify_proof_command(Command& app) {
    auto [command, path] =
        app.add("verify-proof", "Check a proof of 'ninefold solve' with nothing but the rules",
                verify);
    command.add_option("FILE", path, "the proof").required();
    command.footer(
        "Exit code 1: the proof is wrong.\n\nExamples:\n  ninefold verify-proof open.proof");
}

}  // namespace ninefold::cli
