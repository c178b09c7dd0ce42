// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

#include "rules/ruleset.h"

namespace ninefold::cli {

/// Whether the training data that a command is to write is there already, which it then says. What
/// is there is taken for it where rules and number of positions agree; else a CommandError is
/// thrown, so that nobody relies on it.
bool is_made_already(const std::filesystem::path& path, rules::Rules rules, std::size_t positions);

}  // namespace ninefold::cli
