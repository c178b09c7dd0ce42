// SPDX-License-Identifier: MIT
#include "tui/terminal.h"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace ninefold::tui {

bool shows_colours(std::FILE* stream) {
    const char* no_colour = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return (no_colour == nullptr || *no_colour == '\0') && !dumb && isatty(fileno(stream)) == 1;
}

int columns(std::FILE* stream) {
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

}  // namespace ninefold::tui
