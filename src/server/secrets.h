// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ninefold::server {

/// Letters and digits from the system's source of randomness, without those that look alike;
/// five bits each. Throws std::system_error where the system has none.
std::string random_text(std::size_t length);

inline std::string new_game_id() { return random_text(10); }
inline std::string new_token() { return random_text(26); }
std::uint64_t random_seed();

/// Compares in a time that depends on neither where they differ nor how long the secret is. An
/// empty secret equals nothing.
bool same_secret(std::string_view given, std::string_view secret);

}  // namespace ninefold::server
