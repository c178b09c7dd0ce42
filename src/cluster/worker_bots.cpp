// SPDX-License-Identifier: MIT
#include "cluster/worker_bots.h"

#include <algorithm>

#include "arena/game_pump.h"
#include "base/caught.h"
#include "base/try.h"
#include "bots/unstartable_bot.h"

namespace ninefold::cluster {

namespace {

using base::fail;

constexpr std::size_t kMostRunning = 4;

std::string key_of(const TaskBot& bot, const TaskRules& rules) {
    return fmt::format("{}\n{} {} {}", bot.key(), rules.memory_bytes, rules.start_up.count(),
                       rules.ponder);
}

}  // namespace

base::Result<sources::BotSource> WorkerBots::recognise(const TaskBot& bot, const TaskRules& rules) {
    std::string text = bot.source;
    if (!bot.bundle.empty()) text = local_source(bot, TRY(cache_.folder(bot.bundle)));
    return sources::BotSource::parse(text, rules.applied_to(house_), supervisor_);
}

base::Result<std::unique_ptr<bots::Bot>> WorkerBots::make(const TaskBot& bot,
                                                          const TaskRules& rules, int slot) {
    if (!bot.forfeits.empty()) {
        return std::unique_ptr<bots::Bot>(std::make_unique<bots::UnstartableBot>(bot.forfeits));
    }
    std::shared_ptr<Known> known;
    {
        const std::scoped_lock lock(mutex_);
        std::shared_ptr<Known>& entry = known_[key_of(bot, rules)];
        if (!entry) entry = std::make_shared<Known>();
        known = entry;
    }
    std::unique_lock lock(known->mutex);
    if (!known->source) known->source = TRY(recognise(bot, rules));
    const sources::BotSource source = *known->source;
    lock.unlock();
    return source.make(slot, {});
}

std::optional<rules::Side> failed_start(const Task& task, const record::GameRecord& game) {
    if (game.ending != rules::Ending::kStartFailed) return std::nullopt;
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        const bool is_known = !task.bots[side == rules::Side::kX ? 0 : 1].forfeits.empty();
        if (game.winner != side && !is_known) return side;
    }
    return std::nullopt;
}

base::Result<Players> WorkerSlotBots::players(const Task& task) {
    return base::caught([&] { return find_players(task); });
}

base::Result<record::GameRecord> WorkerSlotBots::play(const Task& task, const Players& players,
                                                      const std::stop_token& stop) {
    auto game = base::caught([&] {
        return arena::play_until_not_void(task.game.number, [&] {
            return base::Result(arena::play_game(task.game, *players.x, *players.o, nullptr, stop));
        });
    });
    if (!game) running_.clear();  // in the middle of a game
    return game;
}

base::Result<Players> WorkerSlotBots::find_players(const Task& task) {
    Players players;
    for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
        TRY(add(side, task, players));
    }
    return players;
}

base::Result<void> WorkerSlotBots::add(rules::Side side, const Task& task, Players& players) {
    const bool is_x = side == rules::Side::kX;
    const TaskBot& bot = task.bots[is_x ? 0 : 1];
    const std::string& name = is_x ? task.game.x_name : task.game.o_name;
    bots::Bot*& place = is_x ? players.x : players.o;
    const std::string key = key_of(bot, task.rules);
    const auto known = std::find_if(running_.begin(), running_.end(), [&](const Running& running) {
        return running.key == key && running.bot.get() != players.x;
    });
    if (known != running_.end()) {
        std::rotate(known, known + 1, running_.end());
        place = running_.back().bot.get();
        return {};
    }
    auto made = bots_.make(bot, task.rules, slot_);
    if (!made) return fail("{} cannot be run there: {}", name, made.error().message);
    if (running_.size() == kMostRunning) running_.erase(running_.begin());
    running_.push_back({key, std::move(*made)});
    place = running_.back().bot.get();
    return {};
}

}  // namespace ninefold::cluster
