// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "arena/events.h"
#include "record/game_record.h"
#include "server/alarm.h"
#include "server/channel.h"
#include "server/settings.h"
#include "store/game_id.h"

namespace ninefold::server {

/// A match that somebody may listen to: its channel, and the games that are being played in it,
/// whether here or in another process. Its owner's lock guards it.
class WatchedMatch {
public:
    using Games = std::map<int, record::GameRecord>;  ///< by number

    WatchedMatch(store::MatchId id, const Settings& settings);

    Channel& channel() { return channel_; }
    bool is_heard() const { return channel_.listeners() > 0; }
    const Games& live() const { return live_; }
    /// The running games as the snapshot of docs/api.md has them.
    Json live_json() const;

    /// Whether this process plays it.
    bool is_here() const { return here_; }
    void begin_here() { here_ = true; }
    void end_here();

    /// Whether it is neither played nor listened to, and has not been for a while.
    bool is_idle(Alarm::Clock::time_point now);

    /// Something happened in a match that is played here.
    void take(const arena::Event& event);

    /// The games that another process plays now. What is new since the last call is announced.
    void follow(Games games);
    /// Another process has kept a game.
    void tell_kept(int number, const record::GameRecord& game, bool a_is_x);
    void publish(const Json& event) { channel_.publish(event); }

private:
    void tell(const arena::Event& event);
    void tell_new_moves(int number, const record::GameRecord& known,
                        const record::GameRecord& game);

    const Settings& settings_;
    Channel channel_;
    Games live_;
    bool here_ = false;
    Alarm::Clock::time_point info_told_{}, used_;
};

}  // namespace ninefold::server
