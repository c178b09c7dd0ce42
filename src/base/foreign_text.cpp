// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/split.h"

namespace ninefold::base {

namespace {

constexpr std::string_view kBeforePath = " \t\n(=:,[";
constexpr std::string_view kBehindPath = " \t\n)'\",;]";

struct Range {
    char32_t first, last;
};

template <std::size_t count>
constexpr bool is_among(char32_t code, const Range (&ranges)[count]) {
    return std::any_of(std::begin(ranges), std::end(ranges), [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

/// Whether a character does not show itself: one that a terminal may obey, that is invisible, or
/// that changes the direction of the text around it.
bool is_hidden(char32_t code) {
    // Controls; Unicode's Bidi_Control and Default_Ignorable_Code_Point, but for joiners that
    // scripts need.
    static constexpr Range kHidden[] = {{0x00, 0x1f},       {0x7f, 0x9f},      {0xad, 0xad},
                                        {0x34f, 0x34f},     {0x61c, 0x61c},    {0x115f, 0x1160},
                                        {0x17b4, 0x17b5},   {0x180b, 0x180f},  {0x200b, 0x200b},
                                        {0x200e, 0x200f},   {0x2028, 0x202e},  {0x2060, 0x206f},
                                        {0x3164, 0x3164},   {0xfe00, 0xfe0f},  {0xfeff, 0xfeff},
                                        {0xffa0, 0xffa0},   {0xfff0, 0xfffb},  {0x1bca0, 0x1bca3},
                                        {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    return is_among(code, kHidden);
}

/// Whether a character leaves its place empty: spaces, the empty Braille pattern, and joiners where
/// they join nothing.
bool is_blank(char32_t code) {
    static constexpr Range kBlank[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                       {0x2000, 0x200a}, {0x200c, 0x200d}, {0x202f, 0x202f},
                                       {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000}};
    return is_among(code, kBlank);
}

/// Whether a character is drawn above or below the one before it, so that many of them cover the
/// lines around: those that fonts stack.
bool is_stacked(char32_t code) {
    static constexpr Range kStacked[] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},   {0x5c1, 0x5c2},
        {0x5c4, 0x5c5},   {0x5c7, 0x5c7},   {0x610, 0x61a},   {0x64b, 0x65f},   {0x670, 0x670},
        {0x6d6, 0x6dc},   {0x6df, 0x6e4},   {0x6e7, 0x6e8},   {0x6ea, 0x6ed},   {0x730, 0x74a},
        {0x8ca, 0x8e1},   {0x8e3, 0x8ff},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},
        {0xeb1, 0xeb1},   {0xeb4, 0xebc},   {0xec8, 0xece},   {0x1ab0, 0x1ace}, {0x1dc0, 0x1dff},
        {0x20d0, 0x20f0}, {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe20, 0xfe2f}};
    return is_among(code, kStacked);
}

/// Whether a character can be a picture or a sign, as the selector behind it says: U+2764 U+FE0F
/// is a red heart. Elsewhere a selector shows nothing, and two names that differ in it look alike.
bool can_be_picture(char32_t code) {
    static constexpr Range kPictures[] = {{0x203c, 0x27bf},  {0x2934, 0x2935}, {0x2b05, 0x2b55},
                                          {0x3030, 0x3030},  {0x303d, 0x303d}, {0x3297, 0x3299},
                                          {0x1f000, 0x1faff}};
    return is_among(code, kPictures) && !is_hidden(code) && !is_blank(code);
}

/// One character, with the selector that belongs to it, or a byte that is none.
struct Character {
    std::string_view bytes;
    char32_t code = 0;
    bool is_valid = false, is_shown = false;
};

/// How many bytes at the beginning select a sign (U+FE0E) or a picture (U+FE0F).
std::size_t selector_bytes(std::string_view text) {
    constexpr std::string_view kSign = "\xef\xb8\x8e", kPicture = "\xef\xb8\x8f";
    return text.starts_with(kSign) || text.starts_with(kPicture) ? kSign.size() : 0;
}

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
    std::size_t taken = is_valid ? length : 1;
    if (is_valid && can_be_picture(code)) taken += selector_bytes(text.substr(taken));
    const Character first{text.substr(0, taken), code, is_valid, is_valid && !is_hidden(code)};
    text.remove_prefix(taken);
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

/// Whether a text leaves all of its place empty.
bool is_blank(std::string_view text) {
    while (!text.empty()) {
        const Character next = take_character(text);
        if (next.is_shown && !is_blank(next.code)) return false;
    }
    return true;
}

// Where the path that this text begins with ends. Folders may have blanks in their names: words in
// front of another slash belong to it, unless a path or an option begins there.
std::size_t end_of_path(std::string_view text) {
    std::size_t end = text.find_first_of(kBehindPath);
    while (end != std::string_view::npos && text[end] == ' ' && text[end - 1] != ':') {
        const std::string_view words =
            text.substr(0,
                        std::min(text.find_first_of("\t\n(=)'\",;]", end), text.find(": ", end)));
        const std::size_t slash = words.find('/', end);
        if (slash == std::string_view::npos || words[slash - 1] == ' ') break;
        end = text.find_first_of(kBehindPath, slash);
    }
    return end;
}

}  // namespace

std::string safe_name(std::string_view text, std::size_t limit) {
    constexpr int kMostStacked = 4;  // Hebrew and Vietnamese need three
    const bool shows_nothing = is_blank(text);
    std::string out;
    for (int stacked = 0; !text.empty();) {
        const Character next = take_character(text);
        if (out.size() + next.bytes.size() > limit) return out + "…";
        stacked = is_stacked(next.code) ? stacked + 1 : 0;
        const bool is_shown =
            next.is_shown && stacked <= kMostStacked && (!shows_nothing || next.bytes == " ");
        out += is_shown ? next.bytes : "?";
    }
    return out;
}

std::string csv_cell(std::string_view text) {
    constexpr std::size_t kMost = 10'000;
    std::string cell;
    bool is_begin = true;  // also behind a semicolon: some spreadsheets take it for the comma
    for (const char c : safe_name(text, kMost)) {
        if (is_begin && std::string_view("=+-@").find(c) != std::string_view::npos) cell += '\'';
        is_begin = c == ';' || (is_begin && c == ' ');
        cell += c;
    }
    if (cell.find_first_of(",;\"'") == std::string::npos) return cell;
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
        const std::size_t end = in_quotes ? message.find(before) : end_of_path(message);
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
