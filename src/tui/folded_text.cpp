// SPDX-License-Identifier: MIT
#include "tui/folded_text.h"

#include <algorithm>
#include <utility>

namespace ninefold::tui {

namespace {

constexpr char kEscape = '\033';

/// Bytes of the escape sequence or character that begins here; `shown` says how wide it is.
std::size_t unit_at(std::string_view text, std::size_t at, int& shown) {
    std::size_t end = at + 1;
    shown = 1;
    if (text[at] == kEscape) {
        shown = 0;
        while (end < text.size() && text[end] != 'm') ++end;
        return std::min(end + 1, text.size()) - at;
    }
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    return end - at;
}

void fold_line(std::string_view line, int width, std::vector<std::string>& lines) {
    std::string out;
    int columns = 0;
    std::size_t blank = std::string::npos;  // in `out`: where it may be folded
    for (std::size_t at = 0; at < line.size();) {
        int shown = 0;
        const std::size_t size = unit_at(line, at, shown);
        if (columns + shown > width) {
            const bool at_blank = line[at] == ' ';
            std::string rest;
            if (!at_blank && blank != std::string::npos) {
                rest = out.substr(blank + 1);
                out.resize(blank);
            }
            lines.push_back(std::exchange(out, rest));
            columns = shown_width(out);
            blank = std::string::npos;
            if (at_blank) {
                at += size;
                continue;
            }
        }
        const bool indent = shown_width(out) == 0;
        if (line[at] == ' ' && !indent) blank = out.size();
        out.append(line, at, size);
        columns += shown;
        at += size;
    }
    lines.push_back(std::move(out));
}

}  // namespace

int shown_width(std::string_view text) {
    int width = 0;
    for (std::size_t at = 0; at < text.size();) {
        int shown = 0;
        at += unit_at(text, at, shown);
        width += shown;
    }
    return width;
}

std::vector<std::string> folded(std::string_view text, int width) {
    std::vector<std::string> lines;
    width = std::max(width, 1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        fold_line(text.substr(0, end), width, lines);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace ninefold::tui
