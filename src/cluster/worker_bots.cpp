// SPDX-License-Identifier: MIT
#include "cluster/worker_bots.h"

#include <algorithm>

#include "tournament/unstartable_bot.h"

namespace ninefold::cluster {

namespace {

using base::fail;

constexpr std::size_t kMostRunning = 4;

std::string key_of(const TaskBot& bot, const TaskRules& rules) {
    return fmt::format("{}\n{} {} {} {}", bot.key(), rules.memory_bytes, rules.start_up.count(),
                       rules.ponder, fmt::join(rules.allowed_imports, ","));
}

}  // namespace

base::Result<void> WorkerBots::try_out(const bots::BotSource& source) const {
    if (source.is_builtin()) return {};
    const auto bot = source.make(0, {});
    if (!bot) return bot.error();
    const bots::GameSetup setup{rules::AnyPosition::start({}), rules::Side::kX, 1, 0};
    if (const auto failure = (*bot)->new_game(setup)) return fail("it {}", failure->sentence);
    return {};
}

base::Result<bots::BotSource> WorkerBots::find(const TaskBot& bot, const TaskRules& rules) {
    const std::scoped_lock lock(mutex_);
    const std::string key = key_of(bot, rules);
    if (const auto known = sources_.find(key); known != sources_.end()) return known->second;
    std::string text = bot.source;
    if (!bot.bundle.empty()) {
        const auto folder = cache_.folder(bot.bundle);
        if (!folder) return folder.error();
        text = local_source(bot, *folder);
    }
    auto source = bots::BotSource::parse(text, rules.applied_to(house_), keeper_);
    if (!source) return source.error();
    if (auto fine = try_out(*source); !fine) return fine.error();
    sources_.emplace(key, *source);
    return source;
}

base::Result<std::unique_ptr<bots::Bot>> WorkerBots::make(const TaskBot& bot,
                                                          const TaskRules& rules, int slot) {
    if (!bot.forfeits.empty()) {
        return std::unique_ptr<bots::Bot>(
            std::make_unique<tournament::UnstartableBot>(bot.forfeits));
    }
    const auto source = find(bot, rules);
    if (!source) return source.error();
    return source->make(slot, {});
}

base::Result<bots::Bot*> SlotBots::find(const TaskBot& bot, const TaskRules& rules) {
    const std::string key = key_of(bot, rules);
    const auto known = std::find_if(running_.begin(), running_.end(),
                                    [&](const Running& running) { return running.key == key; });
    if (known != running_.end()) {
        std::rotate(known, known + 1, running_.end());
        return running_.back().bot.get();
    }
    auto made = bots_.make(bot, rules, slot_);
    if (!made) return made.error();
    if (running_.size() == kMostRunning) running_.erase(running_.begin());
    running_.push_back({key, std::move(*made)});
    return running_.back().bot.get();
}

}  // namespace ninefold::cluster
