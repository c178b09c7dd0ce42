// SPDX-License-Identifier: MIT
#pragma once

#include <map>
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

    /// Starts every bot once and says which ones would forfeit, and why: one sentence each, by the
    /// bot's index.
    std::map<std::size_t, std::string> find_forfeits() const;
    /// What the organiser should know of the others.
    std::vector<std::string> notes() const;
    tournament::BotMaker maker() const;
    /// All bots; an error instead of one that forfeits.
    std::vector<base::Result<bots::BotSource>> sources(
        const std::map<std::size_t, std::string>& forfeits) const;

private:
    std::vector<std::filesystem::path> hidden_from(std::size_t team) const;

    const tournament::TournamentSpec& spec_;
    std::vector<base::Result<bots::BotSource>> sources_;
};

}  // namespace ninefold::cli
