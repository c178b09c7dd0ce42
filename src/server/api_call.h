// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "server/api.h"

namespace ninefold::server {

// What the handlers of api*.cpp share.

/// One request on its way through the handlers. Copied into whatever answers later.
struct Call {
    Api& api;
    const Request& request;
    Target target;
    Respond respond;
    Json body = Json::object();
    store::MatchId match{};  ///< that the path names, where the route has a `#`

    Services& services() const { return api.services(); }
    Asker asker() const { return {request.address, request.gone}; }
    const std::string& part(std::size_t index) const { return target.path[index]; }
    std::function<void(HttpResult<Json>)> reply(int status = 200) const {
        return [respond = respond, status](HttpResult<Json> answer) {
            respond(answer ? json_response(status, *answer) : refusal_response(answer.error()));
        };
    }
    auto reply_as(std::string_view content_type) const {
        return [respond = respond, content_type](HttpResult<std::string> text) {
            respond(text ? text_response(std::move(*text), content_type)
                         : refusal_response(text.error()));
        };
    }
};

/// What is done for a method and a path.
struct Route {
    std::string_view method;
    /// After `/api`; empty ones are not there. `*` stands for any one, `#` for a match's number.
    std::array<std::string_view, 3> parts;
    void (*handler)(const Call&);
    bool for_organiser = false;
    std::optional<RateLimiter::Kind> takes{};
    /// Whether an answer may take long enough for the client to leave meanwhile: the request's
    /// `gone` is then watched.
    bool is_long = false;
};

std::span<const Route> game_routes();
std::span<const Route> match_routes();

}  // namespace ninefold::server
