// SPDX-License-Identifier: MIT
#include "arena/adjudicate.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "arena/match.h"
#include "base/rng.h"
#include "bots/builtin.h"
#include "search/solver.h"

namespace ninefold::arena {
namespace {

using rules::Side;

class ForgetfulKeeper final : public GameKeeper {
public:
    void keep(int, record::GameRecord, OnKept on_kept) override { on_kept({}); }
};

/// By trying everything: 1, 0 or -1 for X.
int value_for_x(const rules::AnyPosition& position) {
    if (position.is_over()) {
        const auto winner = position.outcome().winner;
        return !winner ? 0 : *winner == Side::kX ? 1 : -1;
    }
    const int sign = position.side() == Side::kX ? 1 : -1;
    int best = -1;
    for (const rules::Move move : position.legal_moves()) {
        best = std::max(best, sign * value_for_x(position.after(move)));
    }
    return sign * best;
}

TEST(Prover, AgreesWithTryingEverything) {
    base::Rng rng(5);
    int proved = 0;
    for (const char* rules : {"standard", "standard+majority", "open", "correspondence"}) {
        for (int game = 0; game < 25; ++game) {
            auto position = rules::AnyPosition::start(*rules::parse_rules(rules));
            while (!position.is_over() && search::playable_cells(position) > 9) {
                const auto legal = position.legal_moves();
                position =
                    position.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
            }
            if (position.is_over()) continue;
            const auto proven = Prover().prove(position);
            ASSERT_TRUE(proven);
            const int value = !proven->winner ? 0 : *proven->winner == Side::kX ? 1 : -1;
            EXPECT_EQ(value, value_for_x(position)) << rules;
            ++proved;
        }
    }
    EXPECT_GT(proved, 20);
}

TEST(Prover, GivesUpWithinItsBudget) {
    Prover prover({.cells = 81, .nodes = 10, .table_mb = 4});
    EXPECT_FALSE(prover.prove(rules::AnyPosition::start({})));
}

/// Keeps what ended.
class Collector final : public EventSink {
public:
    void on_event(const Event& event) override {
        if (const auto* ended = std::get_if<GameEnded>(&event)) games[ended->game] = *ended->record;
    }
    std::map<int, record::GameRecord> games;
};

std::map<int, record::GameRecord> played(bool by_proof, int concurrency) {
    MatchSpec spec;
    spec.format = MatchFormat::games(12);
    spec.openings = *Openings::parse("random:4", spec.start);
    if (by_proof) spec.adjudication.how = Adjudicate::kProve;
    ForgetfulKeeper keeper;
    Collector collector;
    const auto bot = [](int, int) { return bots::make_builtin("minimax:depth=2"); };
    EXPECT_TRUE(Match(spec).run({.maker = bot, .slots = concurrency}, keeper, collector, {}));
    return collector.games;
}

TEST(Prover, EndsGamesOfAMatchWhereBestPlayWouldEndThem) {
    const auto whole = played(false, 1);
    const auto cut = played(true, 2);
    int adjudicated = 0;
    for (const auto& [number, game] : cut) {
        const auto& full = whole.at(number);
        ASSERT_LE(game.plies.size(), full.plies.size());
        EXPECT_TRUE(record::check(game));
        if (game.ending != rules::Ending::kAdjudicated) continue;
        ++adjudicated;
        EXPECT_NE(game.detail.find("by proof after move"), std::string::npos) << game.detail;
    }
    EXPECT_GT(adjudicated, 6);
    for (const auto& [number, game] : played(true, 1)) {
        EXPECT_EQ(game.moves(), cut.at(number).moves());
        EXPECT_EQ(game.detail, cut.at(number).detail);
    }
}

}  // namespace
}  // namespace ninefold::arena
