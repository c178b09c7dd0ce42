// SPDX-License-Identifier: MIT
#include "server/api.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/foreign_text.h"
#include "pictures/board_png.h"
#include "server/api_call.h"
#include "server/bot_pool.h"
#include "server/game_request.h"
#include "server/link.h"
#include "server/static_files.h"

namespace ninefold::server {

namespace {

Json rulesets_json() {
    Json list = Json::array();
    for (const rules::Ruleset ruleset : rules::kRulesets) {
        Json tie_breaks = Json::array();
        Json names = Json::array();
        for (const rules::TieBreak tie_break : rules::kTieBreaks) {
            tie_breaks.push_back(rules::name(tie_break));
            names.push_back(rules::name(rules::Rules{ruleset, tie_break}));
        }
        list.push_back({{"name", rules::name(ruleset)},
                        {"tie_breaks", std::move(tie_breaks)},
                        {"default_tie_break", rules::name(rules::default_tie_break(ruleset))},
                        {"rules", std::move(names)}});
    }
    return {{"rulesets", std::move(list)}};
}

}  // namespace

/// What is done for a method and a path; `*` stands for any one part.
struct Api::Route {
    std::string_view method;
    std::array<std::string_view, 3> parts;  ///< after `/api`; empty ones are not there
    void (Api::*handler)(const Call&);

    bool fits(const std::vector<std::string>& path) const {
        const auto length = std::find(parts.begin(), parts.end(), "") - parts.begin();
        if (path.size() != static_cast<std::size_t>(length) + 1 || path[0] != "api") return false;
        return std::equal(path.begin() + 1, path.end(), parts.begin(),
                          [](const std::string& given, std::string_view part) {
                              return part == "*" || part == given;
                          });
    }
};

std::span<const Api::Route> Api::routes() {
    static constexpr std::array kRoutes = std::to_array<Route>({
        {"GET", {}, &Api::show_contract},
        {"GET", {"version"}, &Api::show_version},
        {"GET", {"rules"}, &Api::show_rules},
        {"GET", {"bots"}, &Api::show_bots},
        {"POST", {"bots"}, &Api::upload_bot},
        {"GET", {"picture"}, &Api::show_picture},
        {"POST", {"analyse"}, &Api::analyse},
        {"GET", {"games"}, &Api::list_games},
        {"POST", {"games"}, &Api::create_game},
        {"GET", {"games", "*"}, &Api::show_game},
        {"GET", {"games", "*", "record"}, &Api::show_record},
        {"GET", {"games", "*", "log"}, &Api::show_log},
        {"POST", {"games", "*", "join"}, &Api::join_game},
        {"POST", {"games", "*", "move"}, &Api::act_in_game},
        {"POST", {"games", "*", "undo"}, &Api::act_in_game},
        {"POST", {"games", "*", "resign"}, &Api::act_in_game},
        {"POST", {"games", "*", "rematch"}, &Api::act_in_game},
        {"POST", {"games", "*", "hint"}, &Api::give_hint},
        {"GET", {"matches"}, &Api::list_matches},
        {"POST", {"matches"}, &Api::start_match},
        {"GET", {"matches", "*"}, &Api::show_match},
        {"POST", {"matches", "*", "stop"}, &Api::stop_match},
        {"POST", {"matches", "*", "resume"}, &Api::resume_match},
        {"GET", {"tournaments"}, &Api::list_tournaments},
        {"POST", {"tournaments"}, &Api::start_tournament},
        {"GET", {"tournaments", "*"}, &Api::show_tournament},
        {"GET", {"tournaments", "*", "report"}, &Api::show_report},
    });
    return kRoutes;
}

Api::Api(const Settings& settings, Services services, std::string version)
    : settings_(settings), services_(services), version_(std::move(version)), limits_(settings) {}

namespace {

HttpResult<Json> body_of(const Request& request) {
    if (request.object.is_null()) return parse_object(request.body.empty() ? "{}" : request.body);
    if (!request.object.is_object()) return refuse(400, "bad-json", "a JSON object is needed");
    return request.object;
}

}  // namespace

void Api::handle(const Request& request, const Respond& respond) {
    Call call{request, parse_target(request.target), respond};
    bool known = false;
    for (const Route& route : routes()) {
        if (!route.fits(call.target.path)) continue;
        known = true;
        if (route.method != request.method) continue;
        if (request.method == "POST") {
            auto body = body_of(request);
            if (!body) return call.reply()(body.error());
            call.body = std::move(*body);
        }
        return (this->*route.handler)(call);
    }
    call.reply()(
        known ? refuse(405, "bad-method", "{} is not for this path", base::quoted(request.method))
              : refuse(404, "not-found", "there is nothing at this path"));
}

void Api::read_archive(const Call& call, std::function<HttpResult<Json>(store::Store&)> read,
                       int status) {
    const auto reply = call.reply(status);
    const bool posted = services_.archive.post(
        [reply, read = std::move(read)](store::Store& store) { reply(read(store)); });
    if (!posted) reply(busy());
}

void Api::read_text(const Call& call, std::string_view content_type,
                    std::function<HttpResult<std::string>(store::Store&)> read) {
    const bool posted = services_.archive.post(
        [respond = call.respond, content_type, read = std::move(read)](store::Store& store) {
            auto text = read(store);
            respond(text ? text_response(std::move(*text), content_type)
                         : refusal_response(text.error()));
        });
    if (!posted) call.reply()(busy());
}

// What there is.

void Api::show_contract(const Call& call) {
    call.respond({200, "application/json", openapi_text()});
}

void Api::show_version(const Call& call) {
    call.reply()(Json{{"name", "ninefold"},
                      {"version", version_},
                      {"api", 1},
                      {"organiser", call.request.organiser}});
}

void Api::show_rules(const Call& call) { call.reply()(rulesets_json()); }

void Api::show_bots(const Call& call) { call.reply()(list_of_bots()); }

void Api::show_picture(const Call& call) {
    const auto link = read_link(call.target);
    if (!link) return call.reply()(link.error());
    const pictures::BoardPicture picture{.last = link->last, .size = 600};
    const std::string format = call.target.value("format");
    if (format == "svg") {
        return call.respond(
            text_response(pictures::board_svg(link->position, picture), "image/svg+xml"));
    }
    if (!format.empty() && format != "png") {
        return call.reply()(
            bad_request("'format' is {}; there are png and svg", base::quoted(format)));
    }
    call.respond(text_response(pictures::board_png(link->position, picture), "image/png"));
}

void Api::analyse(const Call& call) {
    const auto allowed = limits_.take(RateLimiter::Kind::kAnalysis, call.request.address);
    if (!allowed) return call.reply()(allowed.error());
    auto request = read_analysis(call.body, std::chrono::seconds(10));
    if (!request) return call.reply()(request.error());
    request->asker = call.request.address;
    const auto reply = call.reply();
    const bool posted = services_.analyst.ask(
        std::move(*request), {}, [reply](Json answer) { reply(std::move(answer)); },
        call.request.gone);
    if (!posted) reply(refuse(503, "busy", "too many analyses wait; try again"));
}

}  // namespace ninefold::server
