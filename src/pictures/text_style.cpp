// SPDX-License-Identifier: MIT
#include "pictures/text_style.h"

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace ninefold::pictures {

namespace {

bool shows_colours(std::FILE* stream) {
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return wants_colours() && !dumb && isatty(fileno(stream)) == 1;
}

}  // namespace

bool wants_colours() {
    const char* no_colour = std::getenv("NO_COLOR");
    return no_colour == nullptr || *no_colour == '\0';
}

TextStyle::TextStyle(std::FILE* stream) : on_(shows_colours(stream)) {}

std::string TextStyle::painted(std::string_view code, std::string_view text) const {
    return on_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

}  // namespace ninefold::pictures
