// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

namespace ninefold::process {

/// The most bytes of one bot's Python sources that are looked into, all of them together.
inline constexpr std::uintmax_t kMostSourceBytes = std::uintmax_t{16} << 20;

/// The modules beside a Python file that it imports, and those that they import in turn: files, and
/// folders of packages. Sorted. What only a running program can know is not found: names that are
/// worked out, data that is opened.
std::vector<std::filesystem::path> python_helpers(const std::filesystem::path& file);

/// Of Python files, those that are modules of others among them rather than bots, each with one
/// that imports it. A file that defines what an interface asks for by name is a bot all the same,
/// but for the modules that the communities hand out themselves.
std::map<std::filesystem::path, std::filesystem::path> modules_among(
    std::span<const std::filesystem::path> files);

}  // namespace ninefold::process
