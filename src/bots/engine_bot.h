// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "bots/bot.h"

namespace ninefold::bots {

inline constexpr std::string_view kEngineOptions =
    "level=N (1 to 10, default 10), threads=N (default 1), hash=MB (default 64), nodes=N, depth=N "
    "(of each move; default: by the clock), net=FILE (or 'hand' for the evaluation without one), "
    "and the numbers of the search (docs/engine.md)";

/// Whether the specification is `engine` or `engine:…`.
bool is_engine(std::string_view spec);

/// Ninefold's own engine in this process, from `engine` or `engine:level=5,threads=2,…`.
base::Result<std::unique_ptr<Bot>> make_engine_bot(std::string_view spec);

}  // namespace ninefold::bots
