// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/file_contents.h"
#include "base/try.h"
#include "sources/bot_name.h"
#include "tournament/bot_entries.h"
#include "tournament/toml_table.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

namespace {

namespace fs = std::filesystem;
using base::fail;

/// Reads one text into a specification; a preset is read the same way before it.
class SpecReader {
public:
    SpecReader(TournamentSpec& spec, const fs::path& folder, std::string_view origin)
        : spec_(spec), folder_(folder), origin_(origin) {}

    base::Result<void> read(std::string_view text);

private:
    base::Result<void> read_preset(TomlTable& top);
    void read_top(TomlTable& top);
    void read_adjudication(TomlTable& top);
    base::Result<void> read_stages(TomlTable& top);
    base::Result<StageSpec> read_stage(const toml::table& table);
    void read_meetings(TomlTable& in, StageSpec& stage);
    void read_league(TomlTable& in, StageSpec& stage);
    void read_groups(TomlTable& in, StageSpec& stage);
    void read_bracket(TomlTable& in, StageSpec& stage);
    base::Result<void> read_bots(TomlTable& top);
    base::Result<void> read_bot(const toml::table& table);
    void read_absence(TomlTable& in, TeamId team);

    template <typename T>
    static void set(T& field, const auto& value) {
        if (value) field = static_cast<T>(*value);
    }

    TournamentSpec& spec_;
    const fs::path& folder_;
    std::string_view origin_;
    const toml::node* groups_ = nullptr;  ///< of the first stage, where the text says their number
};

base::Result<void> SpecReader::read(std::string_view text) {
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        return fail("{}, line {}: {}", origin_, parsed.error().source().begin.line,
                    base::safe_name(parsed.error().description()));
    }
    TomlTable top(parsed.table(), origin_, "a tournament");
    TRY(read_preset(top));
    read_top(top);
    TRY(read_stages(top));
    TRY(read_bots(top));
    const int groups = spec_.stages.empty() ? 0 : spec_.stages.front().groups;
    if (groups_ != nullptr && 2 * static_cast<std::size_t>(groups) > spec_.bots.size()) {
        top.complain(*groups_,
                     "groups is {}, but there are {} bots; every group needs two at least", groups,
                     spec_.bots.size());
    }
    return top.finish();
}

base::Result<void> SpecReader::read_preset(TomlTable& top) {
    const auto preset = top.parsed("preset", find_preset);
    if (!preset) return {};
    return SpecReader(spec_, folder_, preset->name).read(preset->toml);
}

void SpecReader::read_top(TomlTable& top) {
    constexpr std::int64_t kMost = INT64_MAX;
    set(spec_.name, top.text("name"));
    set(spec_.seed, top.number("seed", 0, kMost));
    set(spec_.rules, top.parsed("rules", rules::parse_rules));
    set(spec_.time_control, top.parsed("time", arena::parse_time_control));
    set(spec_.points, top.parsed("points", parse_name<arena::PointScale>));
    set(spec_.concurrency, top.number("concurrency", 1, 1024));
    const auto openings = top.parsed("openings", [&](std::string_view text) {
        std::string from(text);
        if (text.starts_with("file:")) from = "file:" + (folder_ / text.substr(5)).string();
        return arena::Openings::parse(from, rules::AnyPosition::start(spec_.rules));
    });
    set(spec_.openings, openings);
    read_adjudication(top);
}

