// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/json.h"

namespace ninefold::server {

/// Letters and digits from the system's source of randomness, without those that look alike;
/// five bits each. Throws std::system_error where the system has none.
std::string random_text(std::size_t length);

inline std::string new_game_id() { return random_text(10); }
inline std::string new_token() { return random_text(26); }
std::uint64_t random_seed();

/// A name that requests may give the server in `Host`: `ninefold.example`, `192.0.2.7`, `[::1]`,
/// each also with a port. In lower case, as names are compared.
base::Result<std::string> read_host_name(std::string_view given);

/// Compares in a time that depends on neither where they differ nor how long the secret is. An
/// empty secret equals nothing.
bool same_secret(std::string_view given, std::string_view secret);

/// Who may ask, by the headers of a request (docs/api.md, "Who may ask"). Immutable; any thread.
class Guard {
public:
    /// `hosts`: what a request may call this server, `localhost:8099`; none: anything. `token`:
    /// what the organiser must show; empty: nothing.
    Guard(std::vector<std::string> hosts, std::string token)
        : hosts_(std::move(hosts)), token_(std::move(token)) {}

    /// Prevents DNS rebinding: the Host header must be ours. A page of another site may neither
    /// change anything nor listen.
    HttpResult<void> check(std::string_view host, std::optional<std::string_view> origin,
                           bool changes) const;

    bool is_token_needed() const { return !token_.empty(); }
    /// `authorization` is the header's value, `Bearer TOKEN`, or empty.
    bool is_organiser(std::string_view authorization) const;

private:
    std::vector<std::string> hosts_;
    std::string token_;
};

}  // namespace ninefold::server
