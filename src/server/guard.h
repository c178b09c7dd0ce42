// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/refusal.h"

namespace ninefold::server {

/// Who may ask, by the headers of a request (docs/api.md, "Who may ask"). Immutable; any thread.
class Guard {
public:
    /// `token` is empty where none was set.
    Guard(bool loopback, std::uint16_t port, std::string token)
        : loopback_(loopback), port_(port), token_(std::move(token)) {}

    /// A name that points here must not be enough to be here: on a loopback address only its own
    /// names are served, and a page of another site may not change anything or listen.
    Granted<Done> check(std::string_view host, std::optional<std::string_view> origin,
                        bool changes) const;

    /// `authorization` is the header's value, `Bearer TOKEN`, or empty.
    bool is_organiser(std::string_view authorization) const;

private:
    bool loopback_;
    std::uint16_t port_;
    std::string token_;
};

}  // namespace ninefold::server
