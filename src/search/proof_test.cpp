// SPDX-License-Identifier: MIT
#include "search/proof.h"

#include <gtest/gtest.h>

#include "search/late_position_for_test.h"
#include "search/open_strategy.h"
#include "search/solver.h"

namespace ninefold::search {
namespace {

TEST(Proof, OfEveryResultHoldsAndRoundTrips) {
    const auto solver = make_solver(8);
    for (const auto ruleset : rules::kRulesets) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto p = late_position({ruleset}, 18, seed);
            const auto proof = prove(*solver, p, {});
            ASSERT_TRUE(proof.has_value()) << proof.error().message;
            const std::string text = to_text(*proof);
            const auto read = parse_proof(text);
            ASSERT_TRUE(read.has_value()) << read.error().message;
            EXPECT_EQ(to_text(*read), text);
            const auto checked = check_proof(*read);
            ASSERT_TRUE(checked.has_value()) << checked.error().message;
            EXPECT_GT(checked->positions, 0u);
        }
    }
}

TEST(ProofCheck, RefusesFalseProofs) {
    const auto solver = make_solver(8);
    const auto p = late_position({}, 18, 5);
    const auto proof = prove(*solver, p, {});
    ASSERT_TRUE(proof.has_value());

    Proof claims_more = *proof;
    claims_more.result = proof->result == 1 ? -1 : 1;
    EXPECT_FALSE(check_proof(claims_more).has_value());

    Proof shortened = *proof;
    shortened.strategies[0].moves.pop_back();
    EXPECT_FALSE(check_proof(shortened).has_value());

    Proof lengthened = *proof;
    lengthened.strategies[0].moves.push_back(rules::Move(0));
    EXPECT_FALSE(check_proof(lengthened).has_value());

    Proof higher_goal = *proof;
    for (auto& s : higher_goal.strategies) s.side = other(s.side);
    EXPECT_FALSE(check_proof(higher_goal).has_value());
}

TEST(Proof, MalformedTextsAreRefused) {
    const std::string good = to_text(Proof{rules::AnyPosition::start({}), 0, {}});
    ASSERT_TRUE(parse_proof(good).has_value());
    for (const char* bad :
         {"", "ninefold-proof 2\n", "ninefold-proof 1\nposition nonsense\nresult win\nend\n",
          "ninefold-proof 1\nposition 9/9/9/9/9/9/9/9/9 x - standard\nresult maybe\nend\n",
          "ninefold-proof 1\nposition 9/9/9/9/9/9/9/9/9 x - standard\nresult win\n",
          "ninefold-proof 1\nposition 9/9/9/9/9/9/9/9/9 x - standard\nresult win\nstrategy x win "
          "99999999999999\n44\nend\n",
          "ninefold-proof 1\nposition 9/9/9/9/9/9/9/9/9 x - standard\nresult win\nstrategy x win "
          "1\n49\nend\n",
          "ninefold-proof 1\nposition 9/9/9/9/9/9/9/9/9 x - standard\nresult win\nstrategy z win "
          "1\n44\nend\n"}) {
        EXPECT_FALSE(parse_proof(bad).has_value()) << bad;
    }
}

TEST(OpenStrategy, WinsAgainstEveryReply) {
    OpenStrategy strategy;
    const Chooser choose = [&](const rules::AnyPosition& p) -> std::optional<rules::Move> {
        return p.visit([&](const auto& position) -> std::optional<rules::Move> {
            if constexpr (std::decay_t<decltype(position)>::kRuleset == rules::Ruleset::kOpen) {
                return strategy.move(position, [] { return false; });
            }
            return std::nullopt;
        });
    };
    const auto start = rules::AnyPosition::start({rules::Ruleset::kOpen});
    const auto built = build_strategy(start, rules::Side::kX, 1, choose);
    ASSERT_TRUE(built.has_value()) << built.error().message;
    const auto checked = check_proof({start, 1, {*built}});
    ASSERT_TRUE(checked.has_value()) << checked.error().message;
    RecordProperty("positions", static_cast<int>(checked->positions));
    RecordProperty("longest", checked->longest);
    std::printf("open: %zu moves, %zu positions, longest %d plies\n", built->moves.size(),
                checked->positions, checked->longest);
}

}  // namespace
}  // namespace ninefold::search
