// SPDX-License-Identifier: MIT
#include "server/guard.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/foreign_text.h"
#include "base/lower_case.h"
#include "base/sha256.h"

namespace ninefold::server {

namespace {

/// At most 256 bytes.
void fill(void* bytes, std::size_t count) {
    if (getentropy(bytes, count) == 0) return;
    throw std::system_error(errno, std::generic_category(), "getentropy");
}

}  // namespace

std::string random_text(std::size_t length) {
    constexpr std::string_view kLetters = "abcdefghjkmnpqrstuvwxyz023456789";
    static_assert(kLetters.size() == 32);
    std::string text(length, '\0');
    fill(text.data(), text.size());
    for (char& c : text) c = kLetters[static_cast<unsigned char>(c) & 31u];
    return text;
}

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    fill(&seed, sizeof seed);
    return seed >> 11;  // browsers read numbers of 53 bits
}

bool same_secret(std::string_view given, std::string_view secret) {
    if (secret.empty()) return false;
    // Hashes are equally long and tell nothing of where, or how soon, the two differ.
    const std::string a = base::Sha256::of(given), b = base::Sha256::of(secret);
    unsigned difference = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    }
    return difference == 0;
}

HttpResult<void> Guard::check(std::string_view host, std::optional<std::string_view> origin,
                              bool changes) const {
    if (host.empty()) return refuse(403, "bad-host", "the Host header is missing");
    const std::string own = base::lower_case(host);
    if (!hosts_.empty() && std::find(hosts_.begin(), hosts_.end(), own) == hosts_.end()) {
        return refuse(403, "bad-host", "this server is not {}; it answers as {}",
                      base::quoted(host), hosts_.front());
    }
    if (!changes || !origin) return {};
    const std::string page = base::lower_case(*origin);
    if (page == "http://" + own || page == "https://" + own) return {};
    return refuse(403, "bad-origin", "pages of {} may not do this here", base::quoted(*origin));
}

bool Guard::is_organiser(std::string_view authorization) const {
    if (token_.empty()) return true;
    constexpr std::string_view kBearer = "Bearer ";
    if (!authorization.starts_with(kBearer)) return false;
    return same_secret(authorization.substr(kBearer.size()), token_);
}

}  // namespace ninefold::server
