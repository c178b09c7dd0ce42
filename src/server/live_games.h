// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "server/alarm.h"
#include "server/archive.h"
#include "server/bot_pool.h"
#include "server/channel.h"
#include "server/game_clocks.h"
#include "server/live_game.h"
#include "server/live_game_keeper.h"
#include "server/lobby.h"
#include "server/settings.h"

namespace ninefold::server {

/// All live games. A change is made on a copy of the game, written to the disk, and only then seen
/// by anybody; meanwhile others who want something of that game wait in line, so that everybody
/// sees one order of things. Games in which a bot is to move are asked for its answer, and those
/// whose mover has a limit are looked at when it is over.
///
/// A bounded number of them is in memory; the others are on disk until somebody asks for them or
/// their clock runs out.
///
/// Any thread may call. Callbacks are made under the lock: they hand over and return.
class LiveGames {
public:
    /// What is being done to a game.
    struct Act {
        LiveGame& game;
        SteadyTime now;
        Json answer = Json::object();       ///< members of the reply besides "game"
        std::optional<LiveGame> created{};  ///< a game that comes of it: a rematch
    };
    using Action = std::function<HttpResult<void>(Act&)>;
    using Reply = std::function<void(HttpResult<Json>)>;
    using Look = std::function<void(const LiveGame&, const Presence&)>;
    using OnRefused = std::function<void(const HttpError&)>;

    LiveGames(const Settings& settings, std::unique_ptr<store::LiveGameStore> store, Lobby& lobby);
    ~LiveGames();
    LiveGames(const LiveGames&) = delete;
    LiveGames& operator=(const LiveGames&) = delete;

    /// Resumes the games of an earlier run. Call it before the first client connects.
    base::Result<void> restore();
    /// Ends all thinking and waits for the disk. Before those who may be called back are gone.
    void close();

    // `asker` is the address of the client. Games that it brought into memory count in its share.

    /// The reply has the members "game", "tokens" and "secret".
    void create(LiveGameSpec spec, const Reply& reply);
    /// The reply has the member "game", and what the action adds.
    void act(const std::string& id, const std::string& asker, const Action& action,
             const Reply& reply);
    void look(const std::string& id, const std::string& asker, const Look& look,
              const OnRefused& on_refused);
    /// The engine's advice for the player with this token.
    void hint(const std::string& id, const Asker& asker, const std::string& token, Reply reply);

    void subscribe(const std::string& id, const Subscriber& subscriber, const std::string& token,
                   std::optional<std::uint64_t> after, const OnRefused& on_refused);
    void unsubscribe(const std::string& id, const Listener* listener);
    /// A listener of this game is heard again, or went silent.
    void hearing_changed(const std::string& id);

private:
    struct Room {
        Room(LiveGame of, std::string by, std::size_t kept_events)
            : game(std::move(of)),
              brought_by(std::move(by)),
              channel("game:" + game.id(), game.seq(), kept_events) {}

        LiveGame game;
        /// The address in whose share of memory and lobby it counts: the maker, or, where that is
        /// not known, who had it loaded, without a token perhaps. Empty: nobody's.
        std::string brought_by;
        Channel channel;
        bool busy = false;  ///< a change is on its way to the disk
        std::deque<std::function<void()>> line;
        std::optional<std::stop_source> thinking;
        bool presence_due = false;
        Presence told;
        SteadyTime used{};
    };
    using RoomPointer = std::shared_ptr<Room>;
    using WithRoom = std::function<void(const RoomPointer&)>;

    // All of these are called with the lock held.
    void with_room(const std::string& id, const std::string& asker, const WithRoom& call,
                   const OnRefused& missing);
    RoomPointer add_room(LiveGame game, const std::string& brought_by, bool announce);
    /// Makes sure that one more game of this client fits into memory: where that is full, or the
    /// client's share of it, the game that nobody has used for longest is put back to disk.
    HttpResult<void> make_place(const std::string& asker);
    static bool is_in_use(Room& room);
    void evict(const std::string& id);
    void tell_lobby(const Room& room, bool announce);
    void change(const RoomPointer& room, const std::string& asker, const Action& action,
                const Reply& reply);
    /// The same for what nobody asked for, and which cannot be refused.
    void change_alone(const RoomPointer& room, const std::function<void(Act&)>& action);
    void settle(const RoomPointer& room, LiveGame game, Act& act, std::vector<Json> events,
                const Reply& reply, const base::Result<std::optional<store::GameId>>& kept);
    void publish(Room& room, std::vector<Json> events);
    void serve_line(const RoomPointer& room);
    void step(const RoomPointer& room);
    void ask_bot(const RoomPointer& room);
    /// Calls with the room at that time, where it is still there.
    void later(SteadyTime time, const std::string& id, WithRoom call);
    void step_later(const std::string& id, SteadyTime time) {
        later(time, id, [this](const RoomPointer& room) { step(room); });
    }
    void watch_clock(const Room& room);
    void set_clock_alarm();
    void check_clocks();
    void presence_changed(Room& room);
    void tell_presence(Room& room);
    Presence presence(const Room& room) const;
    Json state(const Room& room) const;
    Json summary(const Room& room) const;

    // On the alarm's thread, without the lock.
    void sweep();
    void forget_old();

    const Settings settings_;
    Lobby& lobby_;
    std::mutex mutex_;  ///< guards the next four
    std::unordered_map<std::string, RoomPointer> rooms_;
    GameClocks clocks_;
    SteadyTime clock_alarm_ = SteadyTime::max();  ///< when the clocks are checked next
    bool closed_ = false;
    Alarm alarm_;
    LiveGameKeeper keeper_;
    BotPool bot_pool_;
};

}  // namespace ninefold::server
