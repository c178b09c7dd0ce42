// SPDX-License-Identifier: MIT
#include "server/tournament_plan.h"

#include <algorithm>
#include <filesystem>

#include "arena/beginning.h"
#include "server/match_plan.h"
#include "tournament/bot_entries.h"

namespace ninefold::server {

namespace {

constexpr std::size_t kMostBots = 64;

/// `double-elimination` → "Double elimination".
std::string title(tournament::StageType type) {
    std::string words(tournament::name(type));
    std::replace(words.begin(), words.end(), '-', ' ');
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
}

HttpResult<tournament::StageSpec> read_stage(Members& members) {
    const auto type = tournament::parse_stage_type(members.text("type", "round-robin"));
    if (!type) return bad_request("'type': {}", type.error().message);
    if (*type == tournament::StageType::kGroups) {
        return bad_request("'type': groups need a tournament file (docs/tournaments.md)");
    }
    tournament::StageSpec stage;
    stage.type = *type;
    stage.name = title(*type);
    stage.format = arena::MatchFormat::games(static_cast<int>(members.number("games", 1, 1000, 2)));
    stage.rounds = static_cast<int>(members.number("rounds", 0, 100, 0));
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
        const auto found =
            tournament::expand_source(bot.get<std::string>(), std::filesystem::current_path());
        if (!found) return bad_request("'bots': {}", found.error().message);
        entries.insert(entries.end(), found->begin(), found->end());
    }
    tournament::leave_out_modules(entries);
    if (entries.size() < 2 || entries.size() > kMostBots) {
        return bad_request("'bots': 2 to {} bots are needed, and these are {}", kMostBots,
                           entries.size());
    }
    for (const tournament::BotEntry& entry : entries) {
        const auto source =
            sources::BotSource::parse(entry.source, sources::HouseRules(), supervisor);
        if (!source) return bad_request("'bots': {}", source.error().message);
        const auto fine =
            arena::check_beginning(*source, rules::AnyPosition::start(spec.rules), spec.openings);
        if (!fine) return bad_request("'openings': {}", fine.error().message);
    }
    const auto named = tournament::name_bots(entries);
    if (!named) return bad_request("'bots': {}", named.error().message);
    return entries;
}

}  // namespace

HttpResult<tournament::TournamentSpec> make_tournament(
    const Json& request, const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    tournament::TournamentSpec spec;
    spec.name = members.needed_text("event");
    if (spec.name.empty()) return bad_request("'event' is missing");
    if (spec.name.size() > kLongestEvent) return bad_request("'event' is too long");
    const auto rules = rules::parse_rules(members.text("rules", "standard"));
    if (!rules) return bad_request("'rules': {}", rules.error().message);
    spec.rules = *rules;
    const auto control = arena::parse_time_control(members.text("time_control", "move=1s"));
    if (!control) return bad_request("'time_control': {}", control.error().message);
    spec.time_control = *control;
    const auto openings = read_openings(members, rules::AnyPosition::start(*rules));
    if (!openings) return openings.error();
    spec.openings = *openings;
    spec.seed = static_cast<std::uint64_t>(members.number("seed", 0, INT64_MAX, 1));
    spec.concurrency = static_cast<int>(members.number("concurrency", 1, 64, 1));
    auto stage = read_stage(members);
    if (!stage) return stage.error();
    if (members.wrong()) return *members.wrong();
    spec.stages.push_back(std::move(*stage));
    auto entries = read_entries(request, spec, supervisor);
    if (!entries) return entries.error();
    spec.bots = std::move(*entries);
    return spec;
}

}  // namespace ninefold::server
