// SPDX-License-Identifier: MIT
#include "server/secrets.h"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

#include "base/sha256.h"

namespace ninefold::server {

namespace {

void fill(void* bytes, std::size_t count) {
    auto* at = static_cast<unsigned char*>(bytes);
    while (count > 0) {
        const ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw std::system_error(errno, std::generic_category(), "getrandom");
        at += got;
        count -= static_cast<std::size_t>(got);
    }
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

}  // namespace ninefold::server
