// SPDX-License-Identifier: MIT
#include "tournament/tournament.h"

#include <algorithm>

#include "base/rng.h"

namespace ninefold::tournament {

namespace {

constexpr std::uint64_t kCoinSalt = 0x636f696e;

}  // namespace

int StageRun::games_played() const {
    int count = 0;
    for (const Meeting& meeting : meetings) {
        meeting.for_each_game([&](int, const GameOutcome&, rules::Side) { ++count; });
    }
    return count;
}

Tournament::Tournament(TournamentSpec spec, std::vector<Absence> absences,
                       std::map<int, GameOutcome> results, std::map<int, Groups> groups)
    : spec_(std::move(spec)),
      absences_(spec_.absences),
      results_(std::move(results)),
      groups_(std::move(groups)) {
    absences_.insert(absences_.end(), absences.begin(), absences.end());
    std::vector<Entrant> entrants;
    for (int i = 0; i < static_cast<int>(spec_.bots.size()); ++i) entrants.push_back({TeamId{i}});
    begin_stage(std::move(entrants));
    advance();
}

bool Tournament::is_away(TeamId team, int stage, int wave) const {
    return std::any_of(absences_.begin(), absences_.end(), [&](const Absence& absence) {
        return absence.team == team &&
               std::pair(absence.stage, absence.wave) <= std::pair(stage, wave);
    });
}

std::optional<Absence> Tournament::absence_of(TeamId team) const {
    for (const Absence& absence : absences_) {
        if (absence.team == team) return absence;
    }
    return std::nullopt;
}

std::uint64_t Tournament::stage_seed(int stage) const {
    return base::derived_seed(spec_.seed, static_cast<std::uint64_t>(stage) + 1);
}

std::uint64_t Tournament::meeting_seed(int stage, int meeting) const {
    return base::derived_seed(stage_seed(stage) ^ kCoinSalt, static_cast<std::uint64_t>(meeting));
}

StageSituation Tournament::situation(int stage) const {
    return {this->stage(stage).meetings,
            [this, stage](TeamId team, int wave) { return is_away(team, stage, wave); }};
}

StageRanking Tournament::ranking(int stage) const {
    return this->stage(stage).stage->ranking(situation(stage));
}

void Tournament::begin_stage(std::vector<Entrant> entrants) {
    const int number = static_cast<int>(stages_.size());
    StageRun run;
    run.spec = spec_.stages[static_cast<std::size_t>(number)];
    run.spec.points = spec_.points;
    run.entrants = entrants;
    run.stage = make_stage(run.spec, std::move(entrants), stage_seed(number),
                           std::exchange(groups_[number], {}));
    stages_.push_back(std::move(run));
}

/// Makes waves and stages until there is a game to play or the tournament is over.
void Tournament::advance() {
    while (open_meetings_ == 0 && !stages_.back().is_over) {
        if (add_wave()) continue;
        stages_.back().is_over = true;
        if (stages_.size() == spec_.stages.size()) return;
        std::vector<Entrant> entrants;
        for (const Placing& placing : ranking(current_stage()).placings) {
            if (placing.advances) entrants.push_back({placing.team, placing.group});
        }
        if (entrants.empty()) entrants.push_back({ranking(current_stage()).placings.front().team});
        begin_stage(std::move(entrants));
    }
}

bool Tournament::add_wave() {
    StageRun& run = stages_.back();
    const std::vector<Pairing> pairings = run.stage->next(situation(current_stage()));
    const int wave = run.waves(), first = static_cast<int>(run.meetings.size());
    for (const Pairing& pairing : pairings) {
        run.meetings.push_back({.pairing = pairing, .first_number = next_number_, .wave = wave});
        if (pairing.is_bye()) continue;
        meetings_by_number_[next_number_] = {current_stage(),
                                             static_cast<int>(run.meetings.size()) - 1};
        next_number_ += most_games(run.spec);
        fill_in(run.meetings.back());
    }
    open_meetings_ += static_cast<int>(pairings.size());
    for (int i = first; i < static_cast<int>(run.meetings.size()); ++i) settle(i);
    return !pairings.empty();
}

/// Counts the games of a new meeting that were played in an earlier run.
void Tournament::fill_in(Meeting& meeting) {
    const int first = meeting.first_number;
    meeting.games.resize(static_cast<std::size_t>(next_number_ - first));
    auto result = results_.lower_bound(first);
    while (result != results_.end() && result->first < next_number_) {
        meeting.games[static_cast<std::size_t>(result->first - first)] = result->second;
        ++games_played_;
        ++games_known_;
        result = results_.erase(result);
    }
}

GameTask Tournament::make_task(int stage, int meeting, int game) const {
    const Meeting& of = this->stage(stage).meetings[static_cast<std::size_t>(meeting)];
    const auto [a, b] = std::pair(of.pairing.a, of.pairing.b);
    const bool a_is_x = Meeting::a_is_x(game);
    return {of.first_number + game, stage, meeting, game, a_is_x ? a : b, a_is_x ? b : a};
}

/// Judges a meeting: gives out the games it now wants, or closes it.
void Tournament::settle(int index) {
    const int stage = current_stage();
    StageRun& run = stages_.back();
    Meeting& meeting = run.meetings[static_cast<std::size_t>(index)];
    const Pairing& pairing = meeting.pairing;
    Away away;
    away.annuls = run.stage->annuls();
    // A stage that annuls looks at no waves: a team that leaves it counts as never having taken
    // part.
    const int wave = away.annuls ? INT32_MAX : meeting.wave;
    away.a = is_away(pairing.a, stage, wave);
    away.b = !pairing.is_bye() && is_away(pairing.b, stage, wave);
    const MeetingState state = judge(run.spec, meeting, away, meeting_seed(stage, index));
    if (state.verdict) {
        meeting.verdict = state.verdict;
        --open_meetings_;
        return;
    }
    for (const int game : state.wanted) {
        if (game < meeting.given_out) continue;
        new_games_.push_back(make_task(stage, index, game));
        ++games_known_;
    }
    meeting.given_out = std::max(meeting.given_out, state.wanted.back() + 1);
}

std::vector<GameTask> Tournament::take_new_games() { return std::exchange(new_games_, {}); }

std::optional<GameTask> Tournament::task(int number) const {
    auto found = meetings_by_number_.upper_bound(number);
    if (found == meetings_by_number_.begin()) return std::nullopt;
    --found;
    const auto [stage, index] = found->second;
    const Meeting& meeting = this->stage(stage).meetings[static_cast<std::size_t>(index)];
    const auto game = static_cast<std::size_t>(number - found->first);
    if (game >= meeting.games.size()) return std::nullopt;
    const GameTask task = make_task(stage, index, static_cast<int>(game));
    const bool is_known = meeting.games[game] || task.game < meeting.given_out;
    return is_known ? std::optional(task) : std::nullopt;
}

base::Result<void> Tournament::add(int number, const GameOutcome& outcome) {
    const auto known = task(number);
    if (!known) {
        return base::fail("game {} is not one of this tournament; its results are of another plan",
                          number);
    }
    StageRun& run = stages_[static_cast<std::size_t>(known->stage)];
    Meeting& meeting = run.meetings[static_cast<std::size_t>(known->meeting)];
    auto& game = meeting.games[static_cast<std::size_t>(known->game)];
    if (game) return {};
    game = outcome;
    ++games_played_;
    if (meeting.verdict) return {};
    settle(known->meeting);
    advance();
    return {};
}

arena::GameSpec Tournament::game_spec(const GameTask& task) const {
    const StageSpec& stage = this->stage(task.stage).spec;
    const std::uint64_t seed = meeting_seed(task.stage, task.meeting);
    arena::GameSpec game;
    game.number = task.number;
    game.event = fmt::format("{}, {}", spec_.name, stage.name);
    game.x_name = spec_.bot(task.x).name;
    game.o_name = spec_.bot(task.o).name;
    game.start = rules::AnyPosition::start(spec_.rules);
    game.opening = spec_.openings.opening(task.game / 2, seed, game.start);
    const auto control_of = [&](TeamId team) {
        return spec_.time_control_of(spec_.bot(team)).scaled(stage.format.time_factor(task.game));
    };
    game.time_control = {control_of(task.x), control_of(task.o)};
    game.seed = base::derived_seed(seed, static_cast<std::uint64_t>(task.game));
    game.adjudication = spec_.adjudication;
    return game;
}

std::vector<FinalRow> Tournament::final_ranking() const {
    std::vector<FinalRow> rows;
    std::vector<bool> seen(spec_.bots.size());
    for (int stage = current_stage(); stage >= 0; --stage) {
        for (const Placing& placing : ranking(stage).placings) {
            if (seen[static_cast<std::size_t>(placing.team.index)]) continue;
            seen[static_cast<std::size_t>(placing.team.index)] = true;
            rows.push_back({placing.team, static_cast<int>(rows.size()) + 1, stage,
                            placing.award_place, 0, absence_of(placing.team)});
        }
    }
    std::map<TeamId, double> awards;
    for (int stage = 0; stage <= current_stage(); ++stage) {
        if (!this->stage(stage).is_over) continue;
        const std::vector<double>& award = this->stage(stage).spec.award;
        for (const Placing& placing : ranking(stage).placings) {
            // Below the table a team keeps what it had.
            const auto place = static_cast<std::size_t>(placing.award_place) - 1;
            if (place < award.size()) awards[placing.team] = award[place];
        }
    }
    for (FinalRow& row : rows) row.award = awards[row.team];
    return rows;
}

}  // namespace ninefold::tournament
