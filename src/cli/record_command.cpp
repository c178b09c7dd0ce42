// SPDX-License-Identifier: MIT

#include "base/counted.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "tui/board_drawing.h"

namespace ninefold::cli {

namespace {

struct RecordOptions {
    std::string games;
    DatabaseOption database;
    bool json = false;
    bool text = false;
    bool board = false;
};

void print_boards(const record::GameRecord& game) {
    const tui::Style style(stdout);
    rules::AnyPosition position = game.start;
    fmt::print("{}{}{} (X) v {}{}{} (O)\n", style.bold(), game.x, style.off(), style.bold(), game.o,
               style.off());
    int number = 0;
    for (const record::Ply& ply : game.plies) {
        position = position.after(ply.move);
        fmt::print("\nmove {}\n{}", ++number, tui::draw_board(position, ply.move, style));
    }
    fmt::print("\n{}{}{}\n", style.bold(), tui::describe(position), style.off());
    if (!game.detail.empty()) fmt::print("{}\n", game.detail);
}

void print_summary(const record::GameRecord& game) {
    fmt::print("{} v {}: {} after {} ({}, {}){}\n", game.x, game.o, record::result_text(game),
               base::counted(game.plies.size(), "move"), rules::name(game.start.rules()),
               game.ending ? rules::name(*game.ending) : "unfinished",
               game.detail.empty() ? "" : ": " + game.detail);
}

void print_game(const record::GameRecord& game, const RecordOptions& options, bool first) {
    if (options.json) {
        fmt::print("{}\n", record::to_json_line(game));
    } else if (options.text) {
        fmt::print("{}{}", first ? "" : "\n", record::to_text(game));
    } else if (options.board) {
        print_boards(game);
    } else {
        print_summary(game);
    }
}

int convert(const RecordOptions& options) {
    GameSource games(options.games, options.database);
    for (bool first = true; const auto game = games.next(); first = false) {
        print_game(*game, options, first);
    }
    return 0;
}

}  // namespace

void add_record_command(Command& app) {
    auto options = std::make_shared<RecordOptions>();
    Command& command =
        app.add_subcommand("record",
                           "Check game records against the rules, and convert or show them");
    command.add_option("GAMES", options->games, GameSource::kHelp).required();
    options->database.add_to(command);
    auto json = command.add_flag("--json", options->json, "write JSON lines");
    auto text = command.add_flag("--text", options->text, "write the readable form");
    auto board = command.add_flag("--board", options->board, "draw every position");
    json.excludes(text).excludes(board);
    text.excludes(board);
    command.footer("Every move is checked; the first wrong one is named, with exit code 2.\n\n"
                   "Examples:\n"
                   "  ninefold record game.txt                one line a game\n"
                   "  ninefold record 3.17 --json             game 17 of match 3\n"
                   "  ninefold record games.jsonl --text > games.txt\n"
                   "  ninefold record game.txt --board | less -R");
    command.runs([options] { return convert(*options); });
}

}  // namespace ninefold::cli
