// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "base/split.h"
#include "cli/game_options.h"
#include "pictures/board_text.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "rules/move_text.h"
#include "tui/replay.h"

namespace ninefold::cli {

namespace {

struct RecordOptions {
    std::string games;
    DatabaseOption database;
    bool json = false, text = false, board = false;
};

/// A record's names and sentences may be a stranger's.
std::string shown_name(const std::string& name) { return base::safe_text(name, 200); }

void print_boards(const record::GameRecord& game) {
    const pictures::TextStyle style(stdout);
    rules::AnyPosition position = game.start;
    fmt::print("{} (X) v {} (O)\n", style.bold(shown_name(game.x)), style.bold(shown_name(game.o)));
    int number = 0;
    for (const record::Ply& ply : game.plies) {
        fmt::print("\nmove {}, {}\n", record::move_number(++number),
                   rules::to_capital(position.side()));
        position = position.after(ply.move);
        fmt::print("{}", pictures::board_text(position, ply.move, style));
    }
    fmt::print("\n{}\n", style.bold(pictures::describe(position)));
    if (!game.detail.empty()) fmt::print("{}\n", base::safe_lines(game.detail));
}

void print_summary(const record::GameRecord& game) {
    fmt::print("{} v {}: {} after {} ({}, {}){}\n", shown_name(game.x), shown_name(game.o),
               record::result_text(game),
               base::counted(record::move_number(static_cast<int>(game.plies.size())), "move"),
               rules::name(game.start.rules()),
               game.ending ? rules::name(*game.ending) : "unfinished",
               game.detail.empty() ? "" : ": " + base::safe_lines(game.detail));
}

int convert(const RecordOptions& options) {
    GameSource games(options.games, options.database);
    for (bool first = true; const auto game = games.next(); first = false) {
        if (options.json) fmt::print("{}\n", record::to_json_line(*game));
        else if (options.text) fmt::print("{}{}", first ? "" : "\n", record::to_text(*game));
        else if (options.board) print_boards(*game);
        else print_summary(*game);
    }
    return 0;
}

struct ReplayOptions {
    DatabaseOption database;
    std::string game;
    int number = 1;
    double speed = 2;
    bool plain = false, text = false, json = false;
};

bool is_animated(const ReplayOptions& options) {
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return !options.plain && !dumb && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

record::GameRecord chosen_game(const ReplayOptions& options) {
    GameSource games(options.game, options.database);
    auto game = games.next();
    for (int number = 1; number < options.number; ++number) {
        game = games.next();
        if (game) continue;
        throw CommandError("{} holds {}", options.game, base::counted(number, "game"));
    }
    return std::move(*game);
}

int replay(const ReplayOptions& options) {
    record::GameRecord game = chosen_game(options);
    if (options.text || options.json) {
        fmt::print("{}", options.text ? record::to_text(game) : record::to_json_line(game) + '\n');
        return 0;
    }
    const tui::Replay film(std::move(game));
    const pictures::TextStyle style(stdout);
    int first = 0, last = film.last();
    if (is_animated(options)) {
        const Interruption interruption;
        first = last = tui::replay_on_screen(film, options.speed, interruption.token());
    }
    fmt::print("{}", film.title(style));
    for (int index = first; index <= last; ++index) fmt::print("{}", film.frame(index, style));
    return 0;
}

struct LogOptions {
    DatabaseOption database;
    std::string id;
};

int show_log(const LogOptions& options) {
    const store::GameId id = value_or_throw(store::parse_game_id(options.id));
    const auto game = value_or_throw(options.database.open_for_reading()->load(id));
    base::notice("game {}, {} (X) v {} (O): {}\n", options.id, shown_name(game.x),
                 shown_name(game.o), game.detail.empty() ? "no forfeit" : shown_name(game.detail));
    if (game.log.empty()) {
        base::notice("no log: one is kept of a bot that forfeits and wrote something\n");
        return 1;
    }
    // Line by line, so that what a bot wrote cannot reach for the terminal.
    std::string_view log = game.log;
    if (log.ends_with('\n')) log.remove_suffix(1);
    for (const std::string_view line : base::split(log, '\n')) {
        fmt::print("{}\n", base::safe_text(line, 4 * line.size() + 4));
    }
    return 0;
}

}  // namespace

void add_record_command(Command& app) {
    auto [command, options] =
        app.add("record", "Check game records against the rules, and convert or show them",
                convert);
    command.add_option("GAMES", options.games, GameSource::kHelp).required();
    options.database.add_to(command);
    auto json = command.add_flag("--json", options.json, "write JSON lines");
    auto text = command.add_flag("--text", options.text, "write the readable form");
    auto board = command.add_flag("--board", options.board, "draw every position");
    json.excludes(text).excludes(board);
    text.excludes(board);
    command.footer(R"(Every move is checked; the first wrong one is named, with exit code 2.

Examples:
  ninefold record game.txt                one line a game
  ninefold record 3.17 --json             game 17 of match 3
  ninefold record games.jsonl --text > games.txt
  ninefold record game.txt --board | less -R)");
}

void add_replay_command(Command& app) {
    auto [command, options] = app.add("replay", "Show a game in the terminal", replay);
    command.add_option("GAME", options.game, GameSource::kHelp).required();
    command.add_option("-n,--number", options.number, "which game of a file (default 1, the first)")
        .range(1, 1'000'000'000);
    options.database.add_to(command);
    command.add_option("-s,--speed", options.speed, "moves a second (default 2)").range(0.1, 100.0);
    auto plain = command.add_flag("--plain", options.plain, "print all positions at once");
    auto text = command.add_flag("--text", options.text, "print the record in its readable form");
    auto json = command.add_flag("--json", options.json, "print the record as JSON");
    plain.excludes(text).excludes(json);
    text.excludes(json);
    command.footer(
        R"(Keys: space pauses, left and right step, home and end jump, up and down change the speed,
q quits. If the output is not a terminal, all positions are printed.

Examples:
  ninefold replay 3.17
  ninefold replay 3.17 --speed 10 --db results/games.db
  ninefold replay games.jsonl --number 5
  ninefold replay 3.17 --text > game.txt)");
}

void add_log_command(Command& app) {
    auto [command, options] =
        app.add("log", "Show what a bot wrote before it forfeited a game", show_log);
    command.add_option("GAME", options.id, "MATCH.NUMBER, as 'ninefold games' lists them")
        .required();
    options.database.add_to(command);
    command.footer(
        R"(The last 64 KiB of the standard error of the bot that lost by its own fault: traceback, and
what it printed. Exit code 1: nothing was kept.

Examples:
  ninefold games --ending crash
  ninefold log 12.3)");
}

}  // namespace ninefold::cli
