// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bots/bot_source.h"
#include "cli/bot_options.h"
#include "tournament/local_runner.h"
#include "tournament/tournament_spec.h"

namespace ninefold::cli {

/// The bots of a tournament, looked at before the first game.
class TournamentBots {
public:
    TournamentBots(const tournament::TournamentSpec& spec, const BotOptions& options);

    /// Starts every bot once and says which ones would forfeit, and why: one sentence each.
    std::vector<std::string> find_forfeits() const;
    /// What the organiser should know of the others.
    std::vector<std::string> notes() const;
    tournament::BotMaker maker() const;

private:
    std::vector<std::filesystem::path> hidden_from(std::size_t team) const;

    const tournament::TournamentSpec& spec_;
    std::vector<base::Result<bots::BotSource>> sources_;
};

}  // namespace ninefold::cli
