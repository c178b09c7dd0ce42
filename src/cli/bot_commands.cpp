// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "arena/bot_check.h"
#include "arena/time_control.h"
#include "base/foreign_text.h"
#include "base/split.h"
#include "cli/bot_options.h"
#include "cli/example_bots.h"
#include "pictures/text_style.h"
#include "sources/starter_file.h"

namespace ninefold::cli {

namespace {

using arena::CheckLine;
using arena::CheckVerdict;
using Json = nlohmann::ordered_json;

struct CheckOptions {
    std::string bot, time, patience = "60s";
    PositionOptions position;
    PresetOption preset;
    arena::CheckSpec spec;  ///< without what the strings say
    bool json = false;
    BotOptions bots;
};

void print_line(const CheckLine& line, const pictures::TextStyle& style) {
    const std::string word = line.verdict == CheckVerdict::kFailed    ? style.red("failed")
                             : line.verdict == CheckVerdict::kSkipped ? style.dim("     -")
                                                                      : style.green("    ok");
    fmt::print("{}  {:<12} {}\n", word, line.check, base::safe_lines(line.sentence));
    if (!line.log.empty()) {
        fmt::print("        {}\n", style.dim("the end of its standard error:"));
        for (const std::string_view text : base::split(line.log, '\n')) {
            if (!text.empty()) fmt::print("        | {}\n", base::safe_lines(text));
        }
    }
    std::fflush(stdout);
}

Json to_json(const CheckLine& line) {
    const Json ok =
        line.verdict == CheckVerdict::kSkipped ? Json() : Json(line.verdict == CheckVerdict::kOk);
    Json json = {{"check", line.check}, {"ok", ok}, {"sentence", line.sentence}};
    if (!line.log.empty()) json["log"] = line.log;
    return json;
}

int check(CheckOptions& options) {
    (void)options.preset.apply(options.position, options.time, options.bots);
    if (options.time.empty()) options.time = "move=10s";
    arena::CheckSpec& spec = options.spec;
    spec.rules = options.position.rules();
    spec.time_control = value_or_throw(arena::parse_time_control(options.time));
    const auto patience = value_or_throw(arena::parse_duration(options.patience));
    spec.patience = std::chrono::duration_cast<std::chrono::seconds>(patience);
    sources::HouseRules house = options.bots.rules();
    house.limits.quit_grace = spec.quit_grace;
    spec.memory_limit = house.sandbox.memory_bytes;
    const sources::BotSource source = find_bot(options.bot, house);

    const pictures::TextStyle style(stdout);
    Json lines = Json::array();
    if (!options.json) {
        fmt::print("{}: {}\n", style.bold(source.name), source.description);
        for (const std::string& note : source.notes) {
            fmt::print("{}  {}\n", style.yellow("  note"), base::safe_lines(note));
        }
    }
    const bool ok = arena::check_bot(source, spec, [&](const CheckLine& line) {
        if (options.json) lines.push_back(to_json(line));
        else print_line(line, style);
    });
    if (options.json) {
        const Json report = {{"bot", source.text},
                             {"name", source.name},
                             {"is", source.description},
                             {"notes", source.notes},
                             {"ok", ok},
                             {"lines", lines}};
        fmt::print("{}", json_text(report));
    } else {
        fmt::print("{}\n", style.bold(ok ? "ready to play" : "not ready to play"));
    }
    return ok ? 0 : 1;
}

struct NewBotOptions {
    std::string interface, language, name;
};

int new_bot(const NewBotOptions& options) {
    const sources::StarterFile starter =
        value_or_throw(sources::make_starter_file(options.interface, options.language, options.name,
                                                  example_bots()));
    command::write_new_file(starter.path, starter.text, starter.executable);
    fmt::print("wrote {}: {}\n\n", pictures::TextStyle(stdout).bold(starter.path.string()),
               starter.advice);
    if (!starter.compile.empty()) fmt::print("  {}\n", starter.compile);
    fmt::print("  ninefold check {0}\n  ninefold match {0} random --games 10\n", starter.bot);
    fmt::print("\ndocs/bots/{}.md describes this interface\n", starter.interface);
    return 0;
}

}  // namespace

void add_check_command(Command& app) {
    auto [command, options] = app.add("check", "Check that a bot is fit to play", check);
    command.add_option("BOT", options.bot, "the bot, as in 'ninefold match'").required();
    options.preset.add_to(command, "try it");
    options.position.add_rules_to(command);
    command.add_option("-t,--time", options.time, "time control (default move=10s)");
    command.add_option("-n,--games", options.spec.games, "games to play, at most (default 20)")
        .range(2, 10'000);
    command.add_option("--patience", options.patience,
                       "start no games after this time (default 60s)");
    command.add_option("--seed", options.spec.seed, "seed of the opponent's moves (default 1)");
    command.add_flag("--json", options.json, "one JSON object instead of a report");
    options.bots.add_to(command);
    command.footer(
        R"(Starts the bot, plays both sides against random moves from many openings, lets it play one
game after another, asks it to stop and to quit; tells what it calls itself, which other
rules it plays and how much memory it took. Exit code 0: ready to play, 1: not.

Examples:
  ninefold check alice.py
  ninefold check alice.py --preset course-select-move
  ninefold check codingame:./bot --rules standard+majority --time first=1s,move=100ms
  ninefold check team14.py#Player14 --rules correspondence --json)");
}

void add_new_bot_command(Command& app) {
    auto [command, options] =
        app.add("new-bot", "Write a starter file for a bot of your own", new_bot);
    command.add_option("-i,--interface", options.interface, sources::starter_interfaces())
        .required();
    command.add_option(
        "-l,--language", options.language,
        "python, c, cpp (or c++), js (or javascript), rust or java, where the interface "
        "has a choice");
    command.add_option("NAME", options.name, "name of the bot and of its file").required();
    command.footer(
        R"(The file holds a small bot that plays legal moves, with comments. Nothing is overwritten.

Examples:
  ninefold new-bot --interface select_move alice
  ninefold new-bot --interface ugi --language rust carol
  ninefold new-bot --interface java MyBot)");
}

}  // namespace ninefold::cli
