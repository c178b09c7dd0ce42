// SPDX-License-Identifier: MIT
#include "protocol/safe_text.h"

#include <cstdint>

#include <fmt/format.h>

#include "base/foreign_text.h"

namespace ninefold::protocol {

std::string safe_text(std::string_view text, std::size_t limit) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t size = base::character_size(text);
        const std::string_view character = text.substr(0, size == 0 ? 1 : size);
        const bool plain = size != 0 && (character == "\t" || !base::is_hidden(character));
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
