// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string_view>
#include <utility>

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
    /// How far a match is, and how it stands.
    struct Seen {
        int games = -1;
        bool finished = false;
        std::string_view state{};  ///< one of the words of docs/api.md
        bool operator==(const Seen&) const = default;
    };

    WatchedMatch(store::MatchId id, const Settings& settings);

    Channel& channel() { return channel_; }
    bool is_heard() const { return channel_.listeners() > 0; }
    const Games& live() const { return live_; }
    /// The running games as the snapshot of docs/api.md has them.
    Json live_json() const;

    /// Whether this process plays it.
    bool is_here() const { return here_; }
    void begin_here() { here_ = was_here_ = true; }
    void end_here();

    /// Whether it is neither played nor listened to nor looked at, and has not been for a while.
    bool is_idle(Alarm::Clock::time_point now);
    /// The database is about to be looked at.
    void begin_look() { tells_itself_ = here_ || std::exchange(was_here_, false); }
    /// Whether its own events have told what is found now: it was played here since the last look.
    bool tells_itself() const { return here_ || tells_itself_; }
    /// This was found; gives what was found before.
    Seen see(const Seen& now) {
        used_ = Alarm::Clock::now();
        return std::exchange(seen_, now);
    }

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
    bool here_ = false, was_here_ = false;  ///< now; since the last look
    bool tells_itself_ = false;
    Seen seen_;
    Alarm::Clock::time_point info_told_{}, used_;
};

}  // namespace ninefold::server
