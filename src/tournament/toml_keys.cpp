// SPDX-License-Identifier: MIT
#include "tournament/toml_keys.h"

#include <algorithm>
#include <string>

namespace ninefold::tournament {

namespace {

/// Where the string that begins at `at` is over: behind its quote or, if that is missing, its line.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string three(3, quote);
    const bool has_lines = text.substr(at, 3) == three;
    const std::string_view end = std::string_view(three).substr(0, has_lines ? 3 : 1);
    at += end.size();
    while (at < text.size() && text.substr(at, end.size()) != end) {
        if (text[at] == '\n' && !has_lines) return at;
        at += text[at] == '\\' && quote == '"' ? 2 : 1;
    }
    at += end.size();
    // Up to two quotes may be the string's last letters.
    for (int i = 0; i < 2 && has_lines && at < text.size() && text[at] == quote; ++i) ++at;
    return std::min(at, text.size());
}

}  // namespace

std::optional<int> line_of_deep_key(std::string_view text, int most) {
    int line = 1, parts = 1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char letter = text[at];
        if (letter == '"' || letter == '\'') {
            at = end_of_string(text, at);
            line += static_cast<int>(std::count(text.begin() + begin, text.begin() + at, '\n'));
            continue;
        }
        if (letter == '#') at = std::min(text.find('\n', at), text.size());
        else ++at;
        if (letter == '\n') ++line;
        if (letter == '.' && ++parts > most) return line;
        if (std::string_view("\n=,[]{}").find(letter) != std::string_view::npos) parts = 1;
    }
    return std::nullopt;
}

}  // namespace ninefold::tournament
