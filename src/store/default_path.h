// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "base/result.h"

namespace ninefold::store {

/// Where games are kept unless a command says otherwise: `$XDG_DATA_HOME/ninefold/games.db`, or
/// `~/.local/share/ninefold/games.db`. Fails where there is neither.
base::Result<std::filesystem::path> default_path();

}  // namespace ninefold::store