void SpecReader::read_adjudication(TomlTable& top) {
    set(spec_.adjudication.how, top.parsed("adjudicate", parse_name<arena::Adjudicate>));
    const auto sure = top.decimal("adjudicate-sure", 0.5, 1);
    const auto moves = top.number("adjudicate-moves", 1, 40);
    set(spec_.adjudication.agreement, sure);
    set(spec_.adjudication.plies, moves);
    if ((sure || moves) && !arena::by_agreement(spec_.adjudication.how)) {
        top.complain(*top.node(sure ? "adjudicate-sure" : "adjudicate-moves"),
                     "adjudicate-sure and adjudicate-moves go with adjudicate = \"agree\" or "
                     "\"both\"");
    }
    if (spec_.adjudication.how == arena::Adjudicate::kOff ||
        spec_.points == arena::PointScale::kPlain) {
        return;
    }
    if (const toml::node* where = top.node(top.node("adjudicate") ? "adjudicate" : "points")) {
        top.complain(*where,
                     "points \"{}\" count the blocks of a finished board, which an adjudicated "
                     "game has not; say points = \"plain\" or adjudicate = \"off\"",
                     arena::name(spec_.points));
    }
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
    const auto type = in.parsed("type", parse_name<StageType>);
    if (!type) {
        in.complain_here("the stage has no type; " + parse_name<StageType>("").error().message);
    }
    set(stage.type, type);
    in.rename(fmt::format("a stage of type {}", name(stage.type)));
    stage.name = fmt::format("Stage {}", spec_.stages.size() + 1);
    set(stage.name, in.text("name"));
    read_meetings(in, stage);
    set(stage.advance, in.number("advance", 1, 1'000'000));
    set(stage.award, in.numbers("award"));
    if (stage.is_bracket()) read_bracket(in, stage);
    else read_league(in, stage);
    TRY(in.finish());
    return stage;
}

void SpecReader::read_meetings(TomlTable& in, StageSpec& stage) {
    constexpr int kMostGames = 100'000;
    const auto games = in.number("games", 1, kMostGames);
    const auto format = in.parsed("format", arena::MatchFormat::parse);
    if (games && format) {
        in.complain(*in.node("format"), "either games or format is said, not both");
    }
    if (format && format->most_games() > kMostGames) {
        in.complain(*in.node("format"), "format: two bots meet in {} games; at most {} are allowed",
                    format->most_games(), kMostGames);
    }
    if (games) stage.format = arena::MatchFormat::games(static_cast<int>(*games));
    if (format) stage.format = *format;
    set(stage.first, in.parsed("first", parse_name<FirstMove>));
}

