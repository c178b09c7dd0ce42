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
    return fmt::format("{}\n{} {} {} {}", bot.key(), rules.memory_bytes, rules.start_up.count(),
                       rules.ponder, fmt::join(rules.allowed_imports, ","));
}

}  // namespace

base::Result<StartedBot> WorkerBots::make_new(const std::string& key, const TaskBot& bot,
                                              const TaskRules& rules, int slot) {
    std::string text = bot.source;
    if (!bot.bundle.empty()) text = local_source(bot, TRY(cache_.folder(bot.bundle)));
    auto source = TRY(sources::BotSource::parse(text, rules.applied_to(house_), supervisor_));
    auto made = TRY(source.make(slot, {}));
    if (!source.is_builtin()) {
        const bots::GameSetup setup{rules::AnyPosition::start({}), rules::Side::kX, 1, 0};
        if (const auto failure = made->new_game(setup)) {
            return StartedBot{nullptr, failure->sentence};
        }
    }
    sources_.emplace(key, std::move(source));
    return StartedBot{std::move(made)};
}

base::Result<StartedBot> WorkerBots::make(const TaskBot& bot, const TaskRules& rules, int slot) {
    if (!bot.forfeits.empty()) {
        return StartedBot{std::make_unique<bots::UnstartableBot>(bot.forfeits)};
    }
    std::unique_lock lock(mutex_);
    const std::string key = key_of(bot, rules);
    const auto known = sources_.find(key);
    if (known == sources_.end()) return make_new(key, bot, rules, slot);
    const sources::BotSource source = known->second;
    lock.unlock();
    return StartedBot{TRY(source.make(slot, {}))};
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
        if (!TRY(add(side, task, players))) break;
    }
    return players;
}

base::Result<bool> WorkerSlotBots::add(rules::Side side, const Task& task, Players& players) {
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
        return true;
    }
    auto made = bots_.make(bot, task.rules, slot_);
    if (!made) return fail("{} cannot be run there: {}", name, made.error().message);
    if (!made->bot) {
        players.failed = side;
        players.failure = fmt::format("{} did not start there: it {}", name, made->failure);
        return false;
    }
    if (running_.size() == kMostRunning) running_.erase(running_.begin());
    running_.push_back({key, std::move(made->bot)});
    place = running_.back().bot.get();
    return true;
}

}  // namespace ninefold::cluster
