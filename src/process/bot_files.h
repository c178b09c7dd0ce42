// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace ninefold::process {

// What lies beside a bot was put there by its author. The organiser names a bot's file or
// folder; everything that is found from there is read by these rules, wherever it goes: into a
// bundle, a hash, a list of modules.

/// The most files of one bot that are looked for.
inline constexpr std::size_t kMostBotFiles = 20'000;
/// The most bytes that the files of one bot have together.
inline constexpr std::uintmax_t kMostBotBytes = std::uintmax_t{1} << 30;

/// How deep folders of one bot are entered. Looking into them takes a descriptor a level.
inline constexpr int kDeepestBotFolder = 64;

/// Whether a path, every link followed, ends in the folder. False where it ends nowhere.
bool stays_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// The regular files at or below `path`, sorted, without what Python keeps there (`__pycache__`).
/// A link counts where it leads to a file in `folder`, the bot's own; folders are not entered
/// through links, nor below kDeepestBotFolder. Looking ends when there are more than `most`, so
/// that one too many comes back; so does it where a folder cannot be looked through to its end.
std::vector<std::filesystem::path> regular_files(const std::filesystem::path& path,
                                                 const std::filesystem::path& folder,
                                                 std::size_t most = kMostBotFiles);

/// Refuses a bot whose files, or those in its folders, are more or larger than one may have.
base::Result<void> check_size(std::span<const std::filesystem::path> paths);

/// A short string that changes when the contents of these files do; of a folder, all files below it
/// count, with their names. Files that cannot be read count by their absence. Detects a bot
/// that was edited after its match began; no defence against somebody who seeks two files with the
/// same hash.
std::string content_hash(std::span<const std::filesystem::path> paths);

/// Changes when a file is replaced or written to, by what the system keeps of it; empty where it is
/// gone. `flags` are those of fstatat().
std::string file_stamp(const std::filesystem::path& path, int flags = 0);

/// Changes when these files, or those in these folders, are replaced or written to: a cheap sign
/// that content_hash() may have changed.
std::string file_stamps(std::span<const std::filesystem::path> paths);

}  // namespace ninefold::process
