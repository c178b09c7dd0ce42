// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ninefold::base {

/// All bytes of a file. The error names the file and says why it cannot be read.
Result<std::string> read_file(const std::filesystem::path& path);

enum class FileMode { kPlain, kExecutable };

/// Makes a file of these parts, one behind another, in place of the one that may be there. It is
/// written under another name beside it and moved there once the disk has it: a file of this name
/// is whole whenever the program or the machine stops, and two that write it at once do not mix.
/// Where it fails nothing is left behind, and the error names the file and says why.
Result<void> write_file(const std::filesystem::path& path,
                        std::initializer_list<std::string_view> parts,
                        FileMode mode = FileMode::kPlain);

/// Whether write_file() could write so many bytes now: to be known before long work rather than
/// after it.
Result<void> check_writable(const std::filesystem::path& path, std::uintmax_t bytes);

}  // namespace ninefold::base
