// SPDX-License-Identifier: MIT
#include "server/api.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "base/try.h"
#include "server/api_call.h"
#include "server/board_png.h"
#include "server/bot_pool.h"
#include "server/page.h"

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

void show_version(const Call& call) {
    call.reply()(Json{{"name", "ninefold"},
                      {"version", call.api.version()},
                      {"api", 1},
                      {"organiser", call.request.organiser}});
}

void show_picture(const Call& call) {
    const auto link = read_link(call.target);
    if (!link) return call.reply()(link.error());
    const pictures::BoardPicture picture{.last = link->last, .size = 600};
    const std::string format = call.target.value("format");
    if (format == "svg") {
        return call.reply_as("image/svg+xml")(pictures::board_svg(link->position, picture));
    }
    if (!format.empty() && format != "png") {
        return call.reply()(
            bad_request("'format' is {}; there are png and svg", base::quoted(format)));
    }
    // It takes as long as hundreds of other answers, which must not wait for it.
    const auto draw = [position = link->position, picture](store::Store&) {
        return HttpResult<std::string>(board_png(position, picture));
    };
    call.services().archive.answer(call.reply_as("image/png"), draw, call.asker());
}

void analyse(const Call& call) {
    auto request = read_analysis(call.body, std::chrono::seconds(10));
    if (!request) return call.reply()(request.error());
    request->asker = call.request.address;
    const auto reply = call.reply();
    const bool posted =
        call.services().analyst.ask(std::move(*request), {}, reply, call.request.gone);
    if (!posted) reply(refuse(503, "busy", "too many analyses wait; try again"));
}

constexpr std::array kRoutes = std::to_array<Route>({
    {"GET",
     {},
     [](const Call& call) {
         call.respond({200, "application/json", openapi_text()});
     }},
    {"GET", {"version"}, show_version},
    {"GET", {"rules"}, [](const Call& call) { call.reply()(rulesets_json()); }},
    {"GET", {"bots"}, [](const Call& call) { call.reply()(list_of_bots()); }},
    {.method = "GET", .parts = {"picture"}, .handler = show_picture, .is_long = true},
    {.method = "POST",
     .parts = {"analyse"},
     .handler = analyse,
     .takes = RateLimiter::Kind::kAnalysis,
     .is_long = true},
});

bool fits(const Route& route, const std::vector<std::string>& path) {
    const auto length = std::ranges::find(route.parts, "") - route.parts.begin();
    if (path.size() != static_cast<std::size_t>(length) + 1 || path[0] != "api") return false;
    return std::equal(path.begin() + 1, path.end(), route.parts.begin(),
                      [](const std::string& given, std::string_view part) {
                          return part == "*" || part == "#" || part == given;
                      });
}

struct FoundRoute {
    const Route* route = nullptr;
    bool is_known = false;  ///< the path, for this method or another
};

FoundRoute find_route(std::string_view method, const Target& target) {
    FoundRoute found;
    for (const std::span<const Route> routes :
         {std::span<const Route>(kRoutes), game_routes(), match_routes()}) {
        for (const Route& route : routes) {
            if (!fits(route, target.path)) continue;
            found.is_known = true;
            if (route.method == method) return {&route, true};
        }
    }
    return found;
}

HttpResult<Json> body_of(const Request& request) {
    if (request.method != "POST") return Json::object();
    if (request.object.is_null()) return parse_object(request.body.empty() ? "{}" : request.body);
    if (!request.object.is_object()) return refuse(400, "bad-json", "a JSON object is needed");
    return request.object;
}

/// Checks what all handlers would have to check.
HttpResult<void> prepare(Call& call, const Route& route) {
    call.body = TRY(body_of(call.request));
    if (route.for_organiser && !call.request.organiser) {
        return refuse(403, "not-organiser", "only the organiser may do this (docs/api.md)");
    }
    if (route.parts[1] == "#") {
        const auto id = store::parse_match_id(call.part(2));
        if (!id) return refuse(404, "not-found", "{}", id.error().message);
        call.match = *id;
    }
    if (!route.takes) return {};
    return call.api.limits().take(*route.takes, call.request.address);
}

}  // namespace

void Api::handle(const Request& request, const Respond& respond) {
    // A handler that throws may have given the answer to somebody else already.
    const auto once = [respond,
                       done = std::make_shared<std::atomic<bool>>(false)](Response answer) {
        if (!done->exchange(true)) respond(std::move(answer));
    };
    const base::Result<void> handled = base::caught([&] { call_route(request, once); });
    if (!handled) once(refusal_response(internal(handled.error())));
}

bool Api::takes_long(const Request& request) {
    const FoundRoute found = find_route(request.method, parse_target(request.target));
    return found.route != nullptr && found.route->is_long;
}

void Api::call_route(const Request& request, const Respond& respond) {
    Call call{*this, request, parse_target(request.target), respond};
    const auto [route, is_known] = find_route(request.method, call.target);
    if (route != nullptr) {
        const auto fine = prepare(call, *route);
        return fine ? route->handler(call) : call.reply()(fine.error());
    }
    call.reply()(is_known ? refuse(405, "bad-method", "{} is not for this path",
                                   base::quoted(request.method))
                          : refuse(404, "not-found", "there is nothing at this path"));
}

}  // namespace ninefold::server
