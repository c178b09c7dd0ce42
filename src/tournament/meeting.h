// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "arena/points.h"
#include "record/game_record.h"
#include "rules/ending.h"
#include "tournament/stage_spec.h"

namespace ninefold::tournament {

/// What a tournament needs to know of a finished game.
struct GameOutcome {
    rules::Ending ending = rules::Ending::kDraw;
    std::optional<rules::Side> winner{};
    std::array<int, 2> blocks{};     ///< won by X and by O
    std::array<double, 2> points{};  ///< of X and of O, by the tournament's scale
    bool operator==(const GameOutcome&) const = default;

    int blocks_of(rules::Side side) const { return blocks[static_cast<std::size_t>(side)]; }
    double points_of(rules::Side side) const { return points[static_cast<std::size_t>(side)]; }
    bool is_forfeit() const { return rules::is_forfeit(ending); }
    /// Where neither bot could play, both have lost.
    bool is_lost_by(rules::Side side) const { return winner ? *winner != side : is_forfeit(); }
    bool is_won_by(rules::Side side) const { return winner == side; }
};

/// What a game that ended is worth; the error says why the record is none.
base::Result<GameOutcome> outcome_of(const record::GameRecord& game, arena::PointScale scale);

/// The points of a game won outright.
double full_points(arena::PointScale scale);

/// The trees of a bracket; groups are numbered by the same field.
inline constexpr int kMainBracket = 0;
inline constexpr int kLowerBracket = 1;
inline constexpr int kGrandFinal = 2;
inline constexpr int kThirdPlace = 3;

/// Two teams who are to meet. `a` has X in the even games.
struct Pairing {
    TeamId a{}, b{};  ///< b is kNobody for a bye, which needs no game
    int round = 0;    ///< of its group or bracket, from 0
    int group = 0;
    int slot = 0;  ///< place in the round, from the top of a bracket
    bool operator==(const Pairing&) const = default;

    bool is_bye() const { return b == kNobody; }
};

/// How a meeting ended.
struct Verdict {
    enum class Kind : std::uint8_t { kA, kB, kDrawn, kAnnulled };
    Kind kind = Kind::kDrawn;
    std::string_view decided_by = "points";  ///< a decider's name, "walkover" or "bye"
    bool operator==(const Verdict&) const = default;

    bool is_walkover() const { return decided_by == "walkover"; }
};

/// A pairing with its games by number, as far as they were played, and its verdict.
struct Meeting {
    Pairing pairing;
    std::vector<std::optional<GameOutcome>> games{};
    std::optional<Verdict> verdict{};
    int first_number = 0;  ///< of its games, in the tournament
    int wave = 0;
    int given_out = 0;  ///< number of its games given out to be played

    /// Whether `a` has X in a game.
    static bool a_is_x(int game) { return game % 2 == 0; }
    static rules::Side side_of_a(int game) {
        return a_is_x(game) ? rules::Side::kX : rules::Side::kO;
    }
    TeamId winner() const;  ///< kNobody where there is none
    TeamId loser() const;
    /// Calls `visit(number, outcome, side of a)` for every game that was played.
    template <typename Visit>
    void for_each_game(const Visit& visit) const {
        for (int number = 0; number < static_cast<int>(games.size()); ++number) {
            const auto& game = games[static_cast<std::size_t>(number)];
            if (game) visit(number, *game, side_of_a(number));
        }
    }
};

/// What is still to be played: games by number, or the verdict.
struct MeetingState {
    std::vector<int> wanted{};
    std::optional<Verdict> verdict{};
};

/// Who is away from a meeting.
struct Away {
    bool a = false, b = false;
    bool annuls = false;  ///< its games then count for nobody; otherwise the other one wins
};

/// The most games a meeting of the stage can have.
int most_games(const StageSpec& stage);
/// Judges a meeting by its games so far. `coin` is the seed of its coin toss. Pure.
MeetingState judge(const StageSpec& stage, const Meeting& meeting, const Away& away,
                   std::uint64_t coin);

}  // namespace ninefold::tournament
