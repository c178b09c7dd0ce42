// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/match.h"
#include "cli/bot_options.h"
#include "cli/commands.h"
#include "cli/position_options.h"

namespace ninefold::cli {

/// How the many short games of a trial are played, where bots are compared: `sprt` and `tune`.
struct TrialOptions {
    std::string time = "move=100ms", openings = "random:4";
    std::optional<std::string> time_b;  ///< where it is not that of A
    int concurrency = 1;
    std::uint64_t seed = 1;
    PositionOptions position;

    void add_to(Command& command);
    /// Of that many games between these bots. Throws CommandError, also where a bot cannot begin at
    /// these openings; adds a note to the bots where it may not.
    arena::MatchSpec spec(std::string event, BotPair& bots, int games) const;
};

}  // namespace ninefold::cli
