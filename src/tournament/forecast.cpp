// SPDX-License-Identifier: MIT
#include "tournament/forecast.h"

#include <algorithm>

#include "base/rng.h"

namespace ninefold::tournament {

namespace {

GameOutcome invented(base::Rng& rng) {
    const std::uint32_t luck = rng.below(100);
    GameOutcome game;
    if (luck < 85) {
        const bool x = luck < 45;
        game.ending = rules::Ending::kLine;
        game.winner = x ? rules::Side::kX : rules::Side::kO;
        game.points = {x ? 1.0 : 0.0, x ? 0.0 : 1.0};
    } else {
        game.points = {0.5, 0.5};
    }
    return game;
}

/// The longest a game with this many moves can take, both sides with this time together.
std::optional<arena::Duration> game_time(const arena::TimeControl& control, int moves) {
    std::optional<arena::Duration> longest;
    const auto limit = [&](arena::Duration time) {
        longest = longest ? std::min(*longest, time) : time;
    };
    if (control.hard) {
        // A side that uses everything has always been granted the other's overrun of the soft
        // limit.
        const arena::Duration over =
            control.soft ? *control.hard - *control.soft : arena::Duration(0);
        const auto granted = std::chrono::duration_cast<arena::Duration>(over * control.grant);
        limit((*control.hard + granted) * moves);
    }
    if (control.move) {
        const arena::Duration first = control.first.value_or(*control.move);
        limit(2 * first + *control.move * (moves - 2));
    }
    if (control.game) limit(2 * *control.game + control.increment * moves);
    return longest;
}

/// Adds up the games' longest times, for games of this many moves; nothing once one has no limit.
class TotalTime {
public:
    TotalTime(const TournamentSpec& spec, int moves) : moves_(moves) {
        for (const BotEntry& bot : spec.bots) {
            times_.push_back(game_time(spec.time_control_of(bot), moves_));
        }
    }
    void add(const GameTask& task, double factor) {
        const auto& x = times_[static_cast<std::size_t>(task.x.index)];
        const auto& o = times_[static_cast<std::size_t>(task.o.index)];
        if (!x || !o) total_.reset();
        if (!total_) return;
        *total_ += Forecast::Seconds(*x + *o) / 2 * factor;
    }
    std::optional<Forecast::Seconds> total() const { return total_; }

private:
    int moves_;
    std::vector<std::optional<arena::Duration>> times_;  ///< of games against itself, by bot
    std::optional<Forecast::Seconds> total_{Forecast::Seconds(0)};
};

/// Plays a tournament of invented results to its end, and hears of every game.
template <typename Outcome, typename Hear>
void play_through(Tournament& machine, const Outcome& outcome, const Hear& hear) {
    for (auto tasks = machine.take_new_games(); !tasks.empty(); tasks = machine.take_new_games()) {
        for (const GameTask& task : tasks) {
            [[maybe_unused]] const auto counted = machine.add(task.number, outcome());
            hear(task, machine.stage(task.stage).spec.format.time_factor(task.game));
        }
    }
}

/// Whether every meeting has as many games whatever their results are.
bool is_certain(const TournamentSpec& spec) {
    return std::all_of(spec.stages.begin(), spec.stages.end(), [](const StageSpec& stage) {
        return stage.format.is_fixed() && !stage.is_bracket();
    });
}

}  // namespace

Forecast forecast(const TournamentSpec& spec) {
    constexpr int kMostMoves = 81, kUsualMoves = 55;
    TotalTime longest(spec, kMostMoves), usual(spec, kUsualMoves);
    Forecast result{.played = Tournament(spec)};
    const bool certain = is_certain(spec);
    base::Rng rng(spec.seed);
    play_through(
        result.played, [&] { return invented(rng); },
        [&](const GameTask& task, double factor) {
            usual.add(task, factor);
            if (certain) longest.add(task, factor);
        });
    result.games = result.most_games = result.played.games_played();
    if (!certain) {
        // Nothing takes as many games as draws.
        Tournament level(spec);
        const GameOutcome draw{.points = {0.5, 0.5}};
        play_through(
            level, [&] { return draw; },
            [&](const GameTask& task, double factor) { longest.add(task, factor); });
        result.most_games = std::max(result.games, level.games_played());
    }
    result.longest = longest.total();
    result.usual = usual.total();
    return result;
}

}  // namespace ninefold::tournament
