// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "bots/bot_source.h"
#include "cluster/bundle.h"
#include "cluster/task.h"

namespace ninefold::cluster {

/// The bots that a worker has met, with their files here. A bot from files is started once when it
/// is new: that it does not start here is then the worker's fault, not the bot's, for the organiser
/// has started it. Any thread.
class WorkerBots {
public:
    WorkerBots(BundleCache& cache, bots::HouseRules house)
        : cache_(cache), house_(std::move(house)), keeper_(std::make_shared<bots::Keeper>()) {}

    /// The error says why this machine cannot run the bot.
    base::Result<std::unique_ptr<bots::Bot>> make(const TaskBot& bot, const TaskRules& rules,
                                                  int slot);

private:
    base::Result<bots::BotSource> fetch(const TaskBot& bot, const TaskRules& rules);
    base::Result<std::unique_ptr<bots::Bot>> make_new(const std::string& key, const TaskBot& bot,
                                                      const TaskRules& rules, int slot);

    BundleCache& cache_;
    bots::HouseRules house_;
    std::shared_ptr<bots::Keeper> keeper_;
    std::mutex mutex_;
    std::map<std::string, bots::BotSource> sources_;
};

/// The bots one slot has running, the latest last: games of a pairing tend to come together.
class SlotBots {
public:
    SlotBots(WorkerBots& bots, int slot) : bots_(bots), slot_(slot) {}

    /// X and O, two of them also where a bot plays itself. They live until the next call. The
    /// error names who cannot be run here.
    base::Result<std::pair<bots::Bot*, bots::Bot*>> pair(const Task& task);

private:
    struct Running {
        std::string key;
        std::unique_ptr<bots::Bot> bot;
    };
    base::Result<bots::Bot*> find(const TaskBot& bot, const TaskRules& rules,
                                  const bots::Bot* taken);

    WorkerBots& bots_;
    int slot_;
    std::vector<Running> running_;
};

}  // namespace ninefold::cluster
