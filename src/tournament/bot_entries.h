// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

/// A bot's source with the path in it, if there is one, made absolute from `folder`:
/// `select_move:alice.py` becomes `select_move:/class/alice.py`. Other sources stay as they are.
std::string absolute_source(std::string_view source, const std::filesystem::path& folder);

/// One bot, or all files that a pattern with `*`, `?` or `[…]` finds, in the order of their names.
base::Result<std::vector<BotEntry>> expand_source(std::string_view source,
                                                  const std::filesystem::path& folder);

/// Takes out the Python files that are modules of other bots of the list and no bots themselves:
/// they would lose every game, and their bots may not see another bot's files. Returns a sentence
/// for each. A file whose interface is said (`function:f.py`), or which has a name, stays.
std::vector<std::string> leave_out_modules(std::vector<BotEntry>& bots);

/// Gives every bot that has none a name after its source; equal ones are distinguished by a folder
/// or numbered. An error where two were given the same name.
base::Result<void> name_bots(std::vector<BotEntry>& bots);

}  // namespace ninefold::tournament