void SpecReader::read_league(TomlTable& in, StageSpec& stage) {
    if (stage.type == StageType::kSwiss) {
        stage.tie_breaks = {Criterion::kPoints, Criterion::kBuchholz, Criterion::kSonnebornBerger,
                            Criterion::kWins, Criterion::kBlocks};
        set(stage.rounds, in.number("rounds", 1, 1000));
        set(stage.draw, in.parsed("draw", parse_name<Draw>));
    } else {
        set(stage.cycles, in.number("cycles", 1, 1000));
    }
    if (stage.type == StageType::kGauntlet) {
        set(stage.challengers, in.number("challengers", 1, 100'000));
    }
    if (stage.type == StageType::kGroups) read_groups(in, stage);
    set(stage.scoring, in.parsed("scoring", parse_name<Scoring>));
    set(stage.tie_breaks, in.parsed_list("tie-breaks", parse_name<Criterion>));
    if (stage.tie_breaks.empty()) {
        in.complain(*in.node("tie-breaks"), "tie-breaks is empty; begin it with \"points\"");
    }
}

void SpecReader::read_groups(TomlTable& in, StageSpec& stage) {
    set(stage.groups, in.number("groups", 1, 100'000));
    if (spec_.stages.empty()) groups_ = in.node("groups");
    set(stage.draw, in.parsed("draw", parse_name<Draw>));
    const toml::node* size = in.node("group-size");
    if (size == nullptr) {
        if (stage.groups == 0) {
            in.complain_here("groups need their number (groups = 4) or their size (group-size = 8, "
                             "or [8, 10])");
        }
        return;
    }
    if (stage.groups > 0) {
        return in.complain(*size, "either groups or group-size is said, not both");
    }
    const toml::array* range = size->as_array();
    const auto low =
        range != nullptr && range->size() == 2 ? range->get(0)->value<int>() : size->value<int>();
    const auto high = range != nullptr && range->size() == 2 ? range->get(1)->value<int>() : low;
    if (!low || !high || *low < 2 || *high < *low) {
        return in.complain(*size, "group-size is a number from 2, or two of them: [8, 10]");
    }
    stage.smallest_group = range != nullptr ? *low : 0;
    stage.largest_group = *high;
}

void SpecReader::read_bracket(TomlTable& in, StageSpec& stage) {
    stage.draw = Draw::kSeeded;
    const auto draw = in.parsed("draw", parse_name<Draw>);
    if (draw && *draw != Draw::kSeeded && *draw != Draw::kRandom) {
        in.complain(*in.node("draw"), "draw of a bracket is seeded or random");
    }
    set(stage.draw, draw);
    set(stage.deciders, in.parsed_list("decide", parse_name<Decider>));
    set(stage.extra_pairs, in.number("extra-pairs", 1, 1000));
    if (stage.type == StageType::kKnockout) set(stage.third_place, in.truth("third-place"));
    else set(stage.reset, in.truth("reset"));
}

base::Result<void> SpecReader::read_bots(TomlTable& top) {
    const auto patterns = top.parsed_list("bots", [](std::string_view text) {
        return base::Result<std::string>(std::string(text));
    });
    if (patterns) {
        const toml::node& where = *top.node("bots");  // none is found after the first mistake
        for (const std::string& pattern : *patterns) {
            auto found = expand_source(pattern, folder_);
            if (!found) top.complain(where, "{}", found.error().message);
            else spec_.bots.insert(spec_.bots.end(), found->begin(), found->end());
        }
        spec_.notes = leave_out_modules(spec_.bots);
    }
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
    const auto source = in.text("source");
    if (!source) {
        in.complain_here("the bot has no source: a file, a built-in bot or a command");
    }
    if (source)
        bot.source = sources::options_text(options_of(in)) + absolute_source(*source, folder_);
    set(bot.name, in.text("name"));
    set(bot.team, in.text("team"));
    bot.time_control = in.parsed("time", arena::parse_time_control);
    spec_.bots.push_back(std::move(bot));
    read_absence(in, TeamId{static_cast<int>(spec_.bots.size()) - 1});
    return in.finish();
}

void SpecReader::read_absence(TomlTable& in, TeamId team) {
    const auto kind = in.parsed("away", parse_name<Absence::Kind>);
    const auto stage = in.parsed("from-stage", [&](std::string_view text) -> base::Result<int> {
        std::string names;
        for (std::size_t i = 0; i < spec_.stages.size(); ++i) {
            if (spec_.stages[i].name == text) return static_cast<int>(i);
            names += (i > 0 ? ", " : "") + base::quoted(spec_.stages[i].name);
        }
        return fail("there is no stage {}; there are {}", base::quoted(text), names);
    });
    const auto round = in.number("from-round", 1, 1'000'000);
    const auto reason = in.text("reason");
    if (!kind) {
        if (stage || round || reason) {
            in.complain_here("from-stage, from-round and reason go with away = \"withdrawn\" or "
                             "\"disqualified\"");
        }
        return;
    }
    spec_.absences.push_back({team, *kind, stage.value_or(0),
                              static_cast<int>(round.value_or(1)) - 1, reason.value_or("")});
}

base::Result<void> check(const TournamentSpec& spec, std::string_view origin) {
    if (spec.stages.empty()) {
        return fail("{}: there is no stage; write [[stage]] with its type, or preset = \"…\"",
                    origin);
    }
    if (spec.bots.size() < 2) {
        return fail("{}: {} bots; two at least are needed, in bots = [\"…\"] or [[bot]]", origin,
                    spec.bots.size());
    }
    return {};
}

}  // namespace

base::Result<TournamentSpec> parse_spec(std::string_view toml, const fs::path& folder,
                                        std::string_view origin) {
    TournamentSpec spec;
    spec.time_control.move = std::chrono::seconds(10);
    TRY(SpecReader(spec, folder, origin).read(toml));
    TRY(check(spec, origin));
    if (auto named = name_bots(spec.bots); !named)
        return fail("{}: {}", origin, named.error().message);
    return spec;
}

base::Result<TournamentSpec> read_spec(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        return fail("{}: a tournament's file is needed, this is a folder", file.native());
    }
    if (!fs::exists(file, error)) {
        return fail("there is no file {}; 'ninefold tournament preset course > cup.toml' makes one "
                    "to start from",
                    base::quoted(file.native(), 200));
    }
    return parse_spec(TRY(base::read_file(file)), fs::absolute(file).parent_path(), file.native());
}

}  // namespace ninefold::tournament
