// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/game_pump.h"
#include "arena/match_spec.h"
#include "arena/score.h"

namespace ninefold::arena {

/// A game that was kept, as far as the score needs it.
struct PlayedGame {
    int number = 0;
    bool a_is_x = true;
    rules::Ending ending = rules::Ending::kDraw;
    std::optional<rules::Side> winner;

    GameResult result_of_a() const { return result_of(winner, a_is_x); }
};

struct MatchReport {
    Score score;
    bool complete = false;       ///< false where it was stopped
    std::optional<char> winner;  ///< 'a' or 'b', by the format's rules
    std::string verdict;         ///< one sentence
};

/// A match of two bots: gives out the games of its format, batch by batch, and counts those that
/// are kept. It needs the same memory however long it is, but for a bit of each game that it
/// resumes after. Bot A is bot 0 of the place, and B is bot 1.
class Match final : private GameSupply {
public:
    explicit Match(MatchSpec spec);

    /// Counts games that an earlier run kept; they are not played again. Before run().
    void resume(std::span<const PlayedGame> games);

    /// Plays until the format is satisfied or `stop` is requested (game_pump.h). Announces games,
    /// not the match itself.
    base::Result<MatchReport> run(const GamePlace& place, GameKeeper& keeper, EventSink& sink,
                                  const std::stop_token& stop);

private:
    std::optional<WantedGame> next(int slot) override;
    base::Result<void> kept(const WantedGame& game, const record::GameRecord& record) override;
    void close_full_batches();
    bool was_resumed(int number) const;
    MatchReport report() const;

    MatchSpec spec_;
    std::vector<bool> resumed_;  ///< by number from the first, as far as an earlier run got
    Score score_;
    std::size_t batch_ = 0;  ///< the one that is played
    int next_, end_;         ///< the first game not yet given out; the end of the batch
    int given_out_ = 0;      ///< and not yet kept
    bool is_complete_ = false;
    std::optional<char> winner_;
};

}  // namespace ninefold::arena
