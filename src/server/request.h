// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "server/json.h"

namespace ninefold::server {

/// A request, whichever way it came, that has passed the guard.
struct Request {
    std::string method{};
    std::string target{};   ///< path and query
    std::string body{};     ///< as it was sent…
    Json object = nullptr;  ///< …or read already, an object where it is not null
    std::string address{};  ///< the client's, without port
    bool organiser = false;
    std::stop_token gone{};  ///< the client has disconnected
};

struct Response {
    int status = 200;
    std::string_view content_type = "application/json";  ///< a literal
    SharedText body{};
    // Of a file that the program carries.
    std::string_view file{};  ///< instead of a body
    std::string_view etag{}, encoding{}, cache = "no-store";

    std::string_view bytes() const { return body ? std::string_view(*body) : file; }
};
/// Called exactly once, on any thread.
using Respond = std::function<void(Response)>;

Response json_response(int status, const Json& body);
Response refusal_response(const HttpError& refusal);
Response text_response(std::string text,
                       std::string_view content_type = "text/plain; charset=utf-8");

/// Path and query of a target, percent signs decoded. A path that is not plain text is empty.
struct Target {
    std::vector<std::string> path;  ///< its parts
    std::vector<std::pair<std::string, std::string>> query;

    /// Empty where it is not given.
    std::string value(std::string_view name) const;
};
Target parse_target(std::string_view target);

}  // namespace ninefold::server
