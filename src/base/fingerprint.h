// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ninefold::base {

/// FNV-1a, 64 bits: detects changes. No defence against somebody who seeks two contents with
/// the same fingerprint. One thread per object.
class Fingerprint {
public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
        }
    }
    void add(std::uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8) {
            const char byte = static_cast<char>(number >> shift);
            add(std::string_view(&byte, 1));
        }
    }
    /// Sixteen hexadecimal digits.
    std::string text() const { return fmt::format("{:016x}", value_); }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace ninefold::base
