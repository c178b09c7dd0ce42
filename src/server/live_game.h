// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game_in_progress.h"
#include "bots/bot.h"
#include "server/json.h"
#include "store/game_id.h"

namespace ninefold::server {

using SteadyTime = std::chrono::steady_clock::time_point;
using arena::Duration;

/// Who plays a side.
struct Seat {
    enum class Kind : std::uint8_t { kHuman, kOpen, kBot };
    Kind kind = Kind::kHuman;
    std::string name{};
    std::string bot{};    ///< specification of a bot
    std::string token{};  ///< of a person
    bool guest = false;   ///< a person who came by the link, not who made the game
};

/// What is fixed when a game is made. After its opening it is not over.
struct LiveGameSpec : arena::GameSpec {
    std::array<Seat, 2> seats;  ///< X's and O's
    std::chrono::milliseconds bot_time{1000};
    std::chrono::milliseconds pace{500};
    bool listed = true;
    std::string previous;
    /// The address of who made it; not kept. Once it was loaded from disk, of the first player who
    /// acts in it, and empty until then.
    std::string maker;
};

/// Who listens at the moment, for the state that clients see.
struct Presence {
    std::array<bool, 2> players{};
    std::size_t spectators = 0;
    bool operator==(const Presence&) const = default;
};

/// One game that people or bots play on the server: the game, and who may do what in it. A value
/// without threads, files or a clock of its own: a change is made on a copy, which counts once it
/// is on the disk. Everything that happens is also noted as events (docs/api.md) for those who
/// listen.
class LiveGame {
public:
    enum class State : std::uint8_t { kWaiting, kRunning, kEnded };

    LiveGame(std::string id, LiveGameSpec spec, SteadyTime now);

    const std::string& id() const { return spec_.id; }
    State state() const;
    /// The error says that it waits, or how it ended.
    HttpResult<void> needs_running() const;
    const LiveGameSpec& spec() const { return spec_; }
    const Seat& seat(rules::Side side) const { return spec_.seats[static_cast<std::size_t>(side)]; }
    const std::string& secret() const { return secret_; }
    const record::GameRecord& record() const { return game_.record(); }
    const rules::AnyPosition& position() const { return game_.position(); }
    const std::vector<rules::Move>& moves() const { return game_.moves(); }
    int ply() const { return game_.ply(); }
    bool is_bots_only() const;
    /// Whether the other side is a bot, which need not be asked.
    bool is_against_bot(rules::Side side) const {
        return seat(rules::other(side)).kind == Seat::Kind::kBot;
    }
    /// True if hints for `side` are fair: it has no human opponent.
    bool is_alone(rules::Side side) const {
        return is_against_bot(side) || (!spec_.seats[0].guest && !spec_.seats[1].guest);
    }
    std::uint64_t seq() const { return seq_; }
    /// Whether it ended and belongs among the kept games.
    bool is_worth_keeping() const;
    void set_kept(store::GameId kept) { kept_ = kept; }
    void set_maker(std::string address) { spec_.maker = std::move(address); }
    /// The mover's time begins when it hears of its turn, not when the move before was made.
    void announce_turn(SteadyTime now) { turn_began_ = now; }
    const std::optional<store::GameId>& kept() const { return kept_; }

    HttpResult<rules::Side> player(std::string_view token) const;

    // What people and bots do. Each needs the state kRunning unless it says otherwise.
    HttpResult<rules::Side> join(std::string_view secret, std::string name, std::string token,
                                 SteadyTime now);  ///< kWaiting
    HttpResult<void> play(rules::Side side, rules::Move move, std::optional<std::int64_t> ply,
                          SteadyTime now);
    /// Judges the mover's answer to the question of this ply.
    void take_answer(const bots::Answer& answer, SteadyTime now);
    /// `accept`: the answer to what the other side asked for.
    HttpResult<void> undo(rules::Side side, std::optional<bool> accept, SteadyTime now);
    HttpResult<void> resign(rules::Side side);  ///< kWaiting too: called off
    /// Ends the game where the mover has run out of time.
    void check_time(SteadyTime now);

    /// kEnded. Whether both sides want it now.
    HttpResult<bool> ask_rematch(rules::Side side);
    /// The game of the same two with sides swapped.
    LiveGameSpec rematch_spec() const;
    void set_next(std::string id);

    // Time.
    /// When the mover runs out of time, where it is a person with a limit.
    std::optional<SteadyTime> deadline() const;
    protocol::Limits limits() const { return game_.clock().limits(mover()); }
    Duration bot_deadline() const;
    SteadyTime turn_began() const { return turn_began_; }

    // What others see.
    Json to_json(const Presence& presence, SteadyTime now) const;
    Json summary(std::size_t spectators) const;
    /// Events since the last call, each with a number from seq() of that time + 1.
    std::vector<Json> take_events();

    // The stored form. A game that was running restarts the clock of its current move when loaded.
    std::string save() const;
    static base::Result<LiveGame> load(std::string_view id, std::string_view text,
                                       std::optional<store::GameId> kept, SteadyTime now);

private:
    LiveGame(LiveGameSpec spec, arena::GameInProgress game, SteadyTime now)
        : spec_(std::move(spec)), game_(std::move(game)), turn_began_(now) {}
    rules::Side mover() const { return game_.mover(); }
    void note(Json event);
    void note_move(rules::Side side, SteadyTime now);
    void note_end();
    void take_back_to(std::size_t plies, SteadyTime now);
    /// How many moves remain when `side` takes its last one back; nothing where it made none.
    std::optional<std::size_t> plies_after_undo(rules::Side side) const;
    Json clocks(SteadyTime now) const;
    Json seat_json(rules::Side side, bool present) const;

    LiveGameSpec spec_;
    arena::GameInProgress game_;
    std::string secret_;  ///< of the link, while a seat is open
    std::optional<rules::Side> undo_asked_, rematch_asked_;
    std::string next_;
    std::optional<store::GameId> kept_;
    std::uint64_t seq_ = 0;
    SteadyTime turn_began_{};
    std::vector<Json> events_;
};

std::string_view name(LiveGame::State state);

}  // namespace ninefold::server
