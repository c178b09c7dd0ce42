// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <iostream>

#include "arena/openings.h"
#include "base/foreign_text.h"
#include "base/rng.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "cli/bot_options.h"
#include "tui/single_block.h"
#include "tui/sitting.h"

namespace ninefold::cli {

namespace {

struct PlayOptions {
    std::string x = "human", o = "engine:level=5";
    PresetOption preset;
    std::string time, starter, name;
    DatabaseOption db;
    std::uint64_t seed = 0;
    int pace_ms = 400;
    bool plain = false, ascii = false, single_block = false;
    PositionOptions position;
    BotOptions bots;
};

tui::TerminalSeat make_seat(const PlayOptions& options, const std::string& who,
                            const rules::AnyPosition& start) {
    if (who == "human") {
        const char* user = std::getenv("USER");
        if (!options.name.empty()) return {base::safe_name(options.name), nullptr};
        return {user != nullptr ? base::safe_name(user) : "you", nullptr};
    }
    const sources::BotSource source = find_bot(who, options.bots.rules());
    (void)value_or_throw(arena::check_beginning(source, start, {}));
    return {source.name, value_or_throw(source.make(0, {}))};
}

/// Who plays plain tic-tac-toe: a person, the engine, or a Java bot, whose interface knows it.
tui::SingleBlockSeat single_block_seat(const PlayOptions& options, const std::string& who) {
    if (who == "human") return {true, nullptr};
    if (bots::is_engine(who)) return {};
    sources::HouseRules house = options.bots.rules();
    house.single_block = true;
    const sources::BotSource source = find_bot(who, house);
    if (!source.plays_single_block) {
        throw CommandError("{} ({}) does not play plain tic-tac-toe; 'human', 'engine' "
                           "and Java bots do",
                           source.name, source.description);
    }
    return {false, value_or_throw(source.make(0, {}))};
}

/// Keeps games like those of any match, and returns their names. The store is opened again for
/// each, because games end on threads of their own.
base::Result<std::string> keep_game(const std::filesystem::path& path,
                                    const record::GameRecord& game) {
    const auto store = TRY(store::Store::open(path));
    return store::to_text(TRY(store->add_casual(game)));
}

/// Fills in what the command line leaves open.
void apply_defaults(PlayOptions& options) {
    const auto preset = options.preset.apply(options.position, options.time, options.bots);
    const bool draws = preset && preset->starter == arena::Starter::kRandom;
    if (options.starter.empty()) options.starter = draws ? "random" : "x";
    if (options.time.empty()) options.time = "none";
}

int play(PlayOptions& options) {
    apply_defaults(options);
    if (options.starter != "x" && options.starter != "random") {
        throw CommandError("--starter is x (the first one named has X) or random");
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const auto seed = options.seed != 0 ? options.seed : static_cast<std::uint64_t>(now);
    const bool swap = options.starter == "random" && base::derived_seed(seed, 1) % 2 == 1;
    const std::string& x = swap ? options.o : options.x;
    const std::string& o = swap ? options.x : options.o;
    if (options.single_block) {
        return tui::play_single_block(single_block_seat(options, x), single_block_seat(options, o),
                                      std::cin, stdout);
    }
    Interruption interruption;
    tui::Sitting sitting;
    sitting.start = options.position.position();
    sitting.x = make_seat(options, x, sitting.start);
    sitting.o = make_seat(options, o, sitting.start);
    sitting.time_control = value_or_throw(arena::parse_time_control(options.time));
    sitting.seed = seed;
    sitting.pace = std::chrono::milliseconds(options.pace_ms);
    sitting.ascii = options.ascii;
    sitting.keep = [path = options.db.path()](const record::GameRecord& game) {
        return keep_game(path, game);
    };
    const bool on_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    if (options.plain || !on_terminal) {
        return tui::play_plain(sitting, std::cin, stdout, interruption.token());
    }
    return tui::play_on_screen(sitting, interruption.token());
}

}  // namespace

void add_play_command(Command& app) {
    auto [command, options] =
        app.add("play", "Play at the terminal: people, bots, the engine", play);
    command.add_option("X", options.x,
                       "who has X: human (default) or a bot as in 'ninefold match'");
    command.add_option("O", options.o, "who has O (default engine:level=5)");
    options.preset.add_to(command, "play");
    options.position.add_to(command);
    command.add_option("-t,--time", options.time, "time control (default none)");
    command.add_option("--starter", options.starter,
                       "x: as named (default); random: draw who has X");
    command.add_option("--name", options.name, "your name in the record");
    command.add_option("--seed", options.seed,
                       "seed of the bots' random choices (default: the time)");
    command.add_option("--pace", options.pace_ms, "milliseconds between moves of two bots")
        .range(0, 60'000);
    command.add_flag("--plain", options.plain, "plain lines instead of the full screen");
    command.add_flag("--ascii", options.ascii, "no characters beyond ASCII");
    command.add_flag("--single-block", options.single_block, "plain tic-tac-toe, in plain lines");
    options.db.add_to(command, "your own");
    options.bots.add_to(command);
    command.footer(
        R"(A move is two digits, block then cell, as the board is numbered: 40 is block 4, cell 0. Or use
the arrows and Enter, or the mouse. Keys: u takes back, h gives a hint, e shows the evaluation,
r resigns, q leaves, ? lists all. Every game is kept, one that is left as unfinished.

Examples:
  ninefold play                                 you have X against the engine
  ninefold play engine:level=9 human            the engine begins
  ninefold play human human --time tc=300+2     two people, one keyboard
  ninefold play greedy mcts:sims=500            watch two bots
  ninefold play human random --rules correspondence --starter random --plain)");
}

}  // namespace ninefold::cli
