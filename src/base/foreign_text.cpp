// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/split.h"

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

namespace {

/// Of a valid UTF-8 character.
char32_t code_point(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return lead;
    char32_t code = lead & (0xffu >> (character.size() + 1));
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned>(c) & 0x3fu);
    return code;
}

}  // namespace

bool is_hidden(std::string_view character) {
    struct Range {
        char32_t first, last;
    };
    // Unicode's Bidi_Control and Default_Ignorable_Code_Point, but for joiners that scripts need.
    static constexpr Range kHidden[] = {{0xad, 0xad},      {0x61c, 0x61c},   {0x115f, 0x1160},
                                        {0x180e, 0x180e},  {0x200b, 0x200b}, {0x200e, 0x200f},
                                        {0x2028, 0x202e},  {0x2060, 0x206f}, {0x3164, 0x3164},
                                        {0xfeff, 0xfeff},  {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
                                        {0xe0000, 0xe0fff}};
    if (is_control(character)) return true;
    const char32_t code = code_point(character);
    return std::any_of(std::begin(kHidden), std::end(kHidden), [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

std::string safe_name(std::string_view text, std::size_t limit) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = character_size(text);
        const std::string_view character = text.substr(0, length == 0 ? 1 : length);
        const bool shows = length != 0 && !is_hidden(character);
        if (out.size() + character.size() > limit) return out + "…";
        out += shows ? character : std::string_view("?");
        text.remove_prefix(character.size());
    }
    return out;
}

std::string csv_cell(std::string_view text) {
    constexpr std::size_t kMost = 10'000;
    std::string cell = safe_name(text, kMost);
    if (!cell.empty() && std::string_view("=+-@").find(cell[0]) != std::string_view::npos) {
        cell.insert(cell.begin(), '\'');
    }
    if (cell.find_first_of(",\"'") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
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

std::string escape_xml(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
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

namespace {

/// The character that the text begins with, or codes for its bytes where it is hidden or not UTF-8.
/// Takes it off the text.
std::string take_shown(std::string_view& text, bool tabs_show) {
    const std::size_t length = character_size(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    text.remove_prefix(character.size());
    if (length != 0 && (!is_hidden(character) || (tabs_show && character == "\t"))) {
        return std::string(character);
    }
    std::string codes;
    for (const char c : character) codes += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return codes;
}

}  // namespace

std::string quoted(std::string_view text, std::size_t limit) {
    std::string out = "'";
    while (!text.empty() && out.size() <= limit) out += take_shown(text, false);
    return out + (text.empty() ? "'" : "…'");
}

std::string safe_text(std::string_view text, std::size_t limit) {
    std::string out;
    while (!text.empty()) {
        const std::string shown = take_shown(text, true);
        if (out.size() + shown.size() > limit) return out + "…";
        out += shown;
    }
    return out;
}

std::string safe_lines(std::string_view text, std::size_t limit) {
    std::string out;
    for (const std::string_view line : split(text, '\n')) {
        if (line.data() != text.data()) out += '\n';
        out += safe_text(line, limit);
    }
    return out;
}

}  // namespace ninefold::base
