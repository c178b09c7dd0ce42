// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::bots {

/// The first names of the modules that a Python text imports: `a` of `import a.b`. Read line by
/// line, so that Python 2 and broken files are read too; a word too many does no harm.
std::set<std::string> imported_modules(std::string_view text);

/// The modules beside a Python file that it imports, and those that they import in turn: files, and
/// folders of packages. Sorted. What only a running program can know is not found: names that are
/// worked out, data that is opened.
std::vector<std::filesystem::path> python_helpers(const std::filesystem::path& file);

}  // namespace ninefold::bots
