// SPDX-License-Identifier: MIT
#include "cli/bot_options.h"

#include "arena/openings.h"
#include "arena/time_control.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "base/number.h"
#include "pictures/text_style.h"

namespace ninefold::cli {

namespace {

/// `512M`, `2G`, `65536K` or plain bytes.
std::uint64_t parse_size(std::string_view text) {
    const std::size_t unit =
        text.empty() ? std::string::npos : std::string_view("KMG").find(text.back());
    const std::size_t shift = unit == std::string::npos ? 0 : 10 * (unit + 1);
    const auto value =
        base::parse_number<std::uint64_t>(text.substr(0, text.size() - (shift > 0 ? 1 : 0)));
    if (!value || *value > (std::uint64_t{1} << 50) >> shift) {
        throw CommandError("--memory {}: a size such as 512M or 2G is needed", base::quoted(text));
    }
    return *value << shift;
}

}  // namespace

void warn(std::string_view word, std::string_view sentence) {
    base::notice("{} {}\n", pictures::TextStyle(stderr).yellow(word), base::safe_lines(sentence));
}

sources::BotSource find_bot(const std::string& name, const sources::HouseRules& house) {
    return value_or_throw(
        sources::BotSource::parse(name, house, std::make_shared<process::ProcessSupervisor>()));
}

std::pair<std::string, std::string> BotPair::names() const {
    if (a.text == b.text) return {a.name, b.name};
    const std::array both = {a, b};
    const std::vector<std::string> names = sources::distinct_names(both);
    return {names[0], names[1]};
}

std::vector<const sources::BotSource*> BotPair::different() const {
    if (a.text == b.text) return {&a};
    return {&a, &b};
}

void BotPair::check_beginnings(const arena::MatchSpec& spec, bool quiet) {
    for (const sources::BotSource* bot : different()) {
        const auto note = value_or_throw(arena::check_beginning(*bot, spec.start, spec.openings));
        if (note) notes.push_back(fmt::format("{} {}", bot->name, *note));
    }
    if (quiet) return;
    for (const std::string& note : notes) print_note(note);
}

void BotPair::check_options(const rules::AnyPosition& start) const {
    const auto check = [&, make = maker()](const sources::BotSource& source, int index) {
        if (!source.has_options) return;
        const auto bot = value_or_throw(make(index, 0));
        // A bot for each side may have options on one of them only.
        for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
            const auto failure = bot->new_game({start, side, 1, 0});
            if (!failure) continue;
            throw CommandError("{} {}", source.name, failure->sentence);
        }
    };
    check(a, 0);
    check(b, 1);
}

void BotOptions::add_to(Command& command) {
    command.heading("How bots are run");
    command.add_flag("--no-sandbox", no_sandbox_,
                     "run bots without the sandbox: only for bots you trust");
    command.add_flag("--ponder", house_.ponder, "bots may think on the opponent's time");
    command.add_option("--memory", memory_, "memory of each bot (default 1G)");
    command.add_option("--start-time", start_up_, "limit to get ready for a game (default 10s)");
    command.add_option("--cores", house_.cores, "pin the games to these cores, e.g. 0,1")
        .delimiter(',');
    command.add_option("--python", house_.python, "interpreter for Python bots");
    command
        .add_option("--allow-imports", imports_,
                    "the only modules that Python bots may import, e.g. random,copy,sys,signal; "
                    "'all' allows all")
        .delimiter(',');
    command.heading("");
}

void BotOptions::set_defaults(std::chrono::milliseconds start_up,
                              std::vector<std::string> usual_imports) {
    house_.limits.start_up = start_up;
    house_.usual_imports = std::move(usual_imports);
}

sources::HouseRules BotOptions::rules() const {
    sources::HouseRules rules = house_;
    rules.sandbox.enabled = !no_sandbox_;
    rules.sandbox.memory_bytes = parse_size(memory_);
    if (!start_up_.empty()) {
        const auto start_up = value_or_throw(arena::parse_duration(start_up_));
        rules.limits.start_up = std::chrono::duration_cast<std::chrono::milliseconds>(start_up);
    }
    const bool allows_all = imports_ == std::vector<std::string>{"all"};
    if (!allows_all) rules.allowed_imports = imports_;
    if (!imports_.empty()) rules.usual_imports.clear();
    return rules;
}

BotPair BotOptions::pair(const std::string& a, const std::string& b) const {
    const sources::HouseRules house = rules();
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    return {.a = value_or_throw(sources::BotSource::parse(a, house, supervisor)),
            .b = value_or_throw(sources::BotSource::parse(b, house, supervisor)),
            .supervisor = supervisor};
}

BotPair BotOptions::pair_with_notes(const std::string& a, const std::string& b) const {
    BotPair pair = this->pair(a, b);
    if (pair.a.is_builtin() && pair.b.is_builtin()) return pair;
    for (const sources::BotSource* bot : pair.different()) {
        for (const std::string& note : bot->notes) {
            pair.notes.push_back(fmt::format("{}: {}", bot->name, note));
        }
    }
    process::SandboxOptions enforced = rules().sandbox;
    enforced.enabled = true;  // that it is not has its own warning
    for (std::string& note : pair.supervisor->notes(enforced)) {
        pair.notes.push_back(std::move(note));
    }
    if (no_sandbox_) warn("warning:", "no sandbox: bots can read your files and reach the network");
    return pair;
}

void PresetOption::add_to(Command& command, const std::string& what) {
    std::vector<std::string> names;
    for (const arena::Preset& preset : arena::presets()) {
        names.push_back(preset.alias.empty() ? std::string(preset.name)
                                             : fmt::format("{} ({})", preset.name, preset.alias));
    }
    command.add_option("--preset", name_,
                       fmt::format("{} as a community does: {}; other options still count", what,
                                   fmt::join(names, ", ")));
}

std::optional<arena::Preset> PresetOption::apply(PositionOptions& position, std::string& time,
                                                 BotOptions& bots) const {
    if (name_.empty()) return std::nullopt;
    arena::Preset preset = value_or_throw(arena::find_preset(name_));
    position.set_default_rules(preset.rules);
    bots.set_defaults(preset.start_up, {preset.imports.begin(), preset.imports.end()});
    if (time.empty()) time = arena::to_text(preset.time_control);
    return preset;
}

}  // namespace ninefold::cli
