// SPDX-License-Identifier: MIT
#include <cstdio>

#include <unistd.h>

#include "base/counted.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "tui/replay.h"

namespace ninefold::cli {

namespace {

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
        throw CommandError(fmt::format("{} holds {}", options.game, base::counted(number, "game")));
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
    const tui::Style style(stdout);
    int first = 0;
    int last = film.last();
    if (is_animated(options)) {
        const Interruption interruption;
        first = last = tui::replay_on_screen(film, options.speed, interruption.token());
    }
    fmt::print("{}", film.title(style));
    for (int index = first; index <= last; ++index) fmt::print("{}", film.frame(index, style));
    return 0;
}

}  // namespace

void add_replay_command(Command& app) {
    auto options = std::make_shared<ReplayOptions>();
    Command& command = app.add_subcommand("replay", "Show a game in the terminal");
    command.add_option("GAME", options->game, GameSource::kHelp).required();
    command
        .add_option("-n,--number", options->number, "which game of a file (default 1, the first)")
        .range(1, 1'000'000'000);
    options->database.add_to(command);
    command.add_option("-s,--speed", options->speed, "moves a second (default 2)")
        .range(0.1, 100.0);
    auto plain = command.add_flag("--plain", options->plain, "print all positions at once");
    auto text = command.add_flag("--text", options->text, "print the record in its readable form");
    auto json = command.add_flag("--json", options->json, "print the record as JSON");
    plain.excludes(text).excludes(json);
    text.excludes(json);
    command.footer("Keys: space pauses, left and right step, home and end jump, up and down change "
                   "the speed,\n"
                   "q quits. If the output is not a terminal, all positions are printed.\n\n"
                   "Examples:\n"
                   "  ninefold replay 3.17\n"
                   "  ninefold replay 3.17 --speed 10 --db results/games.db\n"
                   "  ninefold replay games.jsonl --number 5\n"
                   "  ninefold replay 3.17 --text > game.txt");
    command.runs([options] { return replay(*options); });
}

}  // namespace ninefold::cli
