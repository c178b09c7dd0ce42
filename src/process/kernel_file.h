// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace ninefold::process {

/// What the kernel says in a file of /proc or of a control group. Empty where there is none, or
/// where the process that it tells of ends while it is read.
std::string kernel_file(const std::filesystem::path& path);

}  // namespace ninefold::process
