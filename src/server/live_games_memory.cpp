// SPDX-License-Identifier: MIT
// Which live games are in memory; all of them are on disk.
#include <algorithm>

#include "base/try.h"
#include "server/live_games.h"

namespace ninefold::server {

namespace {

using Clock = std::chrono::steady_clock;

/// A tenth of the time that idle games may stay: with a pause as long as that time, twice as many
/// would be in memory before a sweep as after it.
Clock::duration sweep_pause(const Settings& settings) {
    const Clock::duration tenth = Clock::duration(settings.idle_game_time) / 10;
    return std::clamp<Clock::duration>(tenth, std::chrono::seconds(1), std::chrono::minutes(1));
}

}  // namespace

base::Result<void> LiveGames::restore() {
    while (TRY(keeper_.store().forget_older_than(settings_.forget_after_days))) {
    }
    auto rows = TRY(keeper_.store().running(static_cast<std::int64_t>(settings_.most_games)));
    std::ranges::reverse(rows);  // so that the latest change is the latest use
    const std::scoped_lock lock(mutex_);
    for (const store::LiveGameRow& row : rows) {
        auto game = LiveGame::load(row.id, row.state, row.kept, Clock::now());
        // One that cannot be read is left where it is; the others are resumed.
        if (!game) continue;
        add_room(std::move(*game), "", false);
    }
    alarm_.after(sweep_pause(settings_), [this] { sweep(); });
    alarm_.after(settings_.forget_pause, [this] { forget_old(); });
    return {};
}

bool LiveGames::is_in_use(Room& room) {
    if (room.busy || room.thinking) return true;
    room.channel.prune();
    return room.channel.listeners() > 0;
}

HttpResult<void> LiveGames::make_place(const std::string& asker) {
    std::size_t own = 0;
    const Room* oldest = nullptr;
    const Room* oldest_own = nullptr;
    for (const auto& [id, room] : rooms_) {
        const bool is_own = !asker.empty() && room->brought_by == asker;
        if (is_own) ++own;
        if (is_in_use(*room)) continue;
        if (oldest == nullptr || room->used < oldest->used) oldest = room.get();
        if (!is_own) continue;
        if (oldest_own == nullptr || room->used < oldest_own->used) oldest_own = room.get();
    }
    if (own >= settings_.most_games_of_one) {
        if (oldest_own == nullptr) {
            return refuse(429, "too-many", "at most {} games of one address are played at a time",
                          settings_.most_games_of_one);
        }
        evict(oldest_own->game.id());
    } else if (rooms_.size() >= settings_.most_games) {
        if (oldest == nullptr) {
            return refuse(503, "busy", "too many games are being played; try again later");
        }
        evict(oldest->game.id());
    }
    return {};
}

/// What the clock shows stays in `clocks_`.
void LiveGames::evict(const std::string& id) {
    lobby_.remove_game(id);
    rooms_.erase(std::string(id));  // a copy: `id` may be the room's own
}

/// Puts games back to disk that nobody has looked at for a while. Bots that play each other finish
/// their game first.
void LiveGames::sweep() {
    alarm_.after(sweep_pause(settings_), [this] { sweep(); });  // also where this one throws
    const std::scoped_lock lock(mutex_);
    const SteadyTime old = Clock::now() - settings_.idle_game_time;
    std::vector<std::string> idle;
    for (const auto& [id, room] : rooms_) {
        const LiveGame& game = room->game;
        const bool plays_on = game.state() == LiveGame::State::kRunning && game.is_bots_only();
        if (!is_in_use(*room) && !plays_on && room->used < old) idle.push_back(id);
    }
    for (const std::string& id : idle) evict(id);
}

void LiveGames::forget_old() {
    alarm_.after(settings_.forget_pause, [this] { forget_old(); });
    keeper_.forget_older_than(settings_.forget_after_days);
}

}  // namespace ninefold::server
