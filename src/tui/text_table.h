// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "tui/terminal.h"

namespace ninefold::tui {

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
    bool empty() const { return rows_.empty(); }

    /// As text of at most `width` columns, 0 for as many as are needed.
    std::string text(int width, const Style& style) const;
    /// Fitted to the terminal on `stream`, or as wide as needed where it is none.
    void print(std::FILE* stream) const;

private:
    std::vector<int> widths(int limit) const;
    std::string line(const std::vector<std::string>& row, const std::vector<int>& widths) const;

    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace ninefold::tui
