// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/bot_maker.h"
#include "sources/bot_source.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

/// The bots of a tournament by their sources: looked at before the first game, and made for it.
/// The specification must outlive them.
class TournamentBots {
public:
    TournamentBots(const TournamentSpec& spec, const sources::HouseRules& rules);

    /// Starts every bot once and says which ones would forfeit, and why: one sentence each, by the
    /// bot's index.
    std::map<std::size_t, std::string> find_forfeits() const;
    /// What the organiser should know of the others.
    std::vector<std::string> notes() const;
    /// What the files of each bot hold now, by its name, and those of the openings: a short text
    /// that changes with them, empty where there are none.
    std::map<std::string, std::string> contents() const;
    /// The files of all bots, those that they import included.
    std::vector<std::filesystem::path> files() const;
    /// A bot that cannot be made forfeits.
    arena::BotMaker maker() const;
    /// All bots; an error instead of one that forfeits.
    std::vector<base::Result<sources::BotSource>> sources(
        const std::map<std::size_t, std::string>& forfeits) const;

private:
    const TournamentSpec& spec_;
    std::vector<base::Result<sources::BotSource>> sources_;
};

}  // namespace ninefold::tournament
