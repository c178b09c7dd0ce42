// SPDX-License-Identifier: MIT
#include "arena/game_pump.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/wait_for_stop.h"

namespace ninefold::arena {

base::Result<record::GameRecord> play_until_not_void(
    int number, const std::function<base::Result<record::GameRecord>()>& play) {
    constexpr int kMostVoid = 3;
    std::string reason;
    for (int attempt = 0; attempt < kMostVoid; ++attempt) {
        auto game = play();
        if (!game || game->ending != rules::Ending::kVoid) return game;
        reason = std::move(game->detail);
    }
    return base::fail("game {} was void {} times in a row; the arena cannot play it: {}", number,
                      kMostVoid, reason);
}

namespace {

/// The bots one slot has running: those of its last game.
class SlotBots {
public:
    SlotBots(const BotMaker& maker, int slot) : maker_(maker), slot_(slot) {}

    /// X and O. They live until the next call.
    base::Result<std::pair<bots::Bot*, bots::Bot*>> pair(int x, int o) {
        std::erase_if(bots_, [&](const auto& bot) { return bot.first != x && bot.first != o; });
        bots::Bot* const bot_x = TRY(find(x));
        return std::pair(bot_x, TRY(find(o)));
    }

private:
    base::Result<bots::Bot*> find(int index) {
        for (auto& [known, bot] : bots_) {
            if (known == index) return bot.get();
        }
        bots_.emplace_back(index, TRY(maker_(index, slot_)));
        return bots_.back().second.get();
    }

    const BotMaker& maker_;
    int slot_;
    std::vector<std::pair<int, std::unique_ptr<bots::Bot>>> bots_;
};

/// One run of play_games(). `mutex_` guards the supply and everything below it. Events are sent
/// under it, and a listener may request a stop: that must never wait for the lock.
class Pump {
public:
    Pump(GameSupply& supply, const GamePlace& place, GameKeeper& keeper, EventSink& sink,
         const std::function<bool()>& drain)
        : supply_(supply), place_(place), keeper_(keeper), sink_(sink), drain_(drain) {}

    base::Result<void> run(const std::stop_token& stop);

private:
    void serve(int slot);
    std::optional<WantedGame> next(int slot);
    void play(WantedGame game, SlotBots& bots);
    base::Result<record::GameRecord> play_once(const WantedGame& game, SlotBots& bots);
    void kept(const WantedGame& game, const record::GameRecord& record, base::Result<void> result);
    void finish_one();
    void note_error(base::Error error);
    void fail_with(base::Error error);
    void watch_for_drain(const std::stop_token& over);

    GameSupply& supply_;
    const GamePlace& place_;
    GameKeeper& keeper_;
    EventSink& sink_;
    const std::function<bool()>& drain_;
    std::stop_source stop_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    int unfinished_ = 0;  ///< games given out and not yet kept
    int finished_ = 0;    ///< kept, or broken off
    bool draining_ = false;
    std::optional<base::Error> error_;
};

base::Result<void> Pump::run(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    {
        std::jthread watcher;
        if (place_.venue != nullptr && drain_) {
            watcher = std::jthread([this](const std::stop_token& over) { watch_for_drain(over); });
        }
        std::vector<std::jthread> threads;
        for (int slot = 0; slot < std::max(1, place_.slots); ++slot) {
            threads.emplace_back([this, slot] { serve(slot); });
        }
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return unfinished_ == 0; });
    if (error_) return *error_;
    return {};
}

void Pump::watch_for_drain(const std::stop_token& over) {
    constexpr std::chrono::milliseconds kPause{100};
    while (!base::wait_for_stop(over, kPause)) {
        std::unique_lock lock(mutex_);
        if (!drain_()) continue;
        lock.unlock();
        stop_.request_stop();
        return;
    }
}

void Pump::serve(int slot) {
    SlotBots bots(place_.maker, slot);
    while (auto game = next(slot)) play(std::move(*game), bots);
}

/// The next game, waiting for one where others are still being played that may lead to more.
std::optional<WantedGame> Pump::next(int slot) {
    std::unique_lock lock(mutex_);
    while (!stop_.stop_requested() && !draining_) {
        if (auto game = supply_.next(slot)) {
            draining_ = place_.venue == nullptr && drain_ && drain_();
            if (draining_) break;
            ++unfinished_;
            return game;
        }
        if (unfinished_ == 0) break;
        changed_.wait(lock, stop_.get_token(),
                      [this, before = finished_] { return finished_ != before || draining_; });
    }
    return std::nullopt;
}

base::Result<record::GameRecord> Pump::play_once(const WantedGame& game, SlotBots& bots) {
    if (place_.venue != nullptr) {
        return place_.venue->play(game.spec, game.x, game.o, stop_.get_token());
    }
    // What a bot in this process cannot bear (there is no memory for it, say) must not end others.
    try {
        const auto players = bots.pair(game.x, game.o);
        if (!players) return players.error();
        return play_game(game.spec, *players->first, *players->second, &sink_, stop_.get_token());
    } catch (const std::exception& problem) {
        return base::fail("game {} cannot be played: {}", game.spec.number, problem.what());
    }
}

void Pump::play(WantedGame game, SlotBots& bots) {
    const int number = game.spec.number;
    const auto once = [&] { return play_once(game, bots); };
    // A venue has tried more than once itself.
    auto played = place_.venue != nullptr ? once() : play_until_not_void(number, once);
    if (!played) fail_with(played.error());
    if (!played || !played->ending) return finish_one();
    const auto copy = std::make_shared<const record::GameRecord>(*played);
    keeper_.keep(number, std::move(*played),
                 [this, copy, game = std::move(game)](base::Result<void> result) {
                     kept(game, *copy, std::move(result));
                 });
}

void Pump::kept(const WantedGame& game, const record::GameRecord& record,
                base::Result<void> result) {
    if (result && *record.ending == rules::Ending::kVoid) {
        note_error(base::fail("game {} is void, and will be played when the run is resumed: {}",
                              game.spec.number, record.detail));
        return finish_one();
    }
    if (result && place_.venue != nullptr) place_.venue->kept(game.spec.number);
    if (result) {
        const std::scoped_lock lock(mutex_);
        result = supply_.kept(game, record);
        if (result) sink_.on_event(GameEnded{game.spec.number, &record, game.a_is_x});
    }
    if (!result) fail_with(result.error());
    finish_one();
}

void Pump::finish_one() {
    const std::scoped_lock lock(mutex_);
    --unfinished_;
    ++finished_;
    changed_.notify_all();
}

void Pump::note_error(base::Error error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
}

void Pump::fail_with(base::Error error) {
    note_error(std::move(error));
    stop_.request_stop();
}

}  // namespace

base::Result<void> play_games(GameSupply& supply, const GamePlace& place, GameKeeper& keeper,
                              EventSink& sink, const std::stop_token& stop,
                              const std::function<bool()>& drain) {
    return Pump(supply, place, keeper, sink, drain).run(stop);
}

}  // namespace ninefold::arena
