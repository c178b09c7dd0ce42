// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::base {

/// The parts of a string between blanks (spaces, tabs, line ends). They point into `text`.
inline std::vector<std::string_view> split_words(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    std::vector<std::string_view> found;
    std::size_t begin = text.find_first_not_of(kBlank);
    while (begin != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(kBlank, begin), text.size());
        found.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(kBlank, end);
    }
    return found;
}

/// The parts of a string between separators; an empty string has one empty part.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace ninefold::base
