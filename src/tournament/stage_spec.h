// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/match_format.h"
#include "arena/points.h"
#include "base/enum_names.h"

namespace ninefold::tournament {

/// A bot (or its team) of a tournament: its place in the tournament's list of bots, from 0.
struct TeamId {
    int index = -1;
    constexpr auto operator<=>(const TeamId&) const = default;
};

/// The opponent of a bye.
inline constexpr TeamId kNobody{-1};

enum class StageType : std::uint8_t {
    kRoundRobin,
    kGroups,
    kSwiss,
    kGauntlet,
    kKnockout,
    kDoubleElimination,
};

/// What puts one team of a table before another, looked at one after another.
enum class Criterion : std::uint8_t {
    kPoints,
    kHeadToHead,  ///< points in the games among those who are level
    kWins,
    kBlocks,           ///< blocks won less blocks lost
    kBuchholz,         ///< points of all opponents
    kSonnebornBerger,  ///< points of those beaten, and half of those drawn with
    kForfeits,         ///< fewer games lost by misbehaving
    kCoin,             ///< drawn from the tournament's seed
};

/// What decides a tie of a knockout, looked at one after another.
enum class Decider : std::uint8_t {
    kPoints,
    kBlocks,
    kExtraPair,  ///< two more games, sides swapped, as often as the stage allows
    kCoin,
};

/// Who has X in the first game of a pairing; later games alternate.
enum class FirstMove : std::uint8_t { kBalanced, kCoin };
/// How teams are put into groups or into the bracket.
enum class Draw : std::uint8_t { kRandom, kSnake, kPots, kSeeded };
/// What a table adds up.
enum class Scoring : std::uint8_t { kGames, kMatches };

/// What the file and messages call them.
constexpr base::EnumNames<StageType, 6> names_of(StageType) {
    return {"round-robin", "groups", "swiss", "gauntlet", "knockout", "double-elimination"};
}
constexpr base::EnumNames<Criterion, 8> names_of(Criterion) {
    return {"points",   "head-to-head",     "wins",     "blocks",
            "buchholz", "sonneborn-berger", "forfeits", "coin"};
}
constexpr base::EnumNames<Decider, 4> names_of(Decider) {
    return {"points", "blocks", "extra-pair", "coin"};
}
constexpr base::EnumNames<FirstMove, 2> names_of(FirstMove) { return {"balanced", "coin"}; }
constexpr base::EnumNames<Draw, 4> names_of(Draw) { return {"random", "snake", "pots", "seeded"}; }
constexpr base::EnumNames<Scoring, 2> names_of(Scoring) { return {"games", "matches"}; }

using base::name, base::parse_name;  // NOLINT(misc-unused-using-decls): for includers

/// One stage as the organiser wrote it; what its type does not use is left at its default.
struct StageSpec {
    std::string name;
    StageType type = StageType::kRoundRobin;
    arena::MatchFormat format = arena::MatchFormat::games(2);
    FirstMove first = FirstMove::kBalanced;
    arena::PointScale points = arena::PointScale::kPlain;  ///< the tournament's
    Scoring scoring = Scoring::kGames;
    std::vector<Criterion> tie_breaks{Criterion::kPoints, Criterion::kHeadToHead, Criterion::kWins,
                                      Criterion::kBlocks};
    std::vector<Decider> deciders{Decider::kPoints, Decider::kBlocks, Decider::kExtraPair};
    int extra_pairs = 1;
    int advance = 0;            ///< of each group, or of the stage; 0: everybody
    std::vector<double> award;  ///< by place in the group, or by how far a knockout was survived

    int groups = 0;          ///< number of groups; 0: from the size
    int smallest_group = 0;  ///< the least teams in a group, where possible
    int largest_group = 0;
    Draw draw = Draw::kRandom;
    int rounds = 0;       ///< of a Swiss; 0: enough to find one winner
    int cycles = 1;       ///< how often a round robin is gone through
    int challengers = 1;  ///< of a gauntlet: how many of the first teams
    bool third_place = false;
    bool reset = true;  ///< a double elimination's final is played again when the unbeaten loses it

    bool is_bracket() const {
        return type == StageType::kKnockout || type == StageType::kDoubleElimination;
    }
    bool operator==(const StageSpec&) const = default;
};

}  // namespace ninefold::tournament
