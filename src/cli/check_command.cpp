// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "arena/bot_check.h"
#include "arena/time_control.h"
#include "base/split.h"
#include "cli/bot_options.h"
#include "cli/commands.h"
#include "cli/position_options.h"
#include "cli/preset_option.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

using arena::CheckLine;
using arena::Verdict;
using Json = nlohmann::ordered_json;

struct CheckOptions {
    std::string bot;
    PositionOptions position;
    PresetOption preset;
    std::string time;
    int games = 20;
    std::string patience = "60s";
    std::uint64_t seed = 1;
    bool json = false;
    BotOptions bots;
};

std::string_view word(Verdict verdict) {
    switch (verdict) {
        case Verdict::kFailed: return "failed";
        case Verdict::kSkipped: return "-";
        case Verdict::kOk: break;
    }
    return "ok";
}

std::string_view colour(Verdict verdict, const tui::Style& style) {
    switch (verdict) {
        case Verdict::kFailed: return style.red();
        case Verdict::kSkipped: return style.dim();
        case Verdict::kOk: break;
    }
    return style.green();
}

void print_line(const CheckLine& line, const tui::Style& style) {
    fmt::print("{}{:>6}{}  {:<12} {}\n", colour(line.verdict, style), word(line.verdict),
               style.off(), line.check, line.sentence);
    if (!line.log.empty()) {
        fmt::print("        {}the end of its standard error:{}\n", style.dim(), style.off());
        for (const std::string_view text : base::split(line.log, '\n')) {
            if (!text.empty()) fmt::print("        | {}\n", text);
        }
    }
    std::fflush(stdout);
}

Json to_json(const CheckLine& line) {
    const Json ok = line.verdict == Verdict::kSkipped ? Json() : Json(line.verdict == Verdict::kOk);
    Json json = {{"check", line.check}, {"ok", ok}, {"sentence", line.sentence}};
    if (!line.log.empty()) json["log"] = line.log;
    return json;
}

int check(CheckOptions& options) {
    (void)options.preset.apply(options.position, options.time, options.bots);
    if (options.time.empty()) options.time = "move=10s";
    arena::CheckSpec spec;
    spec.rules = options.position.rules();
    spec.time_control = value_or_throw(arena::parse_time_control(options.time));
    spec.games = options.games;
    const auto patience = value_or_throw(arena::parse_duration(options.patience));
    spec.patience = std::chrono::duration_cast<std::chrono::seconds>(patience);
    spec.seed = options.seed;
    sources::HouseRules house = options.bots.rules();
    house.limits.quit_grace = spec.quit_grace;
    spec.memory_limit = house.sandbox.memory_bytes;
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    const auto source = value_or_throw(sources::BotSource::parse(options.bot, house, supervisor));

    const tui::Style style(stdout);
    Json lines = Json::array();
    if (!options.json) {
        fmt::print("{}{}{}: {}\n", style.bold(), source.name(), style.off(), source.description());
        for (const std::string& note : source.notes()) {
            fmt::print("{}  note{}  {}\n", style.yellow(), style.off(), note);
        }
    }
    const bool ok = arena::check_bot(source, spec, [&](const CheckLine& line) {
        if (options.json) lines.push_back(to_json(line));
        else print_line(line, style);
    });
    if (options.json) {
        const Json report = {{"bot", source.text()},
                             {"name", source.name()},
                             {"is", source.description()},
                             {"notes", source.notes()},
                             {"ok", ok},
                             {"lines", lines}};
        fmt::print("{}\n", report.dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
        fmt::print("{}{}{}\n", style.bold(), ok ? "ready to play" : "not ready to play",
                   style.off());
    }
    return ok ? 0 : 1;
}

}  // namespace

void add_check_command(Command& app) {
    auto options = std::make_shared<CheckOptions>();
    Command& command = app.add_subcommand("check", "Check that a bot is fit to play");
    command.add_option("BOT", options->bot, "the bot, as in 'ninefold match'").required();
    options->preset.add_to(command, "try it");
    options->position.add_rules_to(command);
    command.add_option("-t,--time", options->time, "time control (default move=10s)");
    command.add_option("-n,--games", options->games, "games to play, at most (default 20)")
        .range(2, 10'000);
    command.add_option("--patience", options->patience,
                       "start no games after this time (default 60s)");
    command.add_option("--seed", options->seed, "seed of the opponent's moves (default 1)");
    command.add_flag("--json", options->json, "one JSON object instead of a report");
    options->bots.add_to(command);
    command.footer(
        "Starts the bot, plays both sides against random moves from many openings, lets it play "
        "one\ngame after another, asks it to stop and to quit; tells what it calls itself, which "
        "other\nrules it plays and how much memory it took. Exit code 0: ready to play, 1: not.\n\n"
        "Examples:\n"
        "  ninefold check alice.py\n"
        "  ninefold check alice.py --preset course-select-move\n"
        "  ninefold check codingame:./bot --rules standard+majority --time first=1s,move=100ms\n"
        "  ninefold check team14.py#Player14 --rules correspondence --json");
    command.runs([options] { return check(*options); });
}

}  // namespace ninefold::cli
