// SPDX-License-Identifier: MIT
#pragma once

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
    void add(std::string_view bytes);
    /// 64 hexadecimal digits. Nothing may be added afterwards.
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

}  // namespace ninefold::base
