// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/ruleset.h"

namespace ninefold::training {

/// Whether the data that is to be written is there already. What is there is taken for it where
/// rules and number of positions agree; else it is an error, so that nobody relies on it.
base::Result<bool> is_made_already(const std::filesystem::path& path, rules::Rules rules,
                                   std::size_t positions);

/// Before hours of work: each labelled file needs a place of its own in the folder, for one that is
/// there counts as done.
base::Result<void> check_places(const std::vector<std::string>& files, const std::string& folder);

}  // namespace ninefold::training
