// SPDX-License-Identifier: MIT
#include "search/sampling_search.h"

#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "rules/position_text.h"
#include "search/evaluated_sample.h"
#include "search/net_evaluator.h"

namespace ninefold::search {
namespace {

rules::AnyPosition unfinished_position(rules::Rules rules, int plies, std::uint64_t seed) {
    base::Rng rng(seed);
    auto p = rules::AnyPosition::start(rules);
    while (p.ply() < plies) {
        const auto legal = p.legal_moves();
        p = p.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
        if (p.is_over()) p = rules::AnyPosition::start(rules);
    }
    return p;
}

bool wins_with_a_line(const rules::AnyPosition& p) {
    for (const rules::Move move : p.legal_moves()) {
        const auto next = p.after(move);
        if (next.is_over() && next.outcome().ending == rules::Ending::kLine) return true;
    }
    return false;
}

Value asked_again(const net::Network& network, const rules::AnyPosition& position) {
    return position.visit([&]<rules::Ruleset R>(const rules::Position<R>& p) {
        net::Accumulator sums;
        sums.refresh(network, p);
        return std::clamp(net::evaluate(network, sums, p), -kMaxEval, kMaxEval);
    });
}

TEST(SamplingSearch, KeepsLegalDifferentPositionsBelowTheRoot) {
    for (const char* name : {"standard", "standard+majority", "open", "correspondence"}) {
        const auto network = builtin_net(*rules::parse_rules(name));
        ASSERT_TRUE(network);
        const auto search = make_sampling_search(network);
        std::size_t kept = 0;
        for (int i = 0; i < 12; ++i) {
            const auto root = unfinished_position(network->rules(), 4 * i, 7);
            const auto found = search->think(root, 2000, 50, 5);
            EXPECT_TRUE(root.is_legal(found.move));
            EXPECT_LE(found.evaluated.size(), 50u);
            kept += found.evaluated.size();
            std::set<std::string> texts;
            for (const auto& [p, value] : found.evaluated) {
                const std::string text = rules::to_text(p);
                EXPECT_TRUE(texts.insert(text).second) << text << " twice";
                const auto parsed = rules::parse_position(text);
                ASSERT_TRUE(parsed) << parsed.error().message;
                EXPECT_EQ(*parsed, p);
                EXPECT_GT(p.ply(), root.ply());
                EXPECT_FALSE(p.is_over()) << text;
                EXPECT_FALSE(wins_with_a_line(p)) << text;
                EXPECT_EQ(value, asked_again(*network, p)) << text;
            }
        }
        EXPECT_GT(kept, 250u) << name;
    }
}

TEST(SamplingSearch, SaltChoosesThePositionsAndNothingElse) {
    const auto search = make_sampling_search(builtin_net({}));
    const auto root = unfinished_position({}, 6, 3);
    const auto first = search->think(root, 3000, 40, 1);
    search->new_game();
    const auto again = search->think(root, 3000, 40, 1);
    search->new_game();
    const auto other = search->think(root, 3000, 40, 2);
    EXPECT_EQ(first.evaluated, again.evaluated);
    EXPECT_NE(first.evaluated, other.evaluated);
    EXPECT_EQ(first.move, other.move);
    EXPECT_EQ(first.value, other.value);
    EXPECT_EQ(first.evaluated.size(), 40u);
}

TEST(EvaluatedSample, DecidedPositionsHaveAQuarterOfTheChance) {
    EvaluatedSample<rules::Ruleset::kStandard> sample;
    sample.begin(400, 11);
    for (std::uint64_t seed = 0; seed < 8000; ++seed) {
        const auto p = unfinished_position({}, 12, seed);
        const Value value =
            seed % 2 == 0 ? 0 : EvaluatedSample<rules::Ruleset::kStandard>::kDecided + 1;
        p.visit([&]<rules::Ruleset R>(const rules::Position<R>& q) {
            if constexpr (R == rules::Ruleset::kStandard)
                sample.offer(q, value), sample.offer(q, value);
        });
    }
    const auto kept = sample.positions();
    EXPECT_EQ(kept.size(), 400u);
    const auto even =
        std::count_if(kept.begin(), kept.end(), [](const auto& one) { return one.second == 0; });
    EXPECT_NEAR(static_cast<double>(even), 320, 40);
}

TEST(EvaluatedSample, EarlyAndLateOffersHaveTheSameChance) {
    EvaluatedSample<rules::Ruleset::kStandard> sample;
    sample.begin(300, 12);
    for (std::uint64_t seed = 0; seed < 6000; ++seed) {
        const auto p = unfinished_position({}, 12, seed);
        p.visit([&]<rules::Ruleset R>(const rules::Position<R>& q) {
            if constexpr (R == rules::Ruleset::kStandard) sample.offer(q, seed < 3000 ? 0 : 1);
        });
    }
    const auto kept = sample.positions();
    const auto late =
        std::count_if(kept.begin(), kept.end(), [](const auto& one) { return one.second == 1; });
    EXPECT_NEAR(static_cast<double>(late), 150, 45);
}

}  // namespace
}  // namespace ninefold::search
