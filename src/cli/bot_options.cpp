// SPDX-License-Identifier: MIT
#include "cli/bot_options.h"

#include "arena/beginning.h"
#include "arena/time_control.h"
#include "base/foreign_text.h"
#include "base/number.h"
#include "cli/commands.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

/// `512M`, `2G`, `65536K` or plain bytes.
std::uint64_t parse_size(std::string_view text) {
    std::string_view digits = text;
    std::uint64_t unit = 1;
    if (!text.empty()) {
        switch (text.back()) {
            case 'K': unit = std::uint64_t{1} << 10; break;
            case 'M': unit = std::uint64_t{1} << 20; break;
            case 'G': unit = std::uint64_t{1} << 30; break;
            default: break;
        }
        if (unit > 1) digits.remove_suffix(1);
    }
    const auto value = base::parse_number<std::uint64_t>(digits);
    if (!value || *value > (std::uint64_t{1} << 50) / unit) {
        throw CommandError(
            fmt::format("--memory {}: a size such as 512M or 2G is needed", base::quoted(text)));
    }
    return *value * unit;
}

}  // namespace

void BotOptions::add_to(Command& command) {
    constexpr const char* kGroup = "How bots are run";
    command
        .add_flag("--no-sandbox", no_sandbox_,
                  "run bots without the sandbox: only for bots you trust")
        .group(kGroup);
    command.add_flag("--ponder", ponder_, "bots may think on the opponent's time").group(kGroup);
    command.add_option("--memory", memory_, "memory of each bot (default 1G)").group(kGroup);
    command.add_option("--start-time", start_up_, "limit to get ready for a game (default 10s)")
        .group(kGroup);
    command.add_option("--cores", cores_, "pin the games to these cores, e.g. 0,1")
        .delimiter(',')
        .group(kGroup);
    command.add_option("--python", python_, "interpreter for Python bots").group(kGroup);
    command
        .add_option("--allow-imports", imports_,
                    "the only modules that Python bots may import, e.g. random,copy,sys,signal; "
                    "'all' allows all")
        .delimiter(',')
        .group(kGroup);
}

void BotOptions::set_defaults(std::chrono::milliseconds start_up,
                              std::vector<std::string> usual_imports) {
    default_start_up_ = start_up;
    usual_imports_ = std::move(usual_imports);
}

sources::HouseRules BotOptions::rules() const {
    sources::HouseRules rules;
    rules.sandbox.enabled = !no_sandbox_;
    rules.sandbox.memory_bytes = parse_size(memory_);
    rules.limits.start_up = default_start_up_;
    if (!start_up_.empty()) {
        const auto start_up = value_or_throw(arena::parse_duration(start_up_));
        rules.limits.start_up = std::chrono::duration_cast<std::chrono::milliseconds>(start_up);
    }
    rules.ponder = ponder_;
    rules.cores = cores_;
    rules.python = python_;
    const bool allows_all = imports_ == std::vector<std::string>{"all"};
    if (!allows_all) rules.allowed_imports = imports_;
    if (imports_.empty()) rules.usual_imports = usual_imports_;
    return rules;
}

BotPair BotOptions::pair(const std::string& a, const std::string& b) const {
    return pair(a, b, std::make_shared<process::ProcessSupervisor>());
}

BotPair BotOptions::pair(const std::string& a, const std::string& b,
                         const std::shared_ptr<process::ProcessSupervisor>& supervisor) const {
    const sources::HouseRules house = rules();
    return {value_or_throw(sources::BotSource::parse(a, house, supervisor)),
            value_or_throw(sources::BotSource::parse(b, house, supervisor))};
}

BotPair BotOptions::resolve(const std::string& a, const std::string& b) const {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    BotPair pair = this->pair(a, b, supervisor);
    if (pair.a.is_builtin() && pair.b.is_builtin()) return pair;
    for (const sources::BotSource* bot : {&pair.a, &pair.b}) {
        for (const std::string& note : bot->notes()) {
            pair.notes.push_back(fmt::format("{}: {}", bot->name(), note));
        }
        if (pair.a.text() == pair.b.text()) break;
    }
    process::SandboxOptions enforced = rules().sandbox;
    enforced.enabled = true;  // that it is not has its own warning
    for (std::string& note : supervisor->notes(enforced)) pair.notes.push_back(std::move(note));
    if (no_sandbox_) {
        const tui::Style style(stderr);
        fmt::print(stderr,
                   "{}warning:{} no sandbox: bots can read your files and reach the network\n",
                   style.yellow(), style.off());
    }
    return pair;
}

void print_notes(const BotPair& bots) {
    const tui::Style style(stderr);
    for (const std::string& note : bots.notes) {
        fmt::print(stderr, "{}note:{} {}\n", style.yellow(), style.off(), note);
    }
}

std::pair<std::string, std::string> BotPair::names() const {
    if (a.text() == b.text()) return {a.name(), b.name()};
    const std::array both = {a, b};
    const std::vector<std::string> names = sources::distinct_names(both);
    return {names[0], names[1]};
}

void check_beginnings(BotPair& bots, const arena::MatchSpec& spec) {
    for (const sources::BotSource* bot : {&bots.a, &bots.b}) {
        auto note = value_or_throw(arena::check_beginning(*bot, spec.start, spec.openings));
        if (note) bots.notes.push_back(fmt::format("{} {}", bot->name(), *note));
        if (bots.a.text() == bots.b.text()) break;
    }
}

void throw_if_options_refused(const BotPair& bots, const rules::AnyPosition& start) {
    const auto check = [&, make = bots.maker()](const sources::BotSource& source, int index) {
        if (!source.has_options()) return;
        const auto bot = value_or_throw(make(index, 0));
        // A bot for each side may have options on one of them only.
        for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
            const auto failure = bot->new_game({start, side, 1, 0});
            if (!failure) continue;
            throw CommandError(fmt::format("{} {}", source.name(), failure->sentence));
        }
    };
    check(bots.a, 0);
    check(bots.b, 1);
}

sources::BotSource BotOptions::resolve(const std::string& bot) const {
    return value_or_throw(
        sources::BotSource::parse(bot, rules(), std::make_shared<process::ProcessSupervisor>()));
}

}  // namespace ninefold::cli
