// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pictures/text_style.h"

namespace ninefold::tui {

/// Columns that a UTF-8 text takes, escape sequences of a TextStyle not counted. (Characters that
/// fill two columns are counted as one.)
int shown_width(std::string_view text);

/// The lines of a string, each folded at blanks where it is wider than `width` columns; a longer
/// word is cut. Escape sequences take no room.
std::vector<std::string> folded(std::string_view text, int width);

/// Rows of short strings in columns, fitted to a terminal: where the rows are too wide, columns
/// that can shrink do so, in the order of their `give`, and one that is left with too little goes.
/// Strings from outside are made safe to show.
class TextTable {
public:
    struct Column {
        std::string name;
        bool right = false;  ///< numbers stand at the right
        int give = 0;        ///< 0 never shrinks, 1 shrinks first, 2 next, …
        int least = 0;       ///< width to shrink to; below that it goes where `may_go`
        bool may_go = false;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One text for each column.
    void add(std::vector<std::string> row);
    /// One number or text for each column.
    template <typename... Cells>
    void row(const Cells&... cells) {
        add({fmt::format("{}", cells)...});
    }
    bool empty() const { return rows_.empty(); }

    /// As text of at most `width` columns, 0 for as many as are needed.
    std::string text(int width, const pictures::TextStyle& style) const;
    /// Fitted to the terminal on `stream`, or as wide as needed where it is none.
    void print(std::FILE* stream) const;

private:
    std::vector<int> widths(int limit) const;
    std::string line(const std::vector<std::string>& row, const std::vector<int>& widths) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace ninefold::tui
