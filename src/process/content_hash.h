// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace ninefold::process {

/// A short text that changes when the contents of these files do; of a folder, all files below it
/// count, with their names, but what Python itself keeps there (`__pycache__`). Files that cannot
/// be read count by their absence. It tells an edited bot from the one that began a match; it is no
/// defence against somebody who seeks two files with the same hash.
std::string content_hash(std::span<const std::filesystem::path> files);

}  // namespace ninefold::process
