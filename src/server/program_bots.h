// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "process/process_supervisor.h"

namespace ninefold::server {

/// Bots of live games that are programs of their own, in the sandbox: one for each game and side,
/// because many of them remember what they thought of last. It runs from the first question on,
/// until the game is forgotten or others need its place; it is frozen between questions. Any
/// thread may call; the questions of one game come one after another.
class ProgramBots {
public:
    ProgramBots();

    /// Asks the bot that `source` names. The bot is restarted where the moves do not continue those
    /// of the last question, because some were taken back.
    bots::Answer ask(const std::string& game, const std::string& source,
                     const bots::GameSetup& setup, const bots::Question& question,
                     const std::stop_token& stop);
    /// Ends the bots of a game, which may take a moment.
    void forget(const std::string& game);
    bool is_empty() const;

private:
    struct Seated {
        std::unique_ptr<bots::Bot> bot;
        std::vector<rules::Move> moves;  ///< of the last question
        std::uint64_t turn = 0;          ///< when that was
    };
    using Key = std::pair<std::string, rules::Side>;  ///< game and side
    Seated take(const Key& key);
    void put_back(const Key& key, Seated seated);

    std::shared_ptr<process::ProcessSupervisor> supervisor_;
    mutable std::mutex mutex_;  ///< guards the rest
    std::map<Key, Seated> idle_;
    std::uint64_t turn_ = 0;
};

}  // namespace ninefold::server
