// SPDX-License-Identifier: MIT
#include "server/match_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "arena/match_spec.h"
#include "arena/openings.h"
#include "base/try.h"
#include "rules/position_text.h"
#include "tournament/bot_entries.h"

namespace ninefold::server {

namespace {

constexpr std::size_t kLongestEvent = 100;  ///< its name
constexpr std::size_t kMostBots = 64;       ///< of a tournament

/// The members of a request, or of what is kept of one, as match_spec_from_json() reads them.
HttpResult<Json> read_conditions(Members& members) {
    Json json = {{"a", members.needed_text("a")},
                 {"b", members.needed_text("b")},
                 {"time_control", members.text("time_control", "move=1s")},
                 {"openings", members.text("openings", "start")},
                 {"seed", members.number("seed", 0, INT64_MAX, 1)}};
    // `start` is what the kept spec calls it.
    std::string start = members.text("position", members.text("start"));
    if (start.empty()) {
        start = rules::to_text(
            rules::AnyPosition::start(members.parsed("rules", rules::parse_rules, "standard")));
    }
    json["start"] = std::move(start);
    json["format"] = members.text("format");
    if (json["format"] == "") {
        json["format"] =
            fmt::format("games={}", members.number("games", 1, arena::MatchFormat::kMostGames, 10));
    }
    if (members.wrong()) return *members.wrong();
    return json;
}

/// Openings from a file would let a request read any file of the server's.
std::optional<HttpError> refuse_file(std::string_view openings) {
    if (!openings.starts_with("file:")) return std::nullopt;
    return bad_request("'openings': a file can be given on the command line only");
}

/// `double-elimination` → "Double elimination".
std::string title(tournament::StageType type) {
    std::string words(tournament::name(type));
    std::replace(words.begin(), words.end(), '-', ' ');
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
}

HttpResult<tournament::StageSpec> read_stage(Members& members) {
    tournament::StageSpec stage;
    stage.type =
        members.parsed("type", tournament::parse_name<tournament::StageType>, "round-robin");
    if (stage.type == tournament::StageType::kGroups) {
        return bad_request("'type': groups need a tournament file (docs/tournaments.md)");
    }
    stage.name = title(stage.type);
    stage.format = arena::MatchFormat::games(members.number<int>("games", 1, 1000, 2));
    stage.rounds = members.number<int>("rounds", 0, 100, 0);
    stage.third_place = members.flag("third_place", false);
    if (stage.is_bracket()) stage.draw = tournament::Draw::kSeeded;
    return stage;
}

HttpResult<std::vector<tournament::BotEntry>> read_entries(
    const Json& request, const tournament::TournamentSpec& spec,
    const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    if (!request.contains("bots") || !request["bots"].is_array() || request["bots"].empty() ||
        request["bots"].size() > kMostBots) {
        return bad_request("'bots' must be a list of 2 to {} bots", kMostBots);
    }
    std::vector<tournament::BotEntry> entries;
    for (const Json& bot : request["bots"]) {
        if (!bot.is_string()) return bad_request("'bots' must be a list of strings");
        const auto found = TRY(
            or_bad_request("'bots': ", tournament::expand_source(bot.get<std::string>(),
                                                                 std::filesystem::current_path())));
        entries.insert(entries.end(), found.begin(), found.end());
    }
    tournament::leave_out_modules(entries);
    if (entries.size() < 2 || entries.size() > kMostBots) {
        return bad_request("'bots': 2 to {} bots are needed, and these are {}", kMostBots,
                           entries.size());
    }
    for (const tournament::BotEntry& entry : entries) {
        const auto source =
            TRY(or_bad_request("'bots': ",
                               sources::BotSource::parse(entry.source, sources::HouseRules(),
                                                         supervisor)));
        TRY(or_bad_request("'openings': ",
                           arena::check_beginning(source, rules::AnyPosition::start(spec.rules),
                                                  spec.openings)));
    }
    TRY(or_bad_request("'bots': ", tournament::name_bots(entries)));
    return entries;
}

}  // namespace

HttpResult<MatchPlan> make_plan(const Json& request,
                                const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    auto conditions = TRY(read_conditions(members));
    if (const auto refused = refuse_file(conditions["openings"].get<std::string>())) {
        return *refused;
    }
    auto spec = arena::match_spec_from_json(conditions);
    if (!spec) {
        std::string why = spec.error().message;
        if (const std::string_view start = "'start'"; why.starts_with(start)) {
            why.replace(0, start.size(), "'position'");  // as the request calls it
        }
        return bad_request("{}", why);
    }
    spec->event = members.text("event");
    const int concurrency = members.number<int>("concurrency", 1, 64, 1);
    if (spec->event.size() > kLongestEvent) return bad_request("'event' is too long");
    if (members.wrong()) return *members.wrong();

    const sources::HouseRules house;
    auto a =
        TRY(or_bad_request("'a': ", sources::BotSource::parse(spec->a_source, house, supervisor)));
    auto b =
        TRY(or_bad_request("'b': ", sources::BotSource::parse(spec->b_source, house, supervisor)));
    const std::array sources = {a, b};
    for (const sources::BotSource& bot : sources) {
        TRY(or_bad_request("'openings': ",
                           arena::check_beginning(bot, spec->start, spec->openings)));
    }
    const std::vector<std::string> names = sources::distinct_names(sources);
    spec->a_name = names[0];
    spec->b_name = names[1];
    Json kept = arena::to_json(*spec);
    kept["event"] = spec->event;
    kept["concurrency"] = concurrency;
    return MatchPlan{{.owner = store::MatchOwner::kServer,
                      .spec = std::move(*spec),
                      .a = std::move(a),
                      .b = std::move(b),
                      .conditions = std::move(kept)},
                     concurrency};
}

HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    tournament::TournamentSpec spec;
    spec.name = members.needed_text("event");
    if (spec.name.empty()) return bad_request("'event' is missing");
    if (spec.name.size() > kLongestEvent) return bad_request("'event' is too long");
    spec.rules = members.parsed("rules", rules::parse_rules, "standard");
    spec.time_control = members.parsed("time_control", arena::parse_time_control, "move=1s");
    if (const auto refused = refuse_file(members.text("openings"))) return *refused;
    spec.openings = members.parsed(
        "openings",
        [&](const std::string& text) {
            return arena::Openings::parse(text, rules::AnyPosition::start(spec.rules));
        },
        "start");
    spec.seed = members.number<std::uint64_t>("seed", 0, INT64_MAX, 1);
    spec.concurrency = members.number<int>("concurrency", 1, 64, 1);
    auto stage = TRY(read_stage(members));
    if (members.wrong()) return *members.wrong();
    spec.stages.push_back(std::move(stage));
    spec.bots = TRY(read_entries(request, spec, supervisor));
    return spec;
}

base::Error bots_changed(const std::vector<std::string>& bots, int games, std::string_view which) {
    return base::fail("{} changed after game {} was played; restore the old files and resume, or "
                      "resume with the new ones, which the {} will record",
                      fmt::join(bots, ", "), games, which);
}

}  // namespace ninefold::server
