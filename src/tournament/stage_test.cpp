// SPDX-License-Identifier: MIT
#include "tournament/stage.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "tournament/simulation_for_test.h"
#include "tournament/swiss_pairing.h"

namespace ninefold::tournament {
namespace {

using rules::Side;

std::pair<int, int> couple(const Pairing& p) { return std::minmax(p.a.index, p.b.index); }

std::vector<Entrant> entrants(int count) {
    std::vector<Entrant> all;
    for (int i = 0; i < count; ++i) all.push_back({TeamId{i}});
    return all;
}

StageSituation nothing_yet() {
    return {{}, [](TeamId, int) { return false; }};
}

Groups draw_groups(const StageSpec& spec, std::vector<Entrant> entrants, std::uint64_t seed) {
    return make_stage(spec, std::move(entrants), seed)->drawn_groups();
}

/// A result that depends on the strengths and on chance, the same for the same game.
Simulate by_strength(std::uint64_t seed) {
    return [seed](const GameTask& task) {
        base::Rng rng(base::derived_seed(seed, static_cast<std::uint64_t>(task.number)));
        const double edge = (task.o.index - task.x.index) * 0.02;
        const double luck = rng.unit() - 0.5 + edge;
        if (luck > 0.15) return won_by(Side::kX);
        if (luck < -0.15) return won_by(Side::kO);
        return drawn(static_cast<int>(rng.below(5)), static_cast<int>(rng.below(5)));
    };
}

TEST(RoundRobin, EveryPairingOnceSidesBalancedNobodyMeetsItself) {
    for (int n = 2; n <= 41; ++n) {
        StageSpec spec;
        spec.format = arena::MatchFormat::games(1);
        const auto pairings = make_stage(spec, entrants(n), 1)->next(nothing_yet());
        std::set<std::pair<int, int>> seen;
        std::map<int, int> surplus;
        std::map<int, std::set<int>> busy;
        for (const Pairing& p : pairings) {
            EXPECT_NE(p.a, p.b);
            EXPECT_TRUE(seen.insert(couple(p)).second);
            ++surplus[p.a.index];
            --surplus[p.b.index];
            EXPECT_TRUE(busy[p.round].insert(p.a.index).second) << "plays twice in a round";
            EXPECT_TRUE(busy[p.round].insert(p.b.index).second);
        }
        EXPECT_EQ(static_cast<int>(seen.size()), n * (n - 1) / 2);
        EXPECT_EQ(static_cast<int>(busy.size()), n % 2 == 0 ? n - 1 : n);
        for (const auto& [team, value] : surplus) EXPECT_LE(std::abs(value), 1) << n << " " << team;
    }
}

TEST(RoundRobin, SecondCycleSwapsSides) {
    StageSpec spec;
    spec.cycles = 2;
    std::set<std::pair<int, int>> ordered;
    for (const Pairing& p : make_stage(spec, entrants(7), 1)->next(nothing_yet())) {
        EXPECT_TRUE(ordered.insert({p.a.index, p.b.index}).second);
    }
    EXPECT_EQ(ordered.size(), 42u);
}

TEST(RoundRobin, KnownOutcome) {
    Tournament t(spec_with(6, "[[stage]]\ntype = \"round-robin\"\n"));
    EXPECT_EQ(play_out(t, lower_wins).size(), 30u);
    EXPECT_TRUE(t.is_over());
    EXPECT_EQ(order_of(t), "0 1 2 3 4 5");
    const Table table = t.ranking(0).tables.front();
    EXPECT_EQ(table.rows[0].tally.points, 30);
    EXPECT_EQ(table.rows[5].tally.losses, 10);
    EXPECT_EQ(table.rows[1].decided_by, "points");
}

TEST(Groups, SizesDifferByOneAtMostAndTheDrawIsSeeded) {
    StageSpec spec;
    spec.type = StageType::kGroups;
    spec.smallest_group = 8;
    spec.largest_group = 10;
    for (int n = 2; n < 200; ++n) {
        const auto groups = draw_groups(spec, entrants(n), 5);
        std::set<int> all;
        std::size_t least = 1000, most = 0;
        for (const auto& group : groups) {
            least = std::min(least, group.size());
            most = std::max(most, group.size());
            for (const TeamId team : group) EXPECT_TRUE(all.insert(team.index).second);
        }
        EXPECT_EQ(static_cast<int>(all.size()), n);
        EXPECT_LE(most - least, 1u);
        if (n >= 16 && n != 23) {
            EXPECT_GE(least, 8u) << n;
        }
        if (n >= 24) {
            EXPECT_LE(most, 11u) << n;
        }
        EXPECT_EQ(groups, draw_groups(spec, entrants(n), 5));
    }
    EXPECT_NE(draw_groups(spec, entrants(40), 5), draw_groups(spec, entrants(40), 6));
    EXPECT_EQ(draw_groups(spec, entrants(40), 5).size(), 5u);
    // Where no size fits, those that fit best: 7 and 8, rather than 15; 12, rather than 6 and 6.
    EXPECT_EQ(draw_groups(spec, entrants(15), 5).size(), 2u);
    EXPECT_EQ(draw_groups(spec, entrants(13), 5).size(), 2u);
    EXPECT_EQ(draw_groups(spec, entrants(12), 5).size(), 1u);
    EXPECT_EQ(draw_groups(spec, entrants(23), 5).size(), 3u);
}

TEST(Groups, ThoseThatWereDrawnBeforeStay) {
    StageSpec spec;
    spec.type = StageType::kGroups;
    spec.groups = 2;
    const Groups drawn = {{TeamId{3}, TeamId{0}, TeamId{4}}, {TeamId{1}}, {TeamId{2}}};
    EXPECT_EQ(make_stage(spec, entrants(5), 1, drawn)->drawn_groups(), drawn);
    for (const int n : {4, 6}) {
        const auto stage = make_stage(spec, entrants(n), 1, drawn);
        EXPECT_EQ(stage->drawn_groups(), draw_groups(spec, entrants(n), 1)) << "of other teams";
    }
    spec.type = StageType::kRoundRobin;
    EXPECT_TRUE(make_stage(spec, entrants(5), 1)->drawn_groups().empty());
}

TEST(Groups, PotsPutOneOfEachPotIntoEachGroup) {
    StageSpec spec;
    spec.type = StageType::kGroups;
    spec.groups = 4;
    spec.draw = Draw::kPots;
    for (const auto& group : draw_groups(spec, entrants(16), 3)) {
        ASSERT_EQ(group.size(), 4u);
        for (int pot = 0; pot < 4; ++pot) {
            EXPECT_EQ(group[static_cast<std::size_t>(pot)].index / 4, pot);
        }
    }
}

TEST(Gauntlet, ChallengerMeetsEverybodyElse) {
    Tournament t(spec_with(5, "[[stage]]\ntype = \"gauntlet\"\nchallengers = 2\ngames = 1\n"));
    const auto tasks = play_out(t, lower_wins);
    EXPECT_EQ(tasks.size(), 6u);
    int first = 0;
    for (const GameTask& task : tasks) {
        EXPECT_TRUE((task.x.index < 2) != (task.o.index < 2));
        first += task.x.index < 2;
    }
    EXPECT_EQ(first, 3);
}

TEST(Swiss, NobodyMeetsTwiceAndPointsAreClose) {
    for (const int n : {4, 7, 8, 15, 16, 33, 64}) {
        Tournament t(spec_with(n, "[[stage]]\ntype = \"swiss\"\nrounds = 4\ngames = 1\n"));
        play_out(t, by_strength(3));
        ASSERT_TRUE(t.is_over());
        const int rounds = 4;
        std::set<std::pair<int, int>> seen;
        std::map<int, int> meetings;
        std::map<int, int> byes;
        for (const Meeting& meeting : t.stages()[0].meetings) {
            const Pairing& p = meeting.pairing;
            ++meetings[p.a.index];
            if (p.is_bye()) {
                EXPECT_LE(++byes[p.a.index], 1);
                continue;
            }
            ++meetings[p.b.index];
            EXPECT_NE(p.a, p.b);
            if (rounds <= n / 2) {
                EXPECT_TRUE(seen.insert(couple(p)).second) << n;
            }
        }
        for (const auto& [team, count] : meetings)
            EXPECT_EQ(count, rounds) << n << " team " << team;
    }
}

TEST(Swiss, SidesAreBalancedWithPairsAndNearlySoWithSingleGames) {
    Tournament t(spec_with(50, "[[stage]]\ntype = \"swiss\"\nrounds = 9\ngames = 1\n"));
    std::map<int, int> surplus;
    for (const GameTask& task : play_out(t, by_strength(11))) {
        ++surplus[task.x.index];
        --surplus[task.o.index];
    }
    for (const auto& [team, value] : surplus) EXPECT_LE(std::abs(value), 3);
}

TEST(Swiss, StrongestOfManyWins) {
    Tournament t(spec_with(64, "[[stage]]\ntype = \"swiss\"\n"));
    play_out(t, lower_wins);
    EXPECT_EQ(t.final_ranking().front().team, TeamId{0});
    EXPECT_EQ(t.stages()[0].meetings.back().pairing.round, 6);
}

/// The pairing of the first team in its order for which the others can be paired: how
/// pair_swiss() is defined, without any haste.
bool pair_slowly(const std::vector<std::vector<bool>>& met, std::vector<bool> free,
                 const std::vector<std::vector<std::size_t>>& order,
                 std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
    const auto first =
        static_cast<std::size_t>(std::find(free.begin(), free.end(), true) - free.begin());
    if (first == free.size()) return true;
    free[first] = false;
    for (const std::size_t other : order[first]) {
        if (!free[other] || met[first][other]) continue;
        free[other] = false;
        pairs.emplace_back(first, other);
        if (pair_slowly(met, free, order, pairs)) return true;
        pairs.pop_back();
        free[other] = true;
    }
    return false;
}

TEST(Swiss, FindsTheFirstPairingInWhichNobodyMeetsAgain) {
    base::Rng rng(5);
    int possible = 0, impossible = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::size_t n = 2 * (1 + rng.below(6));
        const std::uint32_t density = rng.below(100);
        std::vector<SwissTeam> teams(n);
        std::vector<std::vector<bool>> met(n, std::vector<bool>(n));
        std::vector<std::vector<std::size_t>> order(n);
        for (std::size_t i = 0; i < n; ++i) {
            teams[i].points = static_cast<double>(n - i);  // so that the order is that of the list
            for (std::size_t j = i + 1; j < n; ++j) {
                order[i].push_back(j);
                if (rng.below(100) >= density) continue;
                teams[i].met.push_back(j);
                teams[j].met.push_back(i);
                met[i][j] = met[j][i] = true;
            }
        }
        std::vector<std::pair<std::size_t, std::size_t>> expected;
        if (pair_slowly(met, std::vector<bool>(n, true), order, expected)) {
            ++possible;
            EXPECT_EQ(pair_swiss(teams), expected) << round;
        } else {
            ++impossible;
            EXPECT_EQ(pair_swiss(teams).size(), n / 2);
        }
    }
    EXPECT_GT(possible, 500);
    EXPECT_GT(impossible, 500);
}

TEST(Swiss, FindsTheOnlyOpponentThatIsLeftHoweverFarBelow) {
    constexpr std::size_t kTeams = 40;
    std::vector<SwissTeam> teams(kTeams);
    for (std::size_t i = 0; i < kTeams; ++i) teams[i].points = static_cast<double>(kTeams - i);
    for (std::size_t i = 1; i + 1 < kTeams; ++i) {
        teams[0].met.push_back(i);
        teams[i].met.push_back(0);
    }
    const auto pairs = pair_swiss(teams);
    ASSERT_EQ(pairs.size(), kTeams / 2);
    EXPECT_EQ(pairs[0], std::pair(std::size_t{0}, kTeams - 1));
    EXPECT_EQ(pairs[1], std::pair(std::size_t{1}, std::size_t{2}));
}

TEST(Swiss, NobodyMeetsAgainInLateRoundsEither) {
    for (const int seed : {1, 2, 3}) {
        Tournament t(spec_with(40, "[[stage]]\ntype = \"swiss\"\nrounds = 30\ngames = 1\n"));
        play_out(t, by_strength(static_cast<std::uint64_t>(seed)));
        std::set<std::pair<int, int>> seen;
        for (const Meeting& meeting : t.stages()[0].meetings) {
            EXPECT_TRUE(seen.insert(couple(meeting.pairing)).second)
                << "round " << meeting.pairing.round << ", seed " << seed;
        }
    }
}

/// Of this process: other work on the machine does not count.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

TEST(Swiss, FarMoreRoundsThanBotsTakeNoLonger) {
    Tournament t(spec_with(64, "[[stage]]\ntype = \"swiss\"\nrounds = 200\ngames = 1\n"));
    const double begin = processor_seconds();
    play_out(t, by_strength(1));
    const double took = processor_seconds() - begin;
    EXPECT_EQ(t.games_played(), 6400);
    RecordProperty("took_ms", static_cast<int>(took * 1000));
#ifdef NDEBUG
    EXPECT_LT(took, 2.0);
#endif
}

TEST(Swiss, ThousandBotsArePairedInUnderASecond) {
    Tournament t(spec_with(1000, "[[stage]]\ntype = \"swiss\"\nrounds = 11\ngames = 1\n"));
    const auto simulate = by_strength(1);
    double worst = 0;
    for (;;) {
        const auto tasks = t.take_new_games();
        if (tasks.empty()) break;
        const double begin = processor_seconds();
        for (const GameTask& task : tasks) ASSERT_TRUE(t.add(task.number, simulate(task)));
        worst = std::max(worst, processor_seconds() - begin);
    }
    EXPECT_TRUE(t.is_over());
    EXPECT_EQ(t.games_played(), 5500);
    RecordProperty("worst_round_ms", static_cast<int>(worst * 1000));
#ifdef NDEBUG
    EXPECT_LT(worst, 1.0);
#endif
}

TEST(Knockout, BracketKeepsTheBestApart) {
    Tournament t(spec_with(8, "[[stage]]\ntype = \"knockout\"\n"));
    std::vector<int> order;
    for (const Meeting& meeting : t.stages()[0].meetings) {
        order.insert(order.end(), {meeting.pairing.a.index, meeting.pairing.b.index});
    }
    EXPECT_EQ(order, (std::vector<int>{0, 7, 3, 4, 1, 6, 2, 5}));
    EXPECT_EQ(play_out(t, lower_wins).size(), 14u);
    EXPECT_EQ(order_of(t), "0 1 2 3 4 5 6 7");
    EXPECT_EQ(t.stages()[0].stage->label(t.stages()[0].meetings.back().pairing), "Final");
}

std::vector<std::string> reasons(const Tournament& t) {
    std::vector<std::string> all;
    const StageRanking ranking = t.ranking(t.current_stage());
    for (const TableRow& row : ranking.tables.front().rows) {
        all.push_back(row.decided_by);
    }
    return all;
}

TEST(Knockout, TableSaysWhatPutEachBehindTheOneAbove) {
    const std::string stage = "[[stage]]\ntype = \"knockout\"\n";
    Tournament t(spec_with(8, stage));
    play_out(t, lower_wins, 8);
    EXPECT_EQ(reasons(t),
              (std::vector<std::string>{"", "seeding", "seeding", "seeding",
                                        "Quarter-final: points", "seeding", "seeding", "seeding"}));
    Tournament over(spec_with(4, stage + "third-place = true\n"));
    play_out(over, lower_wins);
    EXPECT_EQ(reasons(over), (std::vector<std::string>{"", "Final: points", "Semi-final: points",
                                                       "Third place: points"}));
    Tournament turned(spec_with(4, stage));
    play_out(turned, [](const GameTask& task) {
        return won_by(task.x < task.o ? rules::Side::kO : rules::Side::kX);
    });
    EXPECT_EQ(order_of(turned), "3 2 0 1");
    EXPECT_EQ(reasons(turned),
              (std::vector<std::string>{"", "Final: points", "out in Semi-final", "seeding"}));
    Tournament level(spec_with(2, stage + "decide = [\"points\", \"coin\"]\n"));
    play_out(level, [](const GameTask&) { return drawn(3, 3); });
    EXPECT_EQ(reasons(level), (std::vector<std::string>{"", "Final: coin"}));
    Tournament twice(spec_with(4, "[[stage]]\ntype = \"double-elimination\"\n"));
    play_out(twice, lower_wins);
    EXPECT_EQ(reasons(twice)[1], "Grand final: points");
    EXPECT_EQ(reasons(twice)[2], "Lower round 2: points");
}

TEST(Knockout, ByesFallToTheBest) {
    for (int n = 2; n <= 33; ++n) {
        Tournament t(spec_with(n, "[[stage]]\ntype = \"knockout\"\nthird-place = true\n"));
        const auto tasks = play_out(t, lower_wins);
        ASSERT_TRUE(t.is_over()) << n;
        EXPECT_EQ(tasks.size(), 2u * static_cast<std::size_t>(n - 1 + (n > 3))) << n;
        EXPECT_EQ(t.final_ranking().front().team, TeamId{0}) << n;
        EXPECT_EQ(t.final_ranking()[1].team, TeamId{1}) << n;
    }
}

TEST(Knockout, TiesToComeAreKnownFromTheStart) {
    StageSpec spec;
    spec.type = StageType::kKnockout;
    spec.draw = Draw::kSeeded;
    spec.third_place = true;
    const auto stage = make_stage(spec, entrants(5), 7);
    const auto ties = stage->ties(nothing_yet());
    ASSERT_EQ(ties.size(), 8u);  // 4 + 2 + 1, and the third place
    int byes = 0;
    for (const Tie& tie : ties) byes += tie.is_bye();
    EXPECT_EQ(byes, 3);
    // The best seed has a bye, and waits in the semi-final for a winner who is not known yet.
    EXPECT_EQ(ties[0].a, TeamId{0});
    EXPECT_EQ(ties[0].b, kNobody);
    EXPECT_EQ(ties[4].a, TeamId{0});
    EXPECT_EQ(ties[4].b, std::nullopt);
    EXPECT_FALSE(ties[6].a || ties[6].b);
    EXPECT_EQ(ties[7].group, kThirdPlace);
    // Only what can be played is given out.
    EXPECT_EQ(stage->next(nothing_yet()).size(), 2u);
}

TEST(DoubleElimination, TheFinalIsThereAgainOnceItMustBe) {
    StageSpec spec;
    spec.type = StageType::kDoubleElimination;
    const auto stage = make_stage(spec, entrants(4), 7);
    const auto count = [](const std::vector<Tie>& ties, int group) {
        return std::count_if(ties.begin(), ties.end(),
                             [group](const Tie& tie) { return tie.group == group; });
    };
    const auto before = stage->ties(nothing_yet());
    EXPECT_EQ(count(before, kMainBracket), 3);
    EXPECT_EQ(count(before, kLowerBracket), 2);
    EXPECT_EQ(count(before, kGrandFinal), 1);
    Tournament t(spec_with(4, "[[stage]]\ntype = \"double-elimination\"\n"));
    play_out(t, [&](const GameTask& task) {
        const auto& meeting = t.stages()[0].meetings[static_cast<std::size_t>(task.meeting)];
        const bool upset = meeting.pairing.group == kGrandFinal && meeting.pairing.round == 0;
        return won_by((task.x < task.o) != upset ? Side::kX : Side::kO);
    });
    const auto after = t.stages()[0].stage->ties(t.situation(0));
    EXPECT_EQ(count(after, kGrandFinal), 2);
    for (const Tie& tie : after) EXPECT_TRUE(tie.a && tie.b);
}

TEST(DoubleElimination, EverybodyButTheWinnerLosesTwice) {
    for (int n = 2; n <= 40; ++n) {
        Tournament t(spec_with(n, "[[stage]]\ntype = \"double-elimination\"\n"));
        const auto simulate = by_strength(static_cast<std::uint64_t>(n));
        play_out(t, simulate);
        ASSERT_TRUE(t.is_over()) << n;
        std::map<int, int> losses;
        for (const Meeting& meeting : t.stages()[0].meetings) ++losses[meeting.loser().index];
        const auto ranking = t.final_ranking();
        ASSERT_EQ(static_cast<int>(ranking.size()), n);
        EXPECT_LE(losses[ranking.front().team.index], 1);
        for (std::size_t i = 1; i < ranking.size(); ++i) {
            EXPECT_EQ(losses[ranking[i].team.index], 2) << n << " " << ranking[i].team.index;
        }
    }
}

TEST(DoubleElimination, UnbeatenFinalistGetsASecondChance) {
    // Team 1 beats team 0 in the grand final only.
    Tournament t(spec_with(4, "[[stage]]\ntype = \"double-elimination\"\n"));
    int finals = 0;
    play_out(t, [&](const GameTask& task) {
        const auto& meeting = t.stages()[0].meetings[static_cast<std::size_t>(task.meeting)];
        if (meeting.pairing.group != kGrandFinal) return lower_wins(task);
        finals += task.game == 0;
        return won_by((task.x < task.o) == (meeting.pairing.round == 1) ? Side::kX : Side::kO);
    });
    EXPECT_EQ(finals, 2);
    EXPECT_EQ(order_of(t).substr(0, 3), "0 1");
}

}  // namespace
}  // namespace ninefold::tournament
