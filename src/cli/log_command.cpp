// SPDX-License-Identifier: MIT

#include "base/foreign_text.h"
#include "cli/commands.h"
#include "cli/database_option.h"

namespace ninefold::cli {

namespace {

struct LogOptions {
    DatabaseOption database;
    std::string id;
};

int show_log(const LogOptions& options) {
    const store::GameId id = value_or_throw(store::parse_game_id(options.id));
    const auto store = options.database.open_for_reading();
    const record::GameRecord game = value_or_throw(store->load(id));
    const auto say = [](const std::string& text) { return base::safe_text(text, 200); };
    fmt::print(stderr, "game {}, {} (X) v {} (O): {}\n", options.id, say(game.x), say(game.o),
               game.detail.empty() ? "no forfeit" : say(game.detail));
    if (game.log.empty()) {
        fmt::print(stderr, "no log: one is kept of a bot that forfeits and wrote something\n");
        return 1;
    }
    // Line by line, so that what a bot wrote cannot reach for the terminal.
    std::string_view rest = game.log;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        fmt::print("{}\n", base::safe_text(rest.substr(0, end), 4 * end + 4));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return 0;
}

}  // namespace

void add_log_command(Command& app) {
    auto options = std::make_shared<LogOptions>();
    Command& command =
        app.add_subcommand("log", "Show what a bot wrote before it forfeited a game");
    command.add_option("GAME", options->id, "MATCH.NUMBER, as 'ninefold games' lists them")
        .required();
    options->database.add_to(command);
    command.footer(
        "The last 64 KiB of the standard error of the bot that lost by its own fault: traceback, "
        "and\nwhat it printed. Exit code 1: nothing was kept.\n\n"
        "Examples:\n"
        "  ninefold games --ending crash\n"
        "  ninefold log 12.3");
    command.runs([options] { return show_log(*options); });
}

}  // namespace ninefold::cli
