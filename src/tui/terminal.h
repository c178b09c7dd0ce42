// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace ninefold::tui {

/// Whether a stream is a terminal that shows colours (NO_COLOR and TERM=dumb are heeded).
bool shows_colours(std::FILE* stream);

/// Of the terminal on `stream`, 80 by 24 where it is none.
struct TerminalSize {
    int columns = 80, rows = 24;
};
TerminalSize terminal_size(std::FILE* stream);

/// Text in colours for a stream, as it is where the stream shows none.
class Style {
public:
    explicit Style(std::FILE* stream) : on_(shows_colours(stream)) {}
    explicit Style(bool on) : on_(on) {}

    std::string bold(std::string_view text) const { return painted("1", text); }
    std::string dim(std::string_view text) const { return painted("2", text); }
    std::string red(std::string_view text) const { return painted("31", text); }
    std::string green(std::string_view text) const { return painted("32", text); }
    std::string yellow(std::string_view text) const { return painted("33", text); }
    std::string cyan(std::string_view text) const { return painted("36", text); }
    std::string as_x(std::string_view text) const { return painted("1;38;5;39", text); }
    std::string as_o(std::string_view text) const { return painted("1;38;5;208", text); }

private:
    std::string painted(std::string_view code, std::string_view text) const;

    bool on_;
};

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
