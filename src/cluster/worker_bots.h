// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
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
    base::Result<bots::BotSource> find(const TaskBot& bot, const TaskRules& rules);
    base::Result<void> try_out(const bots::BotSource& source) const;

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

    /// Lives until the next but one call.
    base::Result<bots::Bot*> find(const TaskBot& bot, const TaskRules& rules);

private:
    struct Running {
        std::string key;
        std::unique_ptr<bots::Bot> bot;
    };
    WorkerBots& bots_;
    int slot_;
    std::vector<Running> running_;
};

}  // namespace ninefold::cluster
