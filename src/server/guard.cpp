// SPDX-License-Identifier: MIT
#include "server/guard.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "server/secrets.h"

namespace ninefold::server {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

/// The name of `name:port`; empty where the port is another.
std::string name_of(std::string_view host, std::uint16_t port) {
    const std::string suffix = fmt::format(":{}", port);
    if (host.ends_with(suffix)) return lower(host.substr(0, host.size() - suffix.size()));
    return port == 80 ? lower(host) : "";
}

}  // namespace

Granted<Done> Guard::check(std::string_view host, std::optional<std::string_view> origin,
                           bool changes) const {
    if (host.empty()) return refuse(403, "bad-host", "the Host header is missing");
    if (loopback_) {
        const std::string name = name_of(host, port_);
        if (name != "127.0.0.1" && name != "localhost" && name != "[::1]") {
            return refuse(403, "bad-host", "this server is not {}; it answers as localhost:{}",
                          base::quoted(host), port_);
        }
    }
    if (!changes || !origin) return Done{};
    const std::string own = lower(host);
    if (lower(*origin) == "http://" + own || lower(*origin) == "https://" + own) return Done{};
    return refuse(403, "bad-origin", "pages of {} may not do this here", base::quoted(*origin));
}

bool Guard::is_organiser(std::string_view authorization) const {
    if (token_.empty()) return loopback_;
    constexpr std::string_view kBearer = "Bearer ";
    if (!authorization.starts_with(kBearer)) return false;
    return same_secret(authorization.substr(kBearer.size()), token_);
}

}  // namespace ninefold::server
