// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ninefold::tui {

/// Columns that a UTF-8 text takes, escape sequences of a Style not counted. (Characters that fill
/// two columns are counted as one.)
int shown_width(std::string_view text);

/// The lines of a string, each folded at blanks where it is wider than `width` columns; a longer
/// word is cut. Escape sequences take no room.
std::vector<std::string> folded(std::string_view text, int width);

}  // namespace ninefold::tui
