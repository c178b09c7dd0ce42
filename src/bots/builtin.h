// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "bots/bot.h"

namespace ninefold::bots {

/// One built-in bot as the help lists it.
struct BuiltinInfo {
    std::string_view name;
    std::string_view options;      ///< as they are written in a specification; may be empty
    std::string_view description;  ///< one line
};

std::span<const BuiltinInfo> builtins();

/// Whether the part of the specification before its first colon names a built-in bot.
bool is_builtin(std::string_view spec);

/// Makes a bot from `NAME` or `NAME:OPTION=VALUE,…`, e.g. `mcts:sims=2000`.
base::Result<std::unique_ptr<Bot>> make_builtin(std::string_view spec);

/// Whether the specification is `engine` or `engine:…`.
bool is_engine(std::string_view spec);

/// Ninefold's own engine in this process, from `engine` or `engine:level=5,threads=2,…`.
base::Result<std::unique_ptr<Bot>> make_engine_bot(std::string_view spec);

}  // namespace ninefold::bots
