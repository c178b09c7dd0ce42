// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"

#include <fmt/format.h>

namespace ninefold::base {

namespace {

constexpr std::string_view kBeforePath = " \t\n(=:,[";
constexpr std::string_view kBehindPath = " \t\n)'\",;]";

}  // namespace

std::size_t character_size(std::string_view text) {
    if (text.empty()) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool outside = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
    return overlong || outside ? 0 : length;
}

bool is_control(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
    return character.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = character_size(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_size(text);
        out += length == 0 ? std::string_view("?") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::string without_folders(std::string_view message) {
    std::string out;
    while (!message.empty()) {
        const char before = out.empty() ? ' ' : out.back();
        const bool in_quotes = before == '\'' || before == '"';
        const bool is_path = message.front() == '/' && !message.starts_with("//") &&
                             (in_quotes || kBeforePath.find(before) != std::string_view::npos);
        if (!is_path) {
            out += message.front();
            message.remove_prefix(1);
            continue;
        }
        const std::size_t end =
            in_quotes ? message.find(before) : message.find_first_of(kBehindPath);
        const std::string_view path = message.substr(0, end);
        const std::size_t name = path.find_last_not_of('/');
        out +=
            name == std::string_view::npos ? path : path.substr(path.find_last_of('/', name) + 1);
        message.remove_prefix(path.size());
    }
    return out;
}

std::string quoted(std::string_view text, std::size_t limit) {
    std::string out = "'";
    std::string_view rest = text;
    while (!rest.empty() && out.size() <= limit) {
        const std::size_t length = character_size(rest);
        const std::string_view character = rest.substr(0, length == 0 ? 1 : length);
        if (length != 0 && !is_control(character)) {
            out += character;
        } else {
            for (const char c : character) {
                out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
            }
        }
        rest.remove_prefix(character.size());
    }
    return out + (rest.empty() ? "'" : "…'");
}

}  // namespace ninefold::base
