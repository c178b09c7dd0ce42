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

bool is_port(std::string_view port) {
    return !port.empty() && port.size() <= 5 &&
           port.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Letters, digits, `-` and `_` between dots. Other scripts' letters come as `xn--…`.
bool is_dotted_name(std::string_view name) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    return !name.empty() && name.size() <= 253 && name.front() != '.' &&
           name.find("..") == std::string_view::npos &&
           name.find_first_not_of(kLetters) == std::string_view::npos;
}

bool is_bracketed_address(std::string_view name) {
    return name.size() > 4 && name.front() == '[' && name.back() == ']' &&
           name.substr(1, name.size() - 2).find_first_not_of("0123456789abcdef:.") ==
               std::string_view::npos;
}

}  // namespace

base::Result<std::string> read_host_name(std::string_view given) {
    std::string name = base::lower_case(given);
    std::string_view host = name;
    const std::size_t colon = host.rfind(':');
    const bool has_port = colon != std::string_view::npos && is_port(host.substr(colon + 1));
    if (has_port && !is_bracketed_address(host)) host = host.substr(0, colon);
    if (is_dotted_name(host) || is_bracketed_address(host)) return name;
    return base::fail("{} is no host name; give the name alone, such as ninefold.example, without "
                      "https:// and without a path",
                      base::quoted(given));
}

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
