// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "rules/move.h"

namespace ninefold::arena {

/// What one bot got out of one game.
enum class GameResult : std::uint8_t { kLoss, kDraw, kWin };
/// For the bot that had X where `is_x`.
constexpr GameResult result_of(std::optional<rules::Side> winner, bool is_x) {
    if (!winner) return GameResult::kDraw;
    return (*winner == rules::Side::kX) == is_x ? GameResult::kWin : GameResult::kLoss;
}

/// An Elo difference with its 95 % interval; a side without losses has no upper end.
struct EloEstimate {
    double elo = 0;
    std::optional<double> low, high;
    double superiority = 0.5;  ///< likelihood that the first bot is the stronger
};

/// `+35`, `-12`, and `+0` for what rounds to nothing.
std::string signed_elo(double elo);

/// The results of bot A against bot B by game number, where games 2k and 2k+1 are a pair: the same
/// opening, sides swapped. Errors are computed from whole pairs, whose scores vary far less than
/// those of single games.
class Score {
public:
    void add(int number, GameResult of_a);

    int wins() const { return wins_; }
    int draws() const { return draws_; }
    int losses() const { return losses_; }
    int games() const { return wins_ + draws_ + losses_; }
    /// Win 1, draw 1/2.
    double points_a() const { return wins_ + draws_ * 0.5; }
    double points_b() const { return losses_ + draws_ * 0.5; }

    /// Number of whole pairs in which A scored 0, 1/2, 1, 3/2 and 2 points.
    const std::array<int, 5>& pentanomial() const { return pentanomial_; }
    EloEstimate elo() const;

private:
    int wins_ = 0, draws_ = 0, losses_ = 0;
    std::array<int, 5> pentanomial_{};
    std::map<int, GameResult> halves_;  ///< games whose pair is not whole yet, by number
};

}  // namespace ninefold::arena
