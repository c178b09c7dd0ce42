// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <set>

#include "base/counted.h"
#include "base/file_contents.h"
#include "base/try.h"
#include "sources/bot_name.h"
#include "sources/file_kind.h"
#include "tournament/bot_entries.h"
#include "tournament/spec_check.h"
#include "tournament/toml_keys.h"
#include "tournament/toml_table.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

namespace {

namespace fs = std::filesystem;
using base::fail;

// The keys of the file, each named once, in the order in which they are written.

void describe_adjudication(TomlTable& file, TournamentSpec& spec) {
    auto& [how, agreement, plies, proof] = spec.adjudication;
    file.name("adjudicate", how, how != arena::Adjudicate::kOff);
    const bool agrees = arena::by_agreement(how);
    file.decimal("adjudicate-sure", agreement, 0.5, 1, agrees);
    file.number("adjudicate-moves", plies, 1, 40, agrees);
    for (const char* key : {"adjudicate-sure", "adjudicate-moves"}) {
        file.check(agrees || !file.has(key), key,
                   "adjudicate-sure and adjudicate-moves go with adjudicate = \"agree\" or "
                   "\"both\"");
    }
    file.check(how == arena::Adjudicate::kOff || spec.points == arena::PointScale::kPlain,
               file.has("adjudicate") ? "adjudicate" : "points",
               "points \"{}\" count the blocks of a finished board, which an adjudicated "
               "game has not; say points = \"plain\" or adjudicate = \"off\"",
               name(spec.points));
}

/// What is read besides the text of a specification.
struct Files {
    fs::path folder{};  ///< what relative paths start from
    arena::OpeningLines openings = arena::OpeningLines::kRead;
};

void describe(TomlTable& file, TournamentSpec& spec, const Files& files) {
    file.text("name", spec.name);
    file.number("seed", spec.seed, 0, INT64_MAX);
    file.value("rules", spec.rules, rules::parse_rules,
               [](rules::Rules rules) { return rules::name(rules); });
    file.value("time", spec.time_control, arena::parse_time_control,
               [](const arena::TimeControl& control) { return arena::to_text(control); });
    const auto parse_openings = [&](std::string_view text) {
        std::string from(text);
        if (text.starts_with("file:")) from = "file:" + (files.folder / text.substr(5)).string();
        return arena::Openings::parse(from, rules::AnyPosition::start(spec.rules), files.openings);
    };
    file.value("openings", spec.openings, parse_openings, &arena::Openings::text);
    file.name("points", spec.points);
    file.number("concurrency", spec.concurrency, 1, 1024, false);
    describe_adjudication(file, spec);
}

void describe_format(TomlTable& file, arena::MatchFormat& format) {
    constexpr int kMostGames = 100'000;
    int games = format.is_fixed() ? format.most_games() : 0;
    file.number("games", games, 1, kMostGames);
    file.value("format", format, arena::MatchFormat::parse, &arena::MatchFormat::text,
               !format.is_fixed());
    file.check(!file.has("games") || !file.has("format"), "format",
               "give games or format, not both");
    file.check(format.most_games() <= kMostGames, "format",
               "format: two bots meet in {} games; at most {} are allowed", format.most_games(),
               kMostGames);
    if (file.has("games")) format = arena::MatchFormat::games(games);
}

/// A number, or the least and the most of them in square brackets.
void describe_group_size(TomlTable& file, StageSpec& stage) {
    int &low = stage.smallest_group, &high = stage.largest_group;
    if (file.is_writing() && stage.groups == 0) {
        file.write("group-size",
                   low > 0 ? fmt::format("[{}, {}]", low, high) : fmt::to_string(high));
    }
    const toml::node* const size = file.node("group-size");
    if (size == nullptr) return;
    const toml::array* const range = size->as_array();
    const bool is_pair = range != nullptr && range->size() == 2;
    low = (is_pair ? *range->get(0) : *size).value_or(0);
    high = (is_pair ? *range->get(1) : *size).value_or(0);
    file.check(low >= 2 && high >= low, "group-size",
               "group-size is a number from 2, or two of them: [8, 10]");
    if (!is_pair) low = 0;
}

void describe_groups(TomlTable& file, StageSpec& stage) {
    file.number("groups", stage.groups, 1, 100'000);
    describe_group_size(file, stage);
    file.check(!file.has("groups") || !file.has("group-size"), "group-size",
               "give groups or group-size, not both");
    file.check(file.has("groups") || file.has("group-size"), "",
               "groups need their number (groups = 4) or their size (group-size = 8, or [8, 10])");
}

void describe_league(TomlTable& file, StageSpec& stage) {
    const bool is_swiss = stage.type == StageType::kSwiss;
    const bool has_groups = stage.type == StageType::kGroups;
    if (has_groups) describe_groups(file, stage);
    if (has_groups || is_swiss) file.name("draw", stage.draw);
    if (is_swiss) file.number("rounds", stage.rounds, 1, 1000);
    else file.number("cycles", stage.cycles, 1, 1000);
    if (stage.type == StageType::kGauntlet) {
        file.number("challengers", stage.challengers, 1, 100'000);
    }
    file.name("scoring", stage.scoring);
    file.names("tie-breaks", stage.tie_breaks);
    file.check(!stage.tie_breaks.empty(), "tie-breaks",
               "tie-breaks is empty; begin it with \"points\"");
}

void describe_bracket(TomlTable& file, StageSpec& stage) {
    file.name("draw", stage.draw);
    file.check(stage.draw == Draw::kSeeded || stage.draw == Draw::kRandom, "draw",
               "draw of a bracket is seeded or random");
    file.names("decide", stage.deciders);
    file.number("extra-pairs", stage.extra_pairs, 1, 1000);
    if (stage.type == StageType::kKnockout) file.truth("third-place", stage.third_place);
    else file.truth("reset", stage.reset);
}

void describe(TomlTable& file, StageSpec& stage) {
    file.text("name", stage.name);
    file.name("type", stage.type);
    describe_format(file, stage.format);
    file.name("first", stage.first);
    file.number("advance", stage.advance, 1, 1'000'000);
    file.numbers("award", stage.award, !stage.award.empty());
    if (stage.is_bracket()) describe_bracket(file, stage);
    else describe_league(file, stage);
}

void describe(TomlTable& file, BotEntry& bot) {
    file.text("source", bot.source);
    file.text("name", bot.name);
    file.text("team", bot.team, !bot.team.empty());
    file.value(
        "time", bot.time_control, arena::parse_time_control,
        [](const auto& control) { return arena::to_text(*control); }, bot.time_control.has_value());
}

void describe(TomlTable& file, Absence& absence, const std::vector<StageSpec>& stages) {
    file.name("away", absence.kind);
    const auto find_stage = [&](std::string_view text) -> base::Result<int> {
        std::string names;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            if (stages[i].name == text) return static_cast<int>(i);
            names += (i > 0 ? ", " : "") + base::quoted(stages[i].name);
        }
        return fail("there is no stage {}; there are {}", base::quoted(text), names);
    };
    file.value("from-stage", absence.stage, find_stage,
               [&](int stage) { return stages[static_cast<std::size_t>(stage)].name; });
    int round = absence.wave + 1;
    file.number("from-round", round, 1, 1'000'000);
    absence.wave = round - 1;
    file.text("reason", absence.reason);
}

/// The keys that `describe_all` reads.
std::set<std::string> keys_of(const std::function<void(TomlTable&)>& describe_all) {
    const toml::table empty;
    TomlTable in(empty, "", "");
    describe_all(in);
    return in.keys();
}

/// Where a key must stand that was found elsewhere, if it is one of the tournament.
std::string place_in_tournament(std::string_view key) {
    TournamentSpec spec;
    const auto keys = keys_of([&](TomlTable& in) { describe(in, spec, {}); });
    if (key != "preset" && key != "bots" && !keys.contains(std::string(key))) return "";
    return "; it is a key of the tournament and must stand above the first [[stage]] or [[bot]]";
}

/// The same for a key of stages of any type.
std::string place_in_stage(std::string_view key) {
    for (const std::string_view type : names_of(StageType())) {
        StageSpec stage;
        stage.type = *parse_name<StageType>(type);
        const auto keys = keys_of([&](TomlTable& in) { describe(in, stage); });
        if (keys.contains(std::string(key))) {
            return "; it is a key of a stage and must stand below its [[stage]]";
        }
    }
    return "";
}

/// With what toml++ finds wrong. A string that lacks its closing quote runs into the end of the
/// line, which toml++ calls a control character.
std::string syntax_error(const toml::parse_error& error) {
    const std::string_view found = error.description();
    const auto has = [&](std::string_view words) { return found.find(words) != found.npos; };
    const bool may_be_open = has("string") && (has("control characters") || has("end-of-file"));
    return base::safe_name(found) + (may_be_open ? "; is its closing quote missing?" : "");
}

/// Reads one string into a specification; a preset is read the same way before it.
class SpecReader {
public:
    SpecReader(TournamentSpec& spec, const Files& files, std::string_view origin)
        : spec_(spec), files_(files), origin_(origin) {}

    base::Result<void> read(std::string_view text);

private:
    base::Result<void> read_preset(TomlTable& top);
    base::Result<void> read_stages(TomlTable& top);
    base::Result<StageSpec> read_stage(const toml::table& table);
    base::Result<void> read_bots(TomlTable& top);
    base::Result<void> read_bot(const toml::table& table);
    void read_absence(TomlTable& in, TeamId team);

    TournamentSpec& spec_;
    Files files_;
    std::string_view origin_;
    const toml::node* groups_ = nullptr;  ///< of the first stage, where the file says their number
};

base::Result<void> SpecReader::read(std::string_view text) {
    constexpr int kMostParts = 20;
    if (const auto line = line_of_deep_key(text, kMostParts)) {
        return fail("{}, line {}: a key may have {} parts at most", origin_, *line, kMostParts);
    }
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        return fail("{}, line {}: {}", origin_, parsed.error().source().begin.line,
                    syntax_error(parsed.error()));
    }
    TomlTable top(parsed.table(), origin_, "a tournament");
    TRY(read_preset(top));
    describe(top, spec_, files_);
    TRY(read_stages(top));
    TRY(read_bots(top));
    const int groups = spec_.stages.empty() ? 0 : spec_.stages.front().groups;
    if (groups_ != nullptr && 2 * static_cast<std::size_t>(groups) > spec_.bots.size()) {
        top.complain(*groups_, "groups is {}, for {}; every group needs two at least", groups,
                     base::counted(spec_.bots.size(), "bot"));
    }
    return top.finish(place_in_stage);
}

base::Result<void> SpecReader::read_preset(TomlTable& top) {
    TournamentPreset preset;
    top.value("preset", preset, find_preset, &TournamentPreset::name);
    if (preset.name.empty()) return {};
    return SpecReader(spec_, files_, preset.name).read(preset.toml);
}

base::Result<void> SpecReader::read_stages(TomlTable& top) {
    const auto tables = top.tables("stage");
    if (tables.empty()) return {};
    spec_.stages.clear();
    for (const toml::table* table : tables) {
        spec_.stages.push_back(TRY(read_stage(*table)));
    }
    return {};
}

base::Result<StageSpec> SpecReader::read_stage(const toml::table& table) {
    StageSpec stage;
    TomlTable in(table, origin_, "a stage");
    in.name("type", stage.type);
    in.check(in.has("type"), "", "the stage has no type; {}",
             parse_name<StageType>("").error().message);
    in.rename(fmt::format("a stage of type {}", name(stage.type)));
    stage.name = fmt::format("Stage {}", spec_.stages.size() + 1);
    if (stage.is_bracket()) stage.draw = Draw::kSeeded;
    if (stage.type == StageType::kSwiss) {
        stage.tie_breaks = {Criterion::kPoints, Criterion::kBuchholz, Criterion::kSonnebornBerger,
                            Criterion::kWins, Criterion::kBlocks};
    }
    describe(in, stage);
    if (spec_.stages.empty() && stage.groups > 0) groups_ = in.node("groups");
    TRY(in.finish(place_in_tournament));
    return stage;
}

base::Result<void> SpecReader::read_bots(TomlTable& top) {
    std::vector<std::string> patterns;
    const auto as_it_is = [](std::string_view text) { return base::Result(std::string(text)); };
    top.values("bots", patterns, as_it_is, std::identity());
    for (const std::string& pattern : patterns) {
        auto found = expand_source(pattern, files_.folder);
        top.check(found.has_value(), "bots", "{}", found ? "" : found.error().message);
        if (found) spec_.bots.insert(spec_.bots.end(), found->begin(), found->end());
    }
    if (!patterns.empty()) spec_.notes = leave_out_modules(spec_.bots);
    for (const toml::table* table : top.tables("bot")) {
        TRY(read_bot(*table));
    }
    return {};
}

/// `options = {Hash = 8, Style = "calm"}`.
process::UgiOptions options_of(TomlTable& in) {
    const toml::node* const node = in.node("options");
    if (node == nullptr) return {};
    const toml::table* const options = node->as_table();
    if (options == nullptr) {
        in.complain(*node, "options takes a table, as in options = {{Hash = 8, Style = \"calm\"}}");
        return {};
    }
    process::UgiOptions read;
    for (const auto& [name, value] : *options) {
        std::string word;
        if (const auto truth = value.value_exact<bool>()) word = *truth ? "true" : "false";
        else if (const auto whole = value.value_exact<std::int64_t>())
            word = fmt::to_string(*whole);
        else if (const auto number = value.value_exact<double>()) word = fmt::to_string(*number);
        else if (const auto quoted = value.value_exact<std::string>()) word = *quoted;
        else in.complain(value, "an option is a string in quotes, a number, true or false");
        read.emplace_back(name.str(), word);
    }
    if (const auto fine = sources::check_options(read); !fine)
        in.complain(*node, "{}", fine.error().message);
    return read;
}

base::Result<void> SpecReader::read_bot(const toml::table& table) {
    TomlTable in(table, origin_, "a bot");
    BotEntry bot;
    describe(in, bot);
    in.check(in.has("source"), "", "the bot has no source: a file, a built-in bot or a command");
    bot.source = sources::options_text(options_of(in)) + absolute_source(bot.source, files_.folder);
    spec_.bots.push_back(std::move(bot));
    read_absence(in, TeamId{static_cast<int>(spec_.bots.size()) - 1});
    return in.finish(place_in_tournament);
}

void SpecReader::read_absence(TomlTable& in, TeamId team) {
    Absence absence{team};
    describe(in, absence, spec_.stages);
    const bool is_away = in.has("away");
    for (const char* key : {"from-stage", "from-round", "reason"}) {
        in.check(is_away || !in.has(key), "",
                 "from-stage, from-round and reason go with away = \"withdrawn\" or "
                 "\"disqualified\"");
    }
    if (is_away) spec_.absences.push_back(std::move(absence));
}

}  // namespace

