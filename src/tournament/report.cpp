// SPDX-License-Identifier: MIT
#include "tournament/report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "arena/score.h"

namespace ninefold::tournament {

namespace {

using rules::Side;

/// Move 0..80 as a printable character that needs no escaping in JSON or HTML: from '(' on, without
/// '<', '>', '\' and '`', up to '|'.
char packed_move(rules::Move move) {
    char c = '(';
    for (unsigned left = move.value();; ++c) {
        if (c == '<' || c == '>' || c == '\\' || c == '`') continue;
        if (left-- == 0) return c;
    }
}

/// Calls `visit(pairing, outcome, side of its a)` for every game that was played.
template <typename Visit>
void for_each_game(const Tournament& tournament, const Visit& visit) {
    for (const StageRun& run : tournament.stages()) {
        for (const Meeting& meeting : run.meetings) {
            meeting.for_each_game(
                [&](int, const GameOutcome& game, Side a) { visit(meeting.pairing, game, a); });
        }
    }
}

}  // namespace

void Report::add(int number, const record::GameRecord& game) {
    const auto task = tournament_.task(number);
    if (!task || !game.ending || *game.ending == rules::Ending::kVoid) return;
    const char winner = !game.winner ? '-' : *game.winner == Side::kX ? 'x' : 'o';
    std::string line = fmt::format("{} {} {} {} {} {} {} ", number, task->stage, task->x.index,
                                   task->o.index, rules::name(*game.ending), winner, game.opening);
    for (const record::Ply& ply : game.plies) line += packed_move(ply.move);
    if (rules::is_forfeit(*game.ending)) {
        line += ' ' + game.detail;
        for (const auto& [side, bot, against] :
             {std::tuple(Side::kX, task->x, task->o), std::tuple(Side::kO, task->o, task->x)}) {
            if (game.winner == side) continue;
            forfeits_.push_back({{"game", number},
                                 {"bot", tournament_.spec().bot(bot).name},
                                 {"against", tournament_.spec().bot(against).name},
                                 {"ending", rules::name(*game.ending)},
                                 {"detail", game.detail}});
        }
    }
    packed_.push_back(std::move(line));
}

Ratings ratings_of(const Tournament& tournament) {
    std::map<std::pair<int, int>, ResultCount> counts;
    for_each_game(tournament, [&](const Pairing& pairing, const GameOutcome& game, Side a) {
        if (game.is_forfeit()) return;
        const int x = (a == Side::kX ? pairing.a : pairing.b).index;
        const int o = (a == Side::kX ? pairing.b : pairing.a).index;
        ResultCount& count = counts.try_emplace({x, o}, ResultCount{x, o}).first->second;
        ++(!game.winner ? count.draws : *game.winner == Side::kX ? count.x_wins : count.o_wins);
    });
    std::vector<ResultCount> results;
    for (const auto& [teams, count] : counts) results.push_back(count);
    return rate(static_cast<int>(tournament.spec().bots.size()), results);
}

std::vector<Tally> tallies_of(const Tournament& tournament) {
    std::vector<Tally> tallies(tournament.spec().bots.size());
    const auto add = [&](TeamId team, const GameOutcome& game, Side side) {
        Tally& tally = tallies[static_cast<std::size_t>(team.index)];
        tally.add(game, side);
        tally.points += game.points_of(side);
    };
    for_each_game(tournament, [&](const Pairing& pairing, const GameOutcome& game, Side a) {
        add(pairing.a, game, a);
        add(pairing.b, game, rules::other(a));
    });
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
