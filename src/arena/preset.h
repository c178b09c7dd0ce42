// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>
#include <string_view>
#include <vector>

#include "arena/match.h"
#include "arena/match_format.h"
#include "arena/points.h"
#include "arena/time_control.h"
#include "base/result.h"
#include "rules/ruleset.h"

namespace ninefold::arena {

/// The conditions under which a community plays, by name. docs/presets.md lists them.
struct Preset {
    std::string_view name;         ///< `course-select-move`
    std::string_view alias{};      ///< `000`; empty where there is none
    std::string_view description;  ///< one line
    rules::Rules rules{};
    TimeControl time_control{};
    MatchFormat format = MatchFormat::games(2);
    Starter starter = Starter::kAlternate;
    PointScale points = PointScale::kPlain;
    std::chrono::milliseconds start_up{10'000};  ///< to get ready for a game
    /// The modules that the community names for Python bots; others are noted. Empty: any.
    std::vector<std::string_view> imports{};
};

std::span<const Preset> presets();
/// By name or alias; the error lists them.
base::Result<Preset> find_preset(std::string_view name);

}  // namespace ninefold::arena
