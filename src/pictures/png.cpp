// SPDX-License-Identifier: MIT
#include "pictures/png.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ninefold::pictures {

namespace {

/// Deflate (RFC 1951) with the fixed codes, and no matches but repetitions of the last byte.
class RunDeflater {
public:
    RunDeflater() { bits(0b011, 3); }  // the last block, fixed codes

    void add(std::string_view bytes) {
        for (std::size_t i = 0; i < bytes.size();) {
            const char byte = bytes[i];
            std::size_t run = 1;
            while (i + run < bytes.size() && bytes[i + run] == byte) ++run;
            i += run;
            literal(static_cast<std::uint8_t>(byte));
            for (--run; run >= 3;) {
                const std::size_t length = std::min<std::size_t>(run, 258);
                repeat(static_cast<unsigned>(length));
                run -= length;
            }
            for (; run > 0; --run) literal(static_cast<std::uint8_t>(byte));
        }
    }

    std::string finish() {
        code(0, 7);
        if (held_ > 0) bits(0, 8 - held_);
        return std::move(out_);
    }

private:
    /// Lowest bit first.
    void bits(unsigned value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            byte_ |= ((value >> i) & 1U) << held_;
            if (++held_ < 8) continue;
            out_ += static_cast<char>(byte_);
            byte_ = held_ = 0;
        }
    }
    /// Highest bit first, as codes are.
    void code(unsigned value, unsigned count) {
        while (count-- > 0) bits(value >> count, 1);
    }
    void literal(unsigned value) {
        if (value < 144) code(0x30 + value, 8);
        else code(0x190 + value - 144, 9);
    }
    /// The last byte, 3 to 258 times more.
    void repeat(unsigned length) {
        unsigned symbol = 257, base = 3, extra = 0;
        for (; symbol < 285; ++symbol) {
            extra = symbol < 265 ? 0 : (symbol - 261) / 4;
            const unsigned next = base + (1U << extra);
            if (length < next && length != 258) break;
            base = next;
        }
        if (length == 258) base = 258, extra = 0;
        if (symbol < 280) code(symbol - 256, 7);
        else code(0xC0 + symbol - 280, 8);
        bits(length - base, extra);
        code(0, 5);  // a distance of one
    }

    std::string out_;
    unsigned byte_ = 0, held_ = 0;
};

std::string big_endian(std::uint32_t value) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
    return out;
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = ~0U;
    for (const char c : bytes) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
    std::uint32_t low = 1, high = 0;
    for (const char c : bytes) {
        low = (low + static_cast<std::uint8_t>(c)) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

std::string chunk(std::string_view type, const std::string& data) {
    const std::string body = std::string(type) + data;
    return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc32(body));
}

/// Each row as what it differs by from the one above, which is nothing where they are equal.
std::string filtered_rows(std::size_t stride, std::span<const std::uint8_t> rgb) {
    constexpr char kUp = 2;
    std::string rows;
    rows.reserve(rgb.size() + rgb.size() / stride);
    for (std::size_t i = 0; i < rgb.size(); ++i) {
        if (i % stride == 0) rows += kUp;
        rows += static_cast<char>(rgb[i] - (i < stride ? 0 : rgb[i - stride]));
    }
    return rows;
}

}  // namespace

std::string to_png(int width, int height, std::span<const std::uint8_t> rgb) {
    const std::string rows = filtered_rows(3 * static_cast<std::size_t>(width), rgb);
    RunDeflater deflater;
    deflater.add(rows);
    const std::string header = big_endian(static_cast<std::uint32_t>(width)) +
                               big_endian(static_cast<std::uint32_t>(height)) +
                               std::string{8, 2, 0, 0, 0};  // 8 bits of each colour, no tricks
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) +
           chunk("IDAT", "\x78\x01" + deflater.finish() + big_endian(adler32(rows))) +
           chunk("IEND", "");
}

}  // namespace ninefold::pictures
