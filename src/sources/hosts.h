// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace ninefold::sources {

/// The folder with the hosts that run other communities' bot files: `wanted` where it is not empty,
/// else the environment's NINEFOLD_HOSTS, else what lies beside the program: `../hosts` and
/// `../../hosts` (built in the source tree), `../share/ninefold/hosts` (installed).
base::Result<std::filesystem::path> find_hosts(const std::filesystem::path& wanted);

/// The program on PATH as a shell would find it, pyenv's shims passed over: they run scripts that
/// a sandbox does not show. Empty where there is none.
std::filesystem::path find_on_path(const std::string& name);

}  // namespace ninefold::sources
