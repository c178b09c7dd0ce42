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

base::Result<bots::BotSource> WorkerBots::fetch(const TaskBot& bot, const TaskRules& rules) {
    std::string text = bot.source;
    if (!bot.bundle.empty()) {
        const auto folder = cache_.folder(bot.bundle);
        if (!folder) return folder.error();
        text = local_source(bot, *folder);
    }
    return bots::BotSource::parse(text, rules.applied_to(house_), keeper_);
}

base::Result<std::unique_ptr<bots::Bot>> WorkerBots::make_new(const std::string& key,
                                                              const TaskBot& bot,
                                                              const TaskRules& rules, int slot) {
    auto source = fetch(bot, rules);
    if (!source) return source.error();
    auto made = source->make(slot, {});
    if (!made) return made.error();
    if (!source->is_builtin()) {
        const bots::GameSetup setup{rules::AnyPosition::start({}), rules::Side::kX, 1, 0};
        if (const auto failure = (*made)->new_game(setup)) return fail("it {}", failure->sentence);
    }
    sources_.emplace(key, std::move(*source));
    return made;
}

base::Result<std::unique_ptr<bots::Bot>> WorkerBots::make(const TaskBot& bot,
                                                          const TaskRules& rules, int slot) {
    if (!bot.forfeits.empty()) {
        return std::unique_ptr<bots::Bot>(
            std::make_unique<tournament::UnstartableBot>(bot.forfeits));
    }
    std::unique_lock lock(mutex_);
    const std::string key = key_of(bot, rules);
    const auto known = sources_.find(key);
    if (known == sources_.end()) return make_new(key, bot, rules, slot);
    const bots::BotSource source = known->second;
    lock.unlock();
    return source.make(slot, {});
}

base::Result<std::pair<bots::Bot*, bots::Bot*>> SlotBots::pair(const Task& task) {
    const auto trouble = [](const std::string& name, const base::Error& error) {
        return fail("{} cannot be run there: {}", name, error.message);
    };
    const auto x = find(task.bots[0], task.rules, nullptr);
    if (!x) return trouble(task.game.x_name, x.error());
    const auto o = find(task.bots[1], task.rules, *x);
    if (!o) return trouble(task.game.o_name, o.error());
    return std::pair(*x, *o);
}

base::Result<bots::Bot*> SlotBots::find(const TaskBot& bot, const TaskRules& rules,
                                        const bots::Bot* taken) {
    const std::string key = key_of(bot, rules);
    const auto known = std::find_if(running_.begin(), running_.end(), [&](const Running& running) {
        return running.key == key && running.bot.get() != taken;
    });
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
