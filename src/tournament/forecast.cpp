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

/// The longest a game with so many moves can take, both sides with this time together.
std::optional<arena::Duration> game_time(const arena::TimeControl& control, int moves) {
    std::optional<arena::Duration> longest;
    const auto limit = [&](arena::Duration time) {
        longest = longest ? std::min(*longest, time) : time;
    };
    if (control.hard) limit(*control.hard * moves);
    if (control.move) {
        const arena::Duration first = control.first.value_or(*control.move);
        limit(2 * first + *control.move * (moves - 2));
    }
    if (control.game) limit(2 * *control.game + control.increment * moves);
    return longest;
}

/// Adds up the games' longest times, for games of so many moves; nothing once one has no limit.
class TotalTime {
public:
    TotalTime(const TournamentSpec& spec, int moves) : moves_(moves) {
        for (const BotEntry& bot : spec.bots) {
            times_.push_back(game_time(spec.time_control_of(bot), moves_));
        }
    }
    void add(const GameTask& task) {
        const auto& x = times_[static_cast<std::size_t>(task.x.index)];
        const auto& o = times_[static_cast<std::size_t>(task.o.index)];
        if (!x || !o) total_.reset();
        if (total_) *total_ += (*x + *o) / 2;
    }
    std::optional<arena::Duration> total() const { return total_; }

private:
    int moves_;
    std::vector<std::optional<arena::Duration>> times_;  ///< of games against itself, by bot
    std::optional<arena::Duration> total_{arena::Duration(0)};
};

}  // namespace

Forecast forecast(const TournamentSpec& spec) {
    constexpr int kMostMoves = 81, kUsualMoves = 55;
    Tournament machine(spec);
    base::Rng rng(spec.seed);
    TotalTime longest(spec, kMostMoves), usual(spec, kUsualMoves);
    for (auto tasks = machine.take_new_games(); !tasks.empty(); tasks = machine.take_new_games()) {
        for (const GameTask& task : tasks) {
            [[maybe_unused]] const auto counted = machine.add(task.number, invented(rng));
            longest.add(task);
            usual.add(task);
        }
    }
    Forecast result;
    result.games = machine.games_played();
    result.longest = longest.total();
    result.usual = usual.total();
    for (const StageRun& run : machine.stages()) {
        StageForecast stage{run.spec.name, run.spec.type, static_cast<int>(run.entrants.size()),
                            run.plans.empty() ? 0 : run.plans.back().wave + 1,
                            static_cast<int>(run.meetings.size())};
        for (const Meeting& meeting : run.meetings) {
            stage.games +=
                static_cast<int>(std::count_if(meeting.games.begin(), meeting.games.end(),
                                               [](const auto& game) { return game.has_value(); }));
        }
        result.stages.push_back(stage);
    }
    return result;
}

}  // namespace ninefold::tournament
