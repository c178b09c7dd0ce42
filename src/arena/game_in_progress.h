// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/adjudicate.h"
#include "arena/game_clock.h"
#include "arena/time_control.h"
#include "bots/bot.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// Everything that is fixed before a game begins.
struct GameSpec {
    int number = 0;
    std::string id, event;
    std::string x_name, o_name;
    rules::AnyPosition start;
    std::vector<rules::Move> opening;  ///< legal moves from `start`
    TimeControls time_control;
    std::uint64_t seed = 0;
    Adjudication adjudication{};
};

/// A game being judged: the rules, the clocks, and the record that grows. It is given what the
/// mover answered and how long that took, and decides what follows, with one sentence for every
/// ending. A value without threads, sockets or a clock of its own: a copy is another game.
class GameInProgress {
public:
    /// Reads the log of the bot that answers; called only where the answer loses the game.
    using ReadLog = std::function<std::string()>;

    explicit GameInProgress(const GameSpec& spec);
    /// Resumes a game from its record: the clocks follow from the times that the moves took.
    /// Precondition: record::check() accepts it.
    GameInProgress(record::GameRecord record, const TimeControls& time_control);

    const record::GameRecord& record() const { return record_; }
    record::GameRecord take_record() { return std::move(record_); }
    const rules::AnyPosition& position() const { return position_; }
    const std::vector<rules::Move>& moves() const { return moves_; }
    const GameClock& clock() const { return clock_; }
    rules::Side mover() const { return position_.side(); }
    int ply() const { return static_cast<int>(moves_.size()); }
    /// Of the move that comes next, as records count.
    int move_number() const { return record::move_number(ply() + 1); }
    bool has_ended() const { return record_.ending.has_value(); }

    void set_name(rules::Side side, std::string name);
    /// Notes what a bot says of itself.
    void introduce(rules::Side side, const bots::Bot& bot);

    // Each of these needs a game that has not ended.

    /// Judges the mover's answer. `longest_wait`: how long the mover was waited for where the clock
    /// allows more. An answer that was stopped from outside changes nothing.
    void accept(const bots::Answer& answer, const ReadLog& read_log = {},
                std::optional<Duration> longest_wait = {});
    /// What new_game() said, of X and of O: a bot that cannot start loses, and where neither can,
    /// nobody wins.
    void accept_start(const std::array<std::optional<bots::Failure>, 2>& failures,
                      const std::array<ReadLog, 2>& read_log);
    /// A bot's own fault loses it the game, whichever side is to move.
    void fail(rules::Side side, const bots::Failure& failure, const ReadLog& read_log);
    void resign(rules::Side side);
    /// The record names files without their folders; where that leaves something out, the whole
    /// sentence is the end of its log.
    void end(rules::Ending ending, std::optional<rules::Side> winner, std::string_view detail,
             std::string_view log = {});
    /// Keeps the first `plies` moves; the clocks are what they were then.
    void take_back_to(std::size_t plies);

private:
    /// Position, moves and clocks follow from the record.
    void replay();
    bool within_time(const bots::Answer& answer, const ReadLog& read_log,
                     std::optional<Duration> longest_wait);
    void play_move(rules::Move move, const bots::Answer& answer, const ReadLog& read_log);
    void forfeit(rules::Side loser, rules::Ending ending, std::string_view detail,
                 const ReadLog& read_log);
    void finish_on_board();

    TimeControls time_control_;
    record::GameRecord record_;
    rules::AnyPosition position_;
    std::vector<rules::Move> moves_;
    GameClock clock_;
};

}  // namespace ninefold::arena
