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

/// Number of columns of the terminal on `stream`, 80 where it is none.
int columns(std::FILE* stream);

/// Escape sequences for a stream, empty where it shows no colours.
class Style {
public:
    explicit Style(std::FILE* stream) : on_(shows_colours(stream)) {}
    explicit Style(bool on) : on_(on) {}

    bool on() const { return on_; }
    std::string_view bold() const { return pick("\033[1m"); }
    std::string_view dim() const { return pick("\033[2m"); }
    std::string_view red() const { return pick("\033[31m"); }
    std::string_view green() const { return pick("\033[32m"); }
    std::string_view yellow() const { return pick("\033[33m"); }
    std::string_view cyan() const { return pick("\033[36m"); }
    std::string_view x_colour() const { return pick("\033[1;38;5;39m"); }
    std::string_view o_colour() const { return pick("\033[1;38;5;208m"); }
    std::string_view off() const { return pick("\033[0m"); }

private:
    std::string_view pick(std::string_view sequence) const {
        return on_ ? sequence : std::string_view();
    }
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
