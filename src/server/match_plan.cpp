// SPDX-License-Identifier: MIT
#include "server/match_plan.h"

#include <array>
#include <optional>
#include <string_view>

#include "arena/beginning.h"
#include "arena/match_spec_json.h"
#include "rules/position_text.h"

namespace ninefold::server {

namespace {

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
        const auto rules = rules::parse_rules(members.text("rules", "standard"));
        if (!rules) return bad_request("'rules': {}", rules.error().message);
        start = rules::to_text(rules::AnyPosition::start(*rules));
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

}  // namespace

HttpResult<arena::Openings> read_openings(Members& members, const rules::AnyPosition& start) {
    const std::string text = members.text("openings", "start");
    if (const auto refused = refuse_file(text)) return *refused;
    const auto openings = arena::Openings::parse(text, start);
    if (!openings) return bad_request("'openings': {}", openings.error().message);
    return *openings;
}

HttpResult<MatchPlan> make_plan(const Json& request,
                                const std::shared_ptr<process::ProcessSupervisor>& supervisor) {
    Members members(request);
    auto conditions = read_conditions(members);
    if (!conditions) return conditions.error();
    if (const auto refused = refuse_file((*conditions)["openings"].get<std::string>())) {
        return *refused;
    }
    auto spec = arena::match_spec_from_json(*conditions);
    if (!spec) {
        std::string why = spec.error().message;
        if (const std::string_view start = "'start'"; why.starts_with(start)) {
            why.replace(0, start.size(), "'position'");  // as the request calls it
        }
        return bad_request("{}", why);
    }
    spec->event = members.text("event");
    const int concurrency = static_cast<int>(members.number("concurrency", 1, 64, 1));
    if (spec->event.size() > kLongestEvent) return bad_request("'event' is too long");
    if (members.wrong()) return *members.wrong();

    const sources::HouseRules house;
    auto a = sources::BotSource::parse(spec->a_source, house, supervisor);
    if (!a) return bad_request("'a': {}", a.error().message);
    auto b = sources::BotSource::parse(spec->b_source, house, supervisor);
    if (!b) return bad_request("'b': {}", b.error().message);
    const std::array sources = {*a, *b};
    for (const sources::BotSource& bot : sources) {
        const auto fine = arena::check_beginning(bot, spec->start, spec->openings);
        if (!fine) return bad_request("'openings': {}", fine.error().message);
    }
    const std::vector<std::string> names = sources::distinct_names(sources);
    spec->a_name = names[0];
    spec->b_name = names[1];
    Json kept = arena::to_json(*spec);
    kept["event"] = spec->event;
    kept["concurrency"] = concurrency;
    return MatchPlan{{.owner = store::MatchOwner::kServer,
                      .spec = std::move(*spec),
                      .a = std::move(*a),
                      .b = std::move(*b),
                      .conditions = std::move(kept)},
                     concurrency};
}

base::Error bots_changed(const std::vector<std::string>& bots, int games, std::string_view which) {
    return base::fail("{} changed after game {} was played; restore the old files and resume, or "
                      "resume with the new ones, which the {} will record",
                      fmt::join(bots, ", "), games, which);
}

}  // namespace ninefold::server
