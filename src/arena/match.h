// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/events.h"
#include "arena/game_keeper.h"
#include "arena/match_format.h"
#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/score.h"
#include "arena/time_control.h"
#include "arena/venue.h"

namespace ninefold::arena {

/// Who has X in a game.
enum class Starter : std::uint8_t {
    kAlternate,  ///< A in even games, B in odd ones: pairs
    kRandom,     ///< drawn for each game from the match's seed
    kA,
    kB,
};
std::string_view name(Starter starter);
base::Result<Starter> parse_starter(std::string_view text);

/// Everything that decides which games a match plays. The same specification with the same
/// built-in bots gives the same games, in whatever order and on however many threads.
struct MatchSpec {
    std::string id, event;
    std::string a_name, b_name;
    rules::AnyPosition start;
    TimeControl time_control;
    std::optional<TimeControl> time_control_b;  ///< bot B's, where it is another one
    MatchFormat format = MatchFormat::games(2);
    Openings openings;
    Starter starter = Starter::kAlternate;
    Adjudication adjudication;         ///< without a prover, of which each slot has its own
    std::optional<ProofBudget> proof;  ///< adjudicates by proof where it is set
    std::uint64_t seed = 1;
    int first_game = 0;  ///< number of its first game, even: it may be a part of a longer match

    bool a_is_x(int game) const;
    /// One text of both bots' clocks: `move=10s`, or `A move=10s; B move=1s`.
    std::string time_text() const;
    /// `time_factor` is the batch's.
    GameSpec game(int number, double time_factor) const;
};

/// A game that was kept, as far as the score needs it.
struct PlayedGame {
    int number = 0;
    bool a_is_x = true;
    rules::Ending ending = rules::Ending::kDraw;
    std::optional<rules::Side> winner;

    GameResult result_of_a() const;
};

struct MatchReport {
    Score score;
    std::vector<PlayedGame> forfeits;
    bool complete = false;       ///< false where it was stopped
    std::optional<char> winner;  ///< 'a' or 'b', by the format's rules
    std::string verdict;         ///< one sentence
};

/// Makes the bot of one slot; slots are numbered from 0 and run at the same time.
using BotFactory = std::function<base::Result<std::unique_ptr<bots::Bot>>(int slot)>;

/// Plays a match on `concurrency` threads, each with its own pair of bots. A game counts, and is
/// announced, once the keeper has it.
class Match {
public:
    Match(MatchSpec spec, BotFactory a, BotFactory b, GameKeeper& keeper, EventSink& sink,
          int concurrency);
    /// Has the games played at a venue that knows A as bot 0 and B as bot 1; `concurrency` of them
    /// are out at a time. The sink gets GameEnded, and the match's own events.
    Match(MatchSpec spec, Venue& venue, GameKeeper& keeper, EventSink& sink, int concurrency);
    ~Match();

    /// Counts games that an earlier run kept; they are not played again. Before run().
    void resume(std::span<const PlayedGame> games);

    /// Plays until the format is satisfied or `stop` is requested. The error is the arena's own (a
    /// bot's factory failed, the keeper cannot write), never a bot's play.
    base::Result<MatchReport> run(std::stop_token stop);

private:
    class Runner;
    std::unique_ptr<Runner> runner_;
};

}  // namespace ninefold::arena
