// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <span>
#include <string>

#include "arena/match.h"
#include "store/store.h"

namespace ninefold::cli {

/// `alice lost by crash: what happened`.
std::string forfeit_text(const record::GameRecord& game);

/// How many games of a match were forfeited, and the first `most` of them, each with its sentence
/// and its name for `ninefold replay`. Nothing where there are none.
void print_forfeits(std::FILE* out, store::Store& store, store::MatchId match,
                    std::span<const arena::PlayedGame> forfeits, std::size_t most);

/// Counts forfeits while games are played, keeps the sentence of the first, and notices when bots
/// fail to start in one game after another: nothing that is played then says anything about them.
/// One game at a time.
class ForfeitWatch {
public:
    void add(const record::GameRecord& game);

    int games() const { return games_; }
    int forfeits() const { return forfeits_; }
    int failed_starts() const { return failed_starts_; }
    bool keeps_failing_to_start() const { return in_a_row_ >= kMostInARow; }
    const std::string& first() const { return first_; }  ///< as forfeit_text() says

    static constexpr int kMostInARow = 4;

private:
    int games_ = 0, forfeits_ = 0, failed_starts_ = 0, in_a_row_ = 0;
    std::string first_;
};

}  // namespace ninefold::cli
