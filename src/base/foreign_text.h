// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::base {

/// Text from outside as a message may show it: in quotes, on one line, with codes for characters
/// that are hidden and bytes that are not UTF-8, and cut at `limit` bytes.
std::string quoted(std::string_view text, std::size_t limit = 40);

/// The same without quotes, to be kept and shown: a tab stays a tab.
std::string safe_text(std::string_view text, std::size_t limit);

/// The same for a text of several lines, each cut at `limit` bytes: what may be printed as it is.
std::string safe_lines(std::string_view text, std::size_t limit = 10'000);

/// A name from outside as tables, pages, reports and terminals may all show it: on one line, of
/// valid UTF-8, cut at `limit` bytes, with '?' for every character that is a control, is invisible,
/// changes the direction of the text around it (U+202E) or is the fifth mark on one letter.
std::string safe_name(std::string_view text, std::size_t limit = 200);

/// The same as a cell of a CSV file, quoted where it must be. One that a spreadsheet would take for
/// a formula (`=1+1`, `@SUM`) begins with an apostrophe, which makes it a string there; so does
/// what follows a semicolon.
std::string csv_cell(std::string_view text);

/// The same characters in XML or HTML, as text or in an attribute: `&`, `<`, `>` and `"` escaped.
std::string escape_xml(std::string_view text);

/// A message in which files have their names alone, for those who need not know where they lie:
/// `/srv/bots/a.py: cannot be read` becomes `a.py: cannot be read`. A path ends at a quote or a
/// blank behind its last slash, unless it stands in quotes.
std::string without_folders(std::string_view message);

bool is_utf8(std::string_view text);

/// The text with every byte that is not part of valid UTF-8 replaced by '?'.
std::string to_utf8(std::string_view text);

}  // namespace ninefold::base
