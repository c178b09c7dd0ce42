// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace ninefold::base {

/// All bytes of a file. The error names the file and says why it cannot be read.
Result<std::string> read_file(const std::filesystem::path& path);

}  // namespace ninefold::base
