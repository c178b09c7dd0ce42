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

}  // namespace

HttpResult<void> Guard::check(std::string_view host, std::optional<std::string_view> origin,
                              bool changes) const {
    if (host.empty()) return refuse(403, "bad-host", "the Host header is missing");
    const std::string own = lower(host);
    if (!hosts_.empty() && std::find(hosts_.begin(), hosts_.end(), own) == hosts_.end()) {
        return refuse(403, "bad-host", "this server is not {}; it answers as {}",
                      base::quoted(host), hosts_.front());
    }
    if (!changes || !origin) return {};
    if (lower(*origin) == "http://" + own || lower(*origin) == "https://" + own) return {};
    return refuse(403, "bad-origin", "pages of {} may not do this here", base::quoted(*origin));
}

bool Guard::is_organiser(std::string_view authorization) const {
    if (token_.empty()) return true;
    constexpr std::string_view kBearer = "Bearer ";
    if (!authorization.starts_with(kBearer)) return false;
    return same_secret(authorization.substr(kBearer.size()), token_);
}

}  // namespace ninefold::server
