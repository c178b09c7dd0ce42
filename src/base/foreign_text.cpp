// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/split.h"

namespace ninefold::base {

namespace {

constexpr std::string_view kBeforePath = " \t\n(=:,[";
constexpr std::string_view kBehindPath = " \t\n)'\",;]";

/// Whether a character does not show itself: one that a terminal may obey, that is invisible, or
/// that changes the direction of the text around it.
bool is_hidden(char32_t code) {
    struct Range {
        char32_t first, last;
    };
    // Controls; Unicode's Bidi_Control and Default_Ignorable_Code_Point, but for joiners that
    // scripts need.
    static constexpr Range kHidden[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
                                        {0x61c, 0x61c},   {0x115f, 0x1160}, {0x180e, 0x180e},
                                        {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
                                        {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfeff, 0xfeff},
                                        {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    return std::any_of(std::begin(kHidden), std::end(kHidden), [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

/// One character, or a byte that is none.
struct Character {
    std::string_view bytes;
    bool is_valid = false, is_shown = false;
};

/// Takes the first one off the text. (RFC 3629: shortest form, no surrogates, nothing above
/// U+10FFFF.)
Character take_character(std::string_view& text) {
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // that needs this many bytes
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    char32_t code = length == 1 ? lead : lead & (0xffu >> (length + 1));
    bool is_valid = (lead < 0x80 || (lead >= 0xc0 && lead < 0xf8)) && length <= text.size();
    for (std::size_t i = 1; is_valid && i < length; ++i) {
        is_valid = (byte(i) & 0xc0) == 0x80;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    is_valid = is_valid && code >= kLeast[length] && code <= 0x10ffff && code / 0x800 != 0x1b;
    const Character first{text.substr(0, is_valid ? length : 1), is_valid,
                          is_valid && !is_hidden(code)};
    text.remove_prefix(first.bytes.size());
    return first;
}

/// The same, with codes for the bytes of one that is not shown.
std::string take_shown(std::string_view& text, bool tabs_show) {
    const Character first = take_character(text);
    if (first.is_shown || (tabs_show && first.bytes == "\t")) return std::string(first.bytes);
    std::string codes;
    for (const char c : first.bytes) {
        codes += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return codes;
}

}  // namespace

std::string safe_name(std::string_view text, std::size_t limit) {
    std::string out;
    while (!text.empty()) {
        const Character next = take_character(text);
        if (out.size() + next.bytes.size() > limit) return out + "…";
        out += next.is_shown ? next.bytes : "?";
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
        if (!take_character(text).is_valid) return false;
    }
    return true;
}

std::string to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Character next = take_character(text);
        out += next.is_valid ? next.bytes : "?";
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
