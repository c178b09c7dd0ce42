// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/info.h"
#include "protocol/limits.h"
#include "rules/any_position.h"
#include "rules/ending.h"

namespace ninefold::bots {

using protocol::Duration;

/// What a bot gets before the first question of a game.
struct GameSetup {
    rules::AnyPosition start;  ///< before the opening's moves
    rules::Side side = rules::Side::kX;
    std::uint64_t seed = 0;  ///< for the bot's own random choices
    int number = 0;          ///< of this game in its match, from 0
};

/// One question: the game so far and the time for the answer. References outlive the call only.
struct Question {
    const rules::AnyPosition& start;
    const std::vector<rules::Move>& moves;  ///< from `start`, the opening's included
    const rules::AnyPosition& position;     ///< after them: the one to answer
    protocol::Limits limits;
    /// When the referee stops waiting: the bot must return by then, with or without a move.
    /// Counted from the moment the referee begins to ask. Nothing: no limit.
    std::optional<Duration> deadline;
    /// Called with each `info` as it comes, on the asking thread; may be empty.
    std::function<void(const protocol::Info&)> on_info;
};

struct Resignation {};

/// The bot lost by its own fault. The sentence says what happened, to the bot's author:
/// "exited with code 1 while a move was awaited".
struct Failure {
    rules::Ending ending = rules::Ending::kCrash;
    std::string sentence;
};

/// No answer by the deadline, or the question was stopped from outside.
struct NoAnswer {
    bool stopped = false;
};

struct Answer {
    std::variant<rules::Move, Resignation, Failure, NoAnswer> what;
    Duration elapsed{0};  ///< from the moment it is asked to the answer read
    protocol::Info info;  ///< the last one that carried a score or a meta, if any
    /// Bot::log() at that time, filled in by an asker that judges later, when the bot may be gone.
    std::string log{};
};

/// A player: answers questions with moves. Owned by one game slot and called from its thread only;
/// plays many games one after another. The referee trusts nothing it returns.
class Bot {
public:
    virtual ~Bot() = default;

    /// As it calls itself; empty where it has not said, or only repeats what its user calls it.
    virtual std::string_view own_name() const { return {}; }
    /// Who wrote it, as it says; empty where it has not said.
    virtual std::string_view author() const { return {}; }

    /// Gets ready for another game, (re)starting what it needs. A failure forfeits the game.
    virtual std::optional<Failure> new_game(const GameSetup& setup) = 0;

    /// Answers by the deadline or when `stop` is requested, whichever comes first. Never throws
    /// for anything the bot did.
    virtual Answer ask(const Question& question, std::stop_token stop) = 0;

    /// The opponent thinks from now on: a bot that must not ponder is kept from using the
    /// processor.
    virtual void rest() {}

    /// What it did since rest() that loses it the game. Its opponent's answer may be late because
    /// of it.
    virtual std::optional<Failure> fault_at_rest() const { return std::nullopt; }

    /// What its author may read of its standard error (the last 64 KiB).
    virtual std::string log() const { return {}; }

    /// The most memory its running processes have had, in bytes; nothing where it has none.
    virtual std::optional<std::uint64_t> peak_memory() const { return std::nullopt; }
};

}  // namespace ninefold::bots
