// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/bundle.h"
#include "cluster/task.h"
#include "sources/bot_source.h"

namespace ninefold::cluster {

/// A bot that is ready, or that was started here and failed.
struct StartedBot {
    std::unique_ptr<bots::Bot> bot;
    std::string failure{};  ///< one sentence
};

/// The bots that a worker has met, with their files here. A bot from files is started once when it
/// is new, before a game depends on it. Any thread.
class WorkerBots {
public:
    WorkerBots(BundleCache& cache, sources::HouseRules house)
        : cache_(cache),
          house_(std::move(house)),
          supervisor_(std::make_shared<process::ProcessSupervisor>()) {}

    /// The error says what this machine lacks to start the bot at all.
    base::Result<StartedBot> make(const TaskBot& bot, const TaskRules& rules, int slot);

private:
    base::Result<StartedBot> make_new(const std::string& key, const TaskBot& bot,
                                      const TaskRules& rules, int slot);

    BundleCache& cache_;
    sources::HouseRules house_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;
    std::mutex mutex_;
    std::map<std::string, sources::BotSource> sources_;
};

/// Both bots of a game, or which of them was started here and failed.
struct Players {
    bots::Bot* x = nullptr;
    bots::Bot* o = nullptr;
    std::optional<rules::Side> failed{};
    std::string failure{};  ///< one sentence that names the bot
};

/// The bots one slot has running, the latest last: games of a pairing tend to come together.
class WorkerSlotBots {
public:
    WorkerSlotBots(WorkerBots& bots, int slot) : bots_(bots), slot_(slot) {}

    /// X and O, two of them also where a bot plays itself. They live until the next call. The
    /// error names who cannot be run here.
    base::Result<Players> players(const Task& task);
    /// Plays the game of a task with them. The error says why this machine cannot: there may be no
    /// memory for an engine's table.
    base::Result<record::GameRecord> play(const Task& task, const Players& players,
                                          const std::stop_token& stop);

private:
    struct Running {
        std::string key;
        std::unique_ptr<bots::Bot> bot;
    };
    base::Result<Players> find_players(const Task& task);
    /// Whether the one of this side is ready; where it failed, the players say so.
    base::Result<bool> add(rules::Side side, const Task& task, Players& players);

    WorkerBots& bots_;
    int slot_;
    std::vector<Running> running_;
};

}  // namespace ninefold::cluster
