// SPDX-License-Identifier: MIT
#include "tournament/report.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "arena/score.h"

namespace ninefold::tournament {

namespace {

/// Move 0..80 as a printable character that needs no escaping in JSON or HTML: from '(' on, without
/// '<', '>', '\' and '`', up to '|'.
char packed_move(rules::Move move) {
    char c = '(';
    for (unsigned left = move.value();; ++c) {
        if (c == '<' || c == '>' || c == '\\' || c == '`') continue;
        if (left-- == 0) return c;
    }
}

}  // namespace

void Report::add(int number, const record::GameRecord& game) {
    const auto task = tournament_.task(number);
    if (!task || !game.ending) return;
    const char winner = !game.winner ? '-' : *game.winner == rules::Side::kX ? 'x' : 'o';
    std::string line = fmt::format("{} {} {} {} {} {} {} ", number, task->stage, task->x.index,
                                   task->o.index, rules::name(*game.ending), winner, game.opening);
    for (const record::Ply& ply : game.plies) line += packed_move(ply.move);
    if (rules::is_forfeit(*game.ending)) {
        line += ' ' + game.detail;
        const bool o_lost = !game.winner || *game.winner == rules::Side::kX;
        forfeits_.push_back({number, o_lost ? task->o : task->x, o_lost ? task->x : task->o,
                             *game.ending, game.detail});
    }
    packed_.push_back(std::move(line));
}

Ratings ratings_of(const Tournament& tournament) {
    std::map<std::pair<int, int>, ResultCount> counts;
    for (const StageRun& run : tournament.stages()) {
        for (const Meeting& meeting : run.meetings) {
            for (std::size_t i = 0; i < meeting.games.size(); ++i) {
                const auto& game = meeting.games[i];
                if (!game || game->is_forfeit()) continue;
                const bool a_is_x = Meeting::a_is_x(static_cast<int>(i));
                const int x = (a_is_x ? meeting.pairing.a : meeting.pairing.b).index;
                const int o = (a_is_x ? meeting.pairing.b : meeting.pairing.a).index;
                ResultCount& count = counts.try_emplace({x, o}, ResultCount{x, o}).first->second;
                ++(!game->winner                      ? count.draws
                   : *game->winner == rules::Side::kX ? count.x_wins
                                                      : count.o_wins);
            }
        }
    }
    std::vector<ResultCount> results;
    for (const auto& [teams, count] : counts) results.push_back(count);
    return rate(static_cast<int>(tournament.spec().bots.size()), results);
}

std::vector<Tally> tallies_of(const Tournament& tournament) {
    std::vector<Tally> tallies(tournament.spec().bots.size());
    for (const StageRun& run : tournament.stages()) {
        for (const Meeting& meeting : run.meetings) {
            for (std::size_t i = 0; i < meeting.games.size(); ++i) {
                const auto& game = meeting.games[i];
                if (!game) continue;
                const rules::Side a = Meeting::side_of_a(static_cast<int>(i));
                for (const auto& [team, side] : {std::pair(meeting.pairing.a, a),
                                                 std::pair(meeting.pairing.b, rules::other(a))}) {
                    Tally& tally = tallies[static_cast<std::size_t>(team.index)];
                    tally.add(*game, side);
                    tally.points += game->points_of(side);
                }
            }
        }
    }
    return tallies;
}

std::string score_text(const Tally& tally, arena::PointScale scale) {
    return fmt::format("{}/{}", points_text(tally.points),
                       points_text(full_points(scale) * tally.games));
}

std::string rating_text(const Rating& rating) {
    return rating.games > 0 ? arena::signed_elo(rating.elo) : "–";
}

bool has_awards(const Tournament& tournament) {
    return std::any_of(tournament.stages().begin(), tournament.stages().end(),
                       [](const StageRun& run) { return run.is_over && !run.spec.award.empty(); });
}

std::string points_text(double points) { return fmt::format("{:.6g}", points); }

}  // namespace ninefold::tournament
