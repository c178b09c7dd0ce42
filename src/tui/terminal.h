// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace ninefold::tui {

/// Of the terminal on `stream`, 80 by 24 where it is none.
struct TerminalSize {
    int columns = 80, rows = 24;
};
TerminalSize terminal_size(std::FILE* stream);

/// What a long command has done so far, in one line on standard error: written over and over where
/// that is a terminal, and removed in the end. Elsewhere lines stay: there it shows nothing, or one
/// now and then, seldom enough to be read, and none of what is over at once. One thread at a time.
class ProgressLine {
public:
    enum class Elsewhere : std::uint8_t { kNothing, kLines };
    explicit ProgressLine(Elsewhere elsewhere = Elsewhere::kNothing, bool quiet = false);
    ~ProgressLine() { remove(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `line` makes the text, and is called only where it is shown now.
    template <typename Line>
    void show(const Line& line) {
        if (is_due()) print(line());
    }
    void remove();

private:
    using Clock = std::chrono::steady_clock;
    bool is_due();
    void print(const std::string& line) const;

    bool on_terminal_, quiet_;
    Clock::time_point next_;
};

}  // namespace ninefold::tui
