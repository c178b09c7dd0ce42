// SPDX-License-Identifier: MIT
#include "server/match_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "arena/match_spec.h"
#include "arena/openings.h"
#include "base/try.h"
#include "rules/position_text.h"
#include "server/analyst.h"
#include "tournament/bot_entries.h"

namespace ninefold::server {

namespace {

constexpr std::size_t kLongestEvent = 100;  ///< its name
constexpr std::size_t kMostBots = 64;       ///< of a tournament

std::string read_event(Members& members) {
    return members.parsed("event", [](std::string text) -> base::Result<std::string> {
        if (text.size() <= kLongestEvent) return text;
        return base::fail("it is too long; at most {} bytes are allowed", kLongestEvent);
    });
}

arena::Openings read_openings(Members& members, const rules::AnyPosition& start) {
    const auto parse = [&](const std::string& text) -> base::Result<arena::Openings> {
        if (!text.starts_with("file:")) return arena::Openings::parse(text, start);
        // It would let a request read any file of the server's.
        return base::fail("a file can be given on the command line only");
    };
    return members.parsed("openings", parse, "start");
}

/// Reads a request, or what is kept of one, which has `start` for `position`.
HttpResult<arena::MatchSpec> read_match_spec(Members& members) {
    arena::MatchSpec spec;
    spec.event = read_event(members);
    spec.a_source = members.needed_text("a");
    spec.b_source = members.needed_text("b");
    spec.start =
        members.has("start") ? members.parsed("start", rules::parse_position) : read_start(members);
    if (spec.start.is_over()) return bad_request("'position': the game is over there");
    const auto parse_times = [](const std::string& text) {
        return text.empty() ? arena::TimeControls() : arena::parse_time_controls(text, "AB");
    };
    const arena::TimeControls times = members.parsed("time_control", parse_times, "move=1s");
    spec.time_control = times.x;
    if (times.o != times.x) spec.time_control_b = times.o;
    spec.openings = read_openings(members, spec.start);
    spec.seed = members.number<std::uint64_t>("seed", 0, INT64_MAX, 1);
    std::string format = members.text("format");
    if (format.empty()) {
        format =
            fmt::format("games={}", members.number("games", 1, arena::MatchFormat::kMostGames, 10));
    }
    spec.format = TRY(or_bad_request("'format': ", arena::MatchFormat::parse(format)));
    return spec;
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
    auto spec = TRY(read_match_spec(members));
    const int concurrency = members.number<int>("concurrency", 1, 64, 1);
    if (members.wrong()) return *members.wrong();

    const sources::HouseRules house;
    auto a =
        TRY(or_bad_request("'a': ", sources::BotSource::parse(spec.a_source, house, supervisor)));
    auto b =
        TRY(or_bad_request("'b': ", sources::BotSource::parse(spec.b_source, house, supervisor)));
    const std::array sources = {a, b};
    for (const sources::BotSource& bot : sources) {
        TRY(or_bad_request("'openings': ", arena::check_beginning(bot, spec.start, spec.openings)));
    }
    const std::vector<std::string> names = sources::distinct_names(sources);
    spec.a_name = names[0];
    spec.b_name = names[1];
    Json kept = arena::to_json(spec);
    kept["event"] = spec.event;
    kept["concurrency"] = concurrency;
    return MatchPlan{{.owner = store::MatchOwner::kServer,
                      .spec = std::move(spec),
                      .a = std::move(a),
                      .b = std::move(b),
                      .conditions = std::move(kept)},
                     concurrency};
}

HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    tournament::TournamentSpec spec;
    spec.name = read_event(members);
    if (spec.name.empty() && !members.wrong()) return bad_request("'event' is missing");
    spec.rules = members.parsed("rules", rules::parse_rules, "standard");
    spec.time_control = members.parsed("time_control", arena::parse_time_control, "move=1s");
    spec.openings = read_openings(members, rules::AnyPosition::start(spec.rules));
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
