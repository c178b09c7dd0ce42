// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <fmt/format.h>

#include "record/game_record.h"

namespace ninefold::arena {

/// Who lost a game by a forfeit; where neither bot started, both have lost.
inline std::string loser_of(const record::GameFacts& game) {
    if (!game.winner) return fmt::format("{} and {}", game.x, game.o);
    return *game.winner == rules::Side::kX ? game.o : game.x;
}

/// Looks for forfeits while games are played, keeps the sentence of the first, and notices when
/// bots fail to start in one game after another: nothing that is played then says anything about
/// them. One game at a time.
class ForfeitWatch {
public:
    static constexpr int kMostInARow = 4;

    void add(const record::GameFacts& game) {
        ++games_;
        const bool failed_start = game.ending == rules::Ending::kStartFailed;
        in_a_row_ = failed_start ? in_a_row_ + 1 : 0;
        failed_starts_ += failed_start;
        if (!first_.empty() || !game.ending || !rules::is_forfeit(*game.ending)) return;
        first_ = fmt::format("{} lost by {}: {}", loser_of(game), rules::name(*game.ending),
                             game.detail);
    }

    bool nothing_started() const { return games_ > 0 && failed_starts_ == games_; }
    bool keeps_failing_to_start() const { return in_a_row_ >= kMostInARow; }
    const std::string& first() const { return first_; }  ///< `alice lost by crash: what happened`

private:
    int games_ = 0, failed_starts_ = 0, in_a_row_ = 0;
    std::string first_;
};

}  // namespace ninefold::arena
