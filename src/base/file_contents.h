// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/result.h"

namespace ninefold::base {

/// What read_file() reads at most by default.
inline constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{256} << 20;

/// What a system call failed for, by errno: `/tmp/x: No space left on device`. The error is ours
/// where room, memory, descriptors or processes are missing.
Error failed_call(std::string_view what, int number);

/// Whether a path is the folder or lies below it. Both absolute and normal; links are not followed.
bool is_inside(const std::filesystem::path& path, const std::filesystem::path& folder);

/// What lies in a folder, sorted, but no more than `most`; nothing where it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder,
                                              std::size_t most = SIZE_MAX);

/// All bytes of a regular file of at most `most` bytes; devices, pipes and the like are refused,
/// for reading them need not end. The error names the file and says why it cannot be read.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uintmax_t most = kMostFileBytes);

/// The same for a file that lies in `folder`, every link followed. What counts is the file that was
/// opened: a link that somebody puts into the way meanwhile leads nowhere else.
Result<std::string> read_file_in(const std::filesystem::path& folder,
                                 const std::filesystem::path& path,
                                 std::uintmax_t most = kMostFileBytes);

/// Hands over the bytes of a regular file part by part, until `take` returns false or the file
/// ends. Refuses what read_file() refuses.
Result<void> read_in_parts(const std::filesystem::path& path, std::uintmax_t most,
                           const std::function<bool(std::string_view)>& take);

/// Makes a file of these parts, one behind another, in place of the one that may be there, as a
/// AtomicFile does: whole or not at all. Where it fails nothing is left behind, and the error names
/// the file and says why.
Result<void> write_file(const std::filesystem::path& path,
                        std::initializer_list<std::string_view> parts,
                        FileMode mode = FileMode::kPlain);

/// A file of at most `bytes`, to be written when long work is done: that it can be is known
/// before, and nothing that fills the disk meanwhile costs the work.
Result<std::unique_ptr<AtomicFile>> reserve_file(const std::filesystem::path& path,
                                                 std::uintmax_t bytes);

}  // namespace ninefold::base