base::Result<TournamentSpec> parse_spec(std::string_view toml, const fs::path& folder,
                                        std::string_view origin, arena::OpeningLines openings) {
    TournamentSpec spec;
    spec.time_control.move = std::chrono::seconds(10);
    TRY(SpecReader(spec, {folder, openings}, origin).read(toml));
    TRY(check_spec(spec, origin));
    if (auto named = name_bots(spec.bots); !named)
        return fail("{}: {}", origin, named.error().message);
    for (std::string& note : stage_notes(spec)) spec.notes.push_back(std::move(note));
    return spec;
}

base::Result<TournamentSpec> read_spec(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        return fail("{}: a tournament's file is needed, this is a folder", file.native());
    }
    const std::string shown = base::quoted(file.native(), 200);
    constexpr std::string_view kAdvice =
        "'ninefold tournament preset course > cup.toml' makes one to start from";
    if (!fs::exists(file, error)) return fail("there is no file {}; {}", shown, kAdvice);
    const auto look = sources::look_at(file);
    if (look && look->kind != sources::FileKind::kOther) {
        return fail("{} is {}, and a tournament's file is needed, which names the bots; {}", shown,
                    look->what, kAdvice);
    }
    return parse_spec(TRY(base::read_file(file)), fs::absolute(file).parent_path(), file.native());
}

std::string to_toml(const TournamentSpec& given) {
    TournamentSpec spec = given;  // what names the keys takes fields that it may set
    std::string text;
    TomlTable file(text);
    describe(file, spec, {});
    for (StageSpec& stage : spec.stages) {
        text += "\n[[stage]]\n";
        describe(file, stage);
    }
    for (int i = 0; i < static_cast<int>(spec.bots.size()); ++i) {
        text += "\n[[bot]]\n";
        describe(file, spec.bots[static_cast<std::size_t>(i)]);
        const auto absence = std::ranges::find(spec.absences, TeamId{i}, &Absence::team);
        if (absence != spec.absences.end()) describe(file, *absence, spec.stages);
    }
    return text;
}

}  // namespace ninefold::tournament
