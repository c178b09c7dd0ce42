// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "rules/any_position.h"
#include "rules/ending.h"

namespace ninefold::record {

using Duration = std::chrono::nanoseconds;
/// Seconds with as many decimals as are needed, to the nanosecond: `0.12`.
std::string seconds_text(Duration duration);

/// One move of a game with what was noted beside it.
struct Ply {
    rules::Move move{};
    std::optional<Duration> spent{};  ///< time the mover took
    std::optional<Duration> clock{};  ///< what the mover had left for the game afterwards
    std::optional<double> eval{};     ///< expected score of X, 0..1, as the mover saw it
    std::optional<int> depth{};
    std::string meta{};  ///< JSON object from the bot, or empty
    std::string note{};  ///< a person's remark
    bool operator==(const Ply&) const = default;
};

/// The move that a ply belongs to, both counted from 1, as records number moves: the first plies of
/// X and O are move 1.
constexpr int move_number(int ply) { return (ply + 1) / 2; }

/// What is said of a game without its moves.
struct GameFacts {
    std::string event{};
    std::string date{};    ///< ISO 8601, UTC
    std::string x{}, o{};  ///< names of the bots
    std::string time_control = "none";
    std::optional<rules::Ending> ending{};  ///< nothing while the game runs
    std::optional<rules::Side> winner{};
    std::string detail{};  ///< the ending explained in one sentence
    bool operator==(const GameFacts&) const = default;

    /// Whether it has been played and need not be played again.
    bool counts() const { return ending && *ending != rules::Ending::kVoid; }
};

/// Everything kept of one game. A plain value; check() says whether it is a possible game.
struct GameRecord : GameFacts {
    std::string id;  ///< unique where it was played; may be empty
    rules::AnyPosition start;
    std::uint64_t seed = 0;
    int opening = 0;  ///< how many of the first plies were given, not played by the bots
    std::vector<Ply> plies;
    std::vector<std::pair<std::string, std::string>> tags;  ///< any others, in order
    /// The end of what a bot that forfeited wrote to standard error, for its author and the
    /// organiser: kept, but in no form of the record that is handed round.
    std::string log;
    bool operator==(const GameRecord&) const = default;

    std::vector<rules::Move> moves() const;
};

/// The JSON object in `text` in its shortest form, as a ply's meta must be; nothing where it is
/// none.
std::optional<std::string> compact_json_object(std::string_view text);

/// Replays the game by the rules. Returns the last position, or which move or tag is wrong and why.
base::Result<rules::AnyPosition> check(const GameRecord& record);

/// What lists show of a GameRecord.
struct GameSummary : GameFacts {
    rules::Rules rules;
    int plies = 0;
};

inline GameSummary summary_of(const GameRecord& game) {
    return {game, game.start.rules(), static_cast<int>(game.plies.size())};
}

/// `1-0`, `0-1`, `1/2-1/2`, `0-0` where both bots failed, or `*` for a game that runs or is void.
std::string_view result_text(const GameFacts& game);

/// Where the game stands after its last move.
rules::AnyPosition last_position(const GameRecord& game);

}  // namespace ninefold::record
