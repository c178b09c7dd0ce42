// SPDX-License-Identifier: MIT
#include "protocol/safe_text.h"

#include <cstdint>

#include <fmt/format.h>

namespace ninefold::protocol {

namespace {

/// Bytes of the valid UTF-8 character that `text` begins with, or 0. (RFC 3629: shortest form, no
/// surrogates, nothing above U+10FFFF.)
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    const bool too_long = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool surrogate = lead == 0xed && byte(1) >= 0xa0;
    const bool beyond = lead == 0xf4 && byte(1) >= 0x90;
    return too_long || surrogate || beyond ? 0 : size;
}

bool is_control(char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// U+0080..U+009F are control characters too: a terminal may obey them.
bool is_wide_control(std::string_view character) {
    return character.size() == 2 && static_cast<std::uint8_t>(character[0]) == 0xc2 &&
           static_cast<std::uint8_t>(character[1]) < 0xa0;
}

}  // namespace

std::string safe_text(std::string_view text, std::size_t limit) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        const std::string_view character = text.substr(0, size == 0 ? 1 : size);
        const bool plain = size != 0 && !is_control(character[0]) && !is_wide_control(character);
        const std::size_t grows = plain ? character.size() : 4 * character.size();
        if (safe.size() + grows > limit) return safe + "…";
        if (plain) {
            safe += character;
        } else {
            for (const char c : character) {
                fmt::format_to(std::back_inserter(safe), "\\x{:02x}", static_cast<std::uint8_t>(c));
            }
        }
        text.remove_prefix(character.size());
    }
    return safe;
}

}  // namespace ninefold::protocol
