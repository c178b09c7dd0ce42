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

/// The bots that a worker has met, with their files here. Any thread.
class WorkerBots {
public:
    WorkerBots(BundleCache& cache, sources::HouseRules house)
        : cache_(cache),
          house_(std::move(house)),
          supervisor_(std::make_shared<process::ProcessSupervisor>()) {
        // The organiser's machine has read the bot in the usual time. A game that cannot be played
        // because it takes longer on a busy worker is void, and its bot would never lose.
        house_.reading *= kPatience;
    }

    /// A bot that is not started yet: its first game does that, as everywhere, so that it cannot
    /// tell a worker from a match. The error says what this machine lacks.
    base::Result<std::unique_ptr<bots::Bot>> make(const TaskBot& bot, const TaskRules& rules,
                                                  int slot);

private:
    static constexpr int kPatience = 6;

    /// One bot: recognising it takes long, and only those who want the same one wait for that.
    struct Known {
        std::mutex mutex;
        std::optional<sources::BotSource> source{};
    };
    base::Result<sources::BotSource> recognise(const TaskBot& bot, const TaskRules& rules);

    BundleCache& cache_;
    sources::HouseRules house_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;
    std::mutex mutex_;  ///< of what follows
    std::map<std::string, std::shared_ptr<Known>> known_;
};

/// Both bots of a game.
struct Players {
    bots::Bot* x = nullptr;
    bots::Bot* o = nullptr;
};

/// Whose bot was started here and failed before its first move, in a game that ended so; nothing
/// where the organiser knew it already.
std::optional<rules::Side> failed_start(const Task& task, const record::GameRecord& game);

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
    base::Result<void> add(rules::Side side, const Task& task, Players& players);

    WorkerBots& bots_;
    int slot_;
    std::vector<Running> running_;
};

}  // namespace ninefold::cluster
