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
constexpr const char* kUsualTime = "move=1s";

void read_event(base::JsonMembers& in, std::string& field) {
    in.parsed("event", field, [](const std::string& text) -> base::Result<std::string> {
        if (text.size() <= kLongestEvent) return text;
        return base::fail("it is too long; at most {} bytes are allowed", kLongestEvent);
    });
}

/// A file would let a request read any file of the server's.
void refuse_openings_file(base::JsonMembers& in) {
    std::string openings;
    in.text("openings", openings);
    if (!openings.starts_with("file:")) return;
    in.refuse(base::fail("'openings': a file can be given on the command line only"));
}

/// Reads a request, or what is kept of one, which has `start` for `position`.
HttpResult<arena::MatchSpec> read_match_spec(base::JsonMembers& in, Json request) {
    int games = 10;
    std::string event, format;
    read_event(in, event);
    (void)in.needed("a");
    (void)in.needed("b");
    in.number("games", games, 1, arena::MatchFormat::kMostGames);
    in.text("format", format);
    refuse_openings_file(in);
    const rules::AnyPosition start = read_start(in);
    if (in.error()) return bad_request(*in.error());
    if (start.is_over()) return bad_request("'position': the game is over there");
    if (format.empty()) request["format"] = arena::MatchFormat::games(games).text();
    if (in.find("start") == nullptr) request["start"] = rules::to_text(start);
    if (in.find("time_control") == nullptr) request["time_control"] = kUsualTime;
    auto spec = TRY(or_bad_request("", arena::match_spec_from_json(request)));
    spec.event = std::move(event);
    return spec;
}

/// `double-elimination` → "Double elimination".
std::string title(tournament::StageType type) {
    std::string words(tournament::name(type));
    std::replace(words.begin(), words.end(), '-', ' ');
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
}

HttpResult<tournament::StageSpec> read_stage(base::JsonMembers& in) {
    int games = 2;
    tournament::StageSpec stage;
    in.parsed("type", stage.type, tournament::parse_name<tournament::StageType>);
    if (stage.type == tournament::StageType::kGroups) {
        return bad_request("'type': groups need a tournament file (docs/tournaments.md)");
    }
    stage.name = title(stage.type);
    in.number("games", games, 1, 1000);
    stage.format = arena::MatchFormat::games(games);
    in.number("rounds", stage.rounds, 0, 100);
    in.flag("third_place", stage.third_place);
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
    int concurrency = 1;
    base::JsonMembers in(request);
    in.number("concurrency", concurrency, 1, 64);
    auto spec = TRY(read_match_spec(in, request));
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

HttpResult<MatchPlan> plan_request(const Json& request,
                                   const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    for (const char* name : {"first_game", "proof_cells", "proof_nodes", "proof_table_mb"}) {
        if (!request.is_object() || !request.contains(name)) continue;
        return bad_request("'{}' cannot be chosen; docs/api.md lists what can", name);
    }
    return make_plan(request, supervisor);
}

HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    base::JsonMembers in(request);
    tournament::TournamentSpec spec;
    spec.name.clear();
    spec.time_control = *arena::parse_time_control(kUsualTime);
    read_event(in, spec.name);
    if (spec.name.empty() && !in.error()) return bad_request("'event' is missing");
    in.parsed("rules", spec.rules, rules::parse_rules);
    in.parsed("time_control", spec.time_control, arena::parse_time_control);
    refuse_openings_file(in);
    in.parsed("openings", spec.openings, [&](const std::string& text) {
        return arena::Openings::parse(text, rules::AnyPosition::start(spec.rules));
    });
    in.number("seed", spec.seed, 0, INT64_MAX);
    in.number("concurrency", spec.concurrency, 1, 64);
    auto stage = TRY(read_stage(in));
    if (in.error()) return bad_request(*in.error());
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
