// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace ninefold::pictures {

/// False where the person says so by NO_COLOR.
bool wants_colours();

/// Text in colours for a stream, plain where the stream is no terminal that shows them (NO_COLOR
/// and TERM=dumb are respected).
class TextStyle {
public:
    explicit TextStyle(std::FILE* stream);
    explicit TextStyle(bool on) : on_(on) {}

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

}  // namespace ninefold::pictures
