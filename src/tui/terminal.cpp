// SPDX-License-Identifier: MIT
#include "tui/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/notice.h"

namespace ninefold::tui {

TerminalSize terminal_size(std::FILE* stream) {
    winsize told{};
    TerminalSize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &told) != 0) return size;
    if (told.ws_col > 0) size.columns = told.ws_col;
    if (told.ws_row > 0) size.rows = told.ws_row;
    return size;
}

ProgressLine::ProgressLine(Elsewhere elsewhere, bool quiet)
    : on_terminal_(isatty(STDERR_FILENO) == 1),
      quiet_(quiet || (!on_terminal_ && elsewhere == Elsewhere::kNothing)),
      next_(Clock::now() + std::chrono::seconds(on_terminal_ ? 0 : 2)) {}

bool ProgressLine::is_due() {
    const auto now = Clock::now();
    if (quiet_ || now < next_) return false;
    next_ = now + std::chrono::milliseconds(on_terminal_ ? 100 : 5000);
    return true;
}

void ProgressLine::print(const std::string& line) const {
    // Escape sequences make a line longer than it looks, so the terminal itself cuts it at its
    // width, with line wrap switched off.
    if (on_terminal_) base::notice("\r\033[K\033[?7l{}\033[?7h", line);
    else base::notice("{}\n", line);
    std::fflush(stderr);
}

void ProgressLine::remove() {
    if (on_terminal_ && !quiet_) base::notice("\r\033[K");
}

}  // namespace ninefold::tui
