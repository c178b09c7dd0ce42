// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
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

}  // namespace ninefold::tui
