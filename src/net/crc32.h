// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ninefold::net {

/// CRC-32 as in zlib and PNG (polynomial 0xEDB88320, reflected).
constexpr std::uint32_t crc32(std::span<const std::byte> bytes) {
    constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            std::uint32_t c = i;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
            table[i] = c;
        }
        return table;
    }();
    std::uint32_t crc = 0xffffffffu;
    for (const std::byte b : bytes) {
        crc = kTable[(crc ^ static_cast<std::uint32_t>(b)) & 0xffu] ^ (crc >> 8);
    }
    return crc ^ 0xffffffffu;
}

}  // namespace ninefold::net
