// SPDX-License-Identifier: MIT
#include "tui/fitted_text.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/foreign_text.h"
#include "tui/terminal.h"

namespace ninefold::tui {

namespace {

constexpr char kEscape = '\033';

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

/// Bytes of the escape sequence or character that begins here; `shown` says how wide it is.
std::size_t unit_at(std::string_view text, std::size_t at, int& shown) {
    std::size_t end = at + 1;
    shown = 1;
    if (text[at] == kEscape) {
        shown = 0;
        while (end < text.size() && text[end] != 'm') ++end;
        return std::min(end + 1, text.size()) - at;
    }
    while (end < text.size() && !begins_character(text[end])) ++end;
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

constexpr int kGap = 2;
constexpr std::size_t kMaxText = 400;

/// The text in exactly `width` columns, cut with `…` or filled with blanks.
std::string fitted(std::string_view text, int width, bool right) {
    const int missing = width - shown_width(text);
    if (missing >= 0) {
        const std::string blanks(static_cast<std::size_t>(missing), ' ');
        return right ? blanks + std::string(text) : std::string(text) + blanks;
    }
    std::size_t end = 0;
    for (int left = width - 1; end < text.size(); ++end) {
        if (begins_character(text[end]) && left-- == 0) break;
    }
    return fmt::format("{}…", text.substr(0, end));
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

void TextTable::add(std::vector<std::string> row) {
    assert(row.size() == columns_.size());
    for (std::string& cell : row) {
        cell = base::safe_text(cell, kMaxText);
        std::replace(cell.begin(), cell.end(), '\t', ' ');
    }
    rows_.push_back(std::move(row));
}

std::vector<int> TextTable::widths(int limit) const {
    std::vector<int> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        int widest = 0;
        for (const auto& row : rows_) widest = std::max(widest, shown_width(row[i]));
        // A column without any text is not shown at all.
        widths.push_back(widest == 0 ? 0 : std::max(widest, shown_width(columns_[i].name)));
    }
    if (limit == 0) return widths;
    const auto excess = [&] {
        const auto shown = std::count_if(widths.begin(), widths.end(), [](int w) { return w > 0; });
        const int gaps = kGap * static_cast<int>(std::max<std::ptrdiff_t>(0, shown - 1));
        return std::accumulate(widths.begin(), widths.end(), gaps) - limit;
    };
    for (int turn = 1; turn <= static_cast<int>(columns_.size()) && excess() > 0; ++turn) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const Column& column = columns_[i];
            const int wanted = widths[i] - excess();
            if (column.give != turn || wanted >= widths[i]) continue;
            widths[i] = std::min(widths[i], std::max(wanted, column.least));
            if (wanted < column.least && column.may_go) widths[i] = 0;
        }
    }
    return widths;
}

std::string TextTable::line(const std::vector<std::string>& row,
                            const std::vector<int>& widths) const {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (widths[i] == 0) continue;
        if (!text.empty()) text.append(kGap, ' ');
        text += fitted(row[i], widths[i], columns_[i].right);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string TextTable::text(int width, const pictures::TextStyle& style) const {
    std::vector<std::string> names;
    for (const Column& column : columns_) names.push_back(column.name);
    const std::vector<int> widths = this->widths(width);
    std::string text = style.bold(line(names, widths)) + '\n';
    for (const auto& row : rows_) text += line(row, widths) + '\n';
    return text;
}

void TextTable::print(std::FILE* stream) const {
    const bool terminal = isatty(fileno(stream)) == 1;
    fmt::print(stream, "{}",
               text(terminal ? terminal_size(stream).columns : 0, pictures::TextStyle(stream)));
}

}  // namespace ninefold::tui
