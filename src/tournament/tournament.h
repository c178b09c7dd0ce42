// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/referee.h"
#include "base/result.h"
#include "tournament/stage.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

/// One game to be played: the unit of work, on this machine or another. Its number is the same in
/// every run of the tournament, so that a result that comes twice counts once.
struct GameTask {
    int number = 0;
    int stage = 0;
    int meeting = 0;  ///< in its stage
    int game = 0;     ///< in its meeting
    TeamId x, o;
};

/// One stage as far as it was played.
struct StageRun {
    StageSpec spec;
    std::vector<Entrant> entrants;
    std::unique_ptr<Stage> stage;
    std::vector<Meeting> meetings;
    bool is_over = false;

    int games_played() const;
    int waves() const { return meetings.empty() ? 0 : meetings.back().wave + 1; }
};

/// A team's result in the whole tournament.
struct FinalRow {
    TeamId team;
    int place = 0;
    int stage = 0;        ///< the last one it took part in
    int award_place = 0;  ///< there
    double award = 0;     ///< of the stages' tables of points
    std::optional<Absence> absence{};
};

/// The tournament as a machine: results of games go in, games to play come out. It plays nothing,
/// keeps nothing and knows no clock; fed the same results, in whatever order the games of one wave
/// ended, it is in the same state. One thread at a time.
///
/// Games are numbered wave by wave: the next wave is made when every meeting of the last one has
/// its verdict, and each meeting gets as many numbers as it can have games.
class Tournament {
public:
    /// Resumes a tournament: `absences` are those that came up while it ran, besides the
    /// specification's own; `results` are the games that were played, by number; `groups` are those
    /// that its stages were drawn into, by stage.
    explicit Tournament(TournamentSpec spec, std::vector<Absence> absences = {},
                        std::map<int, GameOutcome> results = {}, std::map<int, Groups> groups = {});

    const TournamentSpec& spec() const { return spec_; }

    /// The games that have become playable since the last call, by number.
    std::vector<GameTask> take_new_games();
    /// Counts a game. A number that was counted before is fine and changes nothing; a number that
    /// is not to be played is an error.
    base::Result<void> add(int number, const GameOutcome& outcome);

    bool is_over() const { return stages_.size() == spec_.stages.size() && stages_.back().is_over; }
    int games_played() const { return games_played_; }
    /// Played and known to be wanted; more may come.
    int games_known() const { return games_known_; }

    const std::vector<StageRun>& stages() const { return stages_; }
    const StageRun& stage(int number) const { return stages_[static_cast<std::size_t>(number)]; }
    StageSituation situation(int stage) const;
    StageRanking ranking(int stage) const;
    std::vector<FinalRow> final_ranking() const;
    const std::vector<Absence>& absences() const { return absences_; }
    std::optional<Absence> absence_of(TeamId team) const;
    /// The wave of the running stage, from 0: from there on a team is away that withdraws now.
    int current_wave() const { return std::max(0, stages_.back().waves() - 1); }
    int current_stage() const { return static_cast<int>(stages_.size()) - 1; }

    /// The task of a number that was given out; nothing for any other number.
    std::optional<GameTask> task(int number) const;
    arena::GameSpec game_spec(const GameTask& task) const;
    std::uint64_t stage_seed(int stage) const;

private:
    bool is_away(TeamId team, int stage, int wave) const;
    void begin_stage(std::vector<Entrant> entrants);
    void advance();
    bool add_wave();
    void fill_in(Meeting& meeting);
    void settle(int meeting);
    std::uint64_t meeting_seed(int stage, int meeting) const;
    GameTask make_task(int stage, int meeting, int game) const;

    TournamentSpec spec_;
    std::vector<Absence> absences_;
    std::vector<StageRun> stages_;
    std::map<int, std::pair<int, int>> meetings_by_number_;  ///< first number -> stage, meeting
    std::map<int, GameOutcome> results_;                     ///< not yet asked for
    std::map<int, Groups> groups_;                           ///< by stage
    std::vector<GameTask> new_games_;
    int next_number_ = 0;
    int open_meetings_ = 0;  ///< of the running stage
    int games_played_ = 0, games_known_ = 0;
};

}  // namespace ninefold::tournament
