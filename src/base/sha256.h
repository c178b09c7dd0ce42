// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ninefold::base {

/// SHA-256 (FIPS 180-4): names contents so that nobody can make others of the same name. One thread
/// per object.
class Sha256 {
public:
    static constexpr std::size_t kDigits = 64;

    void add(std::string_view bytes);
    /// kDigits hexadecimal digits, without capitals. Nothing may be added afterwards.
    std::string text();

    static std::string of(std::string_view bytes) {
        Sha256 hash;
        hash.add(bytes);
        return hash.text();
    }

private:
    void mix(const unsigned char* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t size_ = 0;  ///< bytes so far
};

/// A digit of a hash's text.
constexpr bool is_hash_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

/// Whether a string is a hash, or the first digits of one.
constexpr bool is_hash(std::string_view text, std::size_t digits = Sha256::kDigits) {
    return text.size() == digits && std::all_of(text.begin(), text.end(), is_hash_digit);
}

}  // namespace ninefold::base
