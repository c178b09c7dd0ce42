// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ninefold::arena {

/// A part of a match: a number of games, then a look at the score.
struct Batch {
    int games = 0;
    double lead = 0;         ///< points ahead that decide the match after this batch; 0: none do
    double time_factor = 1;  ///< of every limit of the time control
    bool operator==(const Batch&) const = default;

    /// Whether bot A's lead decides the match after this batch. Where none is needed, any does.
    bool is_decided_by(double lead_of_a) const {
        return std::abs(lead_of_a) >= (lead > 0 ? lead : 0.5);
    }
};

/// How many games a match has and when it is decided: a fixed number, or batches of pairs.
class MatchFormat {
public:
    /// Of one match, all batches together.
    static constexpr int kMostGames = 100'000'000;

    /// 1 to kMostGames of them.
    static MatchFormat games(int count) { return MatchFormat({{count, 0, 1}}); }
    /// 5 pairs, lead 2; 5 more, lead 1; 5 more at a quarter of the time, lead 1; else drawn.
    static MatchFormat code_tournament() {
        return MatchFormat({{10, 2, 1}, {10, 1, 1}, {10, 1, 0.25}});
    }
    /// Everything that text() prints: `games=10`, or `batches=PAIRS:LEAD[:TIME],…`, e.g.
    /// `batches=5:2,5:1,5:1:0.25`; and `batches`, for code_tournament(). The error says what is
    /// allowed.
    static base::Result<MatchFormat> parse(std::string_view text);

    const std::vector<Batch>& batches() const { return batches_; }
    bool is_fixed() const { return batches_.size() == 1 && batches_.front().lead == 0; }
    int most_games() const;
    /// Of the batch that a game belongs to, from 0; games after the last one are as those of it.
    double time_factor(int game) const;
    std::string text() const;
    bool operator==(const MatchFormat&) const = default;

private:
    explicit MatchFormat(std::vector<Batch> batches) : batches_(std::move(batches)) {}
    std::vector<Batch> batches_;
};

}  // namespace ninefold::arena
