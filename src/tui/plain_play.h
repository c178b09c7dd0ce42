// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <istream>

#include "tui/sitting.h"

namespace ninefold::tui {

/// Plays in lines of text, for pipes and screen readers: prints the board before each question and
/// reads moves (`40`, `e5`, or `ROW COLUMN` from 0) and commands (`help` lists them). Returns the
/// exit code: 0 when the game was finished, 1 when it was left.
int play_plain(Sitting& sitting, std::istream& in, std::FILE* out, std::stop_token stop);

}  // namespace ninefold::tui
