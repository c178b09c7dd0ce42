// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "server/api.h"

namespace ninefold::server {

// What the handlers of api*.cpp share.

inline Response text_response(std::string text,
                              std::string_view content_type = "text/plain; charset=utf-8") {
    return {200, std::string(content_type), std::make_shared<const std::string>(std::move(text))};
}

/// One request on its way through the handlers. Copied into whatever answers later.
struct Api::Call {
    const Request& request;
    Target target;
    Respond respond;
    Json body = Json::object();

    const std::string& part(std::size_t index) const { return target.path[index]; }
    std::function<void(HttpResult<Json>)> reply(int status = 200) const {
        return [respond = respond, status](HttpResult<Json> answer) {
            respond(answer ? json_response(status, *answer) : refusal_response(answer.error()));
        };
    }
    /// The match that the path names; where it names none, that is answered.
    std::optional<store::MatchId> match() const {
        const auto id = store::parse_match_id(part(2));
        if (id) return *id;
        reply()(refuse(404, "not-found", "{}", id.error().message));
        return std::nullopt;
    }
    /// False, and answered, where somebody else asks.
    bool is_organisers() const {
        if (!request.organiser) {
            reply()(refuse(403, "not-organiser", "only the organiser may do this (docs/api.md)"));
        }
        return request.organiser;
    }
};

}  // namespace ninefold::server
