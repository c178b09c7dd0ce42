// SPDX-License-Identifier: MIT
#include "server/match_plan.h"

#include <array>
#include <map>

#include "arena/beginning.h"
#include "base/parse_json.h"
#include "rules/position_text.h"

namespace ninefold::server {

namespace {

Granted<rules::AnyPosition> read_start(Members& members) {
    // `start` is what the kept text calls it.
    const std::string text = members.text("position", members.text("start"));
    if (!text.empty()) {
        const auto position = rules::parse_position(text);
        if (!position) return bad_request("'position': {}", position.error().message);
        if (position->is_over()) return bad_request("'position': the game is over there");
        return *position;
    }
    const auto rules = rules::parse_rules(members.text("rules", "standard"));
    if (!rules) return bad_request("'rules': {}", rules.error().message);
    return rules::AnyPosition::start(*rules);
}

Granted<arena::MatchFormat> read_format(Members& members) {
    const std::string text = members.text("format");
    if (text.empty()) {
        return arena::MatchFormat::games(
            static_cast<int>(members.number("games", 1, arena::MatchFormat::kMostGames, 10)));
    }
    const auto format = arena::MatchFormat::parse(text);
    if (!format) return bad_request("'format': {}", format.error().message);
    return *format;
}

/// What the files of the bots hold now, by the bots' texts.
std::map<std::string, std::string> contents_of(const MatchPlan& plan) {
    std::map<std::string, std::string> contents;
    for (const sources::BotSource* bot : {&plan.a, &plan.b}) {
        if (!bot->files().empty()) contents[bot->text()] = bot->content_hash();
    }
    return contents;
}

/// By their names: who looks on need not know where their files lie.
std::vector<std::string> changed_bots(const Json& kept, const MatchPlan& plan) {
    std::vector<std::string> changed;
    if (!kept.is_object()) return changed;
    const auto contents = contents_of(plan);
    const auto look_at = [&](const sources::BotSource& bot, const std::string& name) {
        const auto now = contents.find(bot.text());
        if (now == contents.end() || !kept.contains(bot.text())) return;
        if (kept[bot.text()] != now->second) changed.push_back(name);
    };
    look_at(plan.a, plan.spec.a_name);
    look_at(plan.b, plan.spec.b_name);
    return changed;
}

std::string kept_text(const MatchPlan& plan) {
    const arena::MatchSpec& spec = plan.spec;
    return to_line({{"a", plan.a.text()},
                    {"b", plan.b.text()},
                    {"start", rules::to_text(spec.start)},
                    {"time_control", arena::to_text(spec.time_control)},
                    {"format", spec.format.text()},
                    {"openings", spec.openings.text()},
                    {"seed", spec.seed},
                    {"event", spec.event},
                    {"concurrency", plan.concurrency},
                    {"contents", contents_of(plan)},
                    {"server", true}});
}

}  // namespace

/// Openings from a file would let a request read any file of the server's.
Granted<arena::Openings> read_openings(Members& members, const rules::AnyPosition& start) {
    const std::string text = members.text("openings", "start");
    if (text.starts_with("file:")) {
        return bad_request("'openings': a file can be given on the command line only");
    }
    const auto openings = arena::Openings::parse(text, start);
    if (!openings) return bad_request("'openings': {}", openings.error().message);
    return *openings;
}

Granted<MatchPlan> make_plan(const Json& request,
                             const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    const std::string a_text = members.needed_text("a");
    const std::string b_text = members.needed_text("b");
    const std::string time = members.text("time_control", "move=1s");
    const auto start = read_start(members);
    if (!start) return start.refusal();
    const auto format = read_format(members);
    if (!format) return format.refusal();
    const auto openings = read_openings(members, *start);
    if (!openings) return openings.refusal();
    const auto control = arena::parse_time_control(time);
    if (!control) return bad_request("'time_control': {}", control.error().message);

    arena::MatchSpec spec;
    spec.start = *start;
    spec.format = *format;
    spec.openings = *openings;
    spec.time_control = *control;
    spec.seed = static_cast<std::uint64_t>(members.number("seed", 0, INT64_MAX, 1));
    spec.event = members.text("event");
    const int concurrency = static_cast<int>(members.number("concurrency", 1, 64, 1));
    if (spec.event.size() > kLongestEvent) return bad_request("'event' is too long");
    if (members.wrong()) return *members.wrong();

    const sources::HouseRules house;
    auto a = sources::BotSource::parse(a_text, house, supervisor);
    if (!a) return bad_request("'a': {}", a.error().message);
    auto b = sources::BotSource::parse(b_text, house, supervisor);
    if (!b) return bad_request("'b': {}", b.error().message);
    const std::array sources = {*a, *b};
    for (const sources::BotSource& bot : sources) {
        const auto fine = arena::check_beginning(bot, spec.start, spec.openings);
        if (!fine) return bad_request("'openings': {}", fine.error().message);
    }
    const std::vector<std::string> names = sources::distinct_names(sources);
    spec.a_name = names[0];
    spec.b_name = names[1];
    MatchPlan plan{"", std::move(spec), std::move(*a), std::move(*b), concurrency};
    plan.text = kept_text(plan);
    if (request.contains("contents")) plan.changed = changed_bots(request["contents"], plan);
    return plan;
}

base::Error bots_changed(const std::vector<std::string>& bots, int games, std::string_view which) {
    return base::fail("{} changed after game {} was played; bring the old contents back and go on, "
                      "or go on with the new ones, which the {} then says",
                      fmt::join(bots, ", "), games, which);
}

std::optional<std::string> text_if_changed(const Json& kept, MatchPlan plan, int games) {
    if (!kept.is_object()) return std::nullopt;
    plan.changed = changed_bots(kept.value("contents", Json()), plan);
    if (plan.changed.empty()) return std::nullopt;
    return text_with_changes(kept, plan, games);
}

std::string text_with_changes(Json kept, const MatchPlan& plan, int games) {
    kept["contents"] = contents_of(plan);
    for (const std::string& what : plan.changed) {
        if (games > 0) kept["changes"].push_back({{"what", what}, {"after_games", games}});
    }
    return to_line(kept);
}

bool is_servers_own(std::string_view spec_text) {
    const Json spec = base::parse_json(spec_text);
    return spec.is_object() && spec.value("server", Json()) == true;
}

}  // namespace ninefold::server
