// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/match.h"
#include "tournament/spsa.h"

namespace ninefold::tournament {

/// A bot's source with the options set, in place of those it already gives: `mcts:sims=500` and
/// c=1.1 make `mcts:sims=500,c=1.1`. The built-in bots and the engine take options, and so do
/// classes of the best_move interface, as arguments of their constructor
/// (`best_move:e.py#Engine:k=5`). For any other bot they become UGI options in front of its name
/// (`option.k=5 ./bot`), which BotSource refuses where it takes none.
base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values);

/// The search for the best values of a bot's options as one match, of which each step plays the
/// next part: a bot with the values moved up against one with them moved down. Its state is its
/// games: a resumed run replays what the kept games taught the run before it, and plays the rest.
/// One thread at a time.
class Tuning {
public:
    /// Plays the games of a part that no earlier run kept, bot A with the trial's values moved up
    /// and B with them moved down. The sink gets each of them. The part does not name the bots.
    using PlayPart = std::function<base::Result<arena::MatchReport>(
        arena::MatchSpec part, const Spsa::Trial& trial, arena::EventSink& sink)>;

    /// `spec` is what all steps have in common, of the games of one; `kept` are those of earlier
    /// runs.
    Tuning(Spsa spsa, arena::MatchSpec spec, std::span<const arena::PlayedGame> kept);

    /// Plays the next step and learns from it; false where it was stopped. Fails where no game of
    /// it could be played, for nothing can be learnt from such games.
    base::Result<bool> step(const PlayPart& play);

    int done() const { return done_; }  ///< steps
    const Spsa& spsa() const { return spsa_; }
    /// `c=0.91  sims=200`: the values so far.
    std::string values_text() const;
    int forfeits() const { return forfeits_; }

private:
    base::Result<arena::Score> play(const PlayPart& play);

    Spsa spsa_;
    arena::MatchSpec spec_;
    std::map<int, std::vector<arena::PlayedGame>> kept_;  ///< of each step
    int forfeits_ = 0, done_ = 0;
};

}  // namespace ninefold::tournament
