// SPDX-License-Identifier: MIT
#include "arena/openings.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/opening_files.h"
#include "base/rng.h"
#include "rules/move_text.h"
#include "rules/symmetry.h"
#include "sources/bot_source.h"

namespace ninefold::arena {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kEveryRules[] = {"standard",      "standard+majority", "open",
                                       "open+majority", "correspondence",    "correspondence+draw"};
constexpr std::uint64_t kSeed = 3;

rules::AnyPosition start_of(const char* rules) {
    return rules::AnyPosition::start(*rules::parse_rules(rules));
}

rules::AnyPosition after(rules::AnyPosition position, const std::vector<rules::Move>& moves) {
    for (const rules::Move move : moves) position = position.after(move);
    return position;
}

std::uint64_t canonical_hash(const rules::AnyPosition& position) {
    return position.visit([](const auto& p) { return rules::canonical(p).position.hash(); });
}

constexpr int kBalanced = 4000;  // for each choice of rules

TEST(BalancedOpenings, AreThereForEveryRulesetAndDistinct) {
    EXPECT_EQ(opening_files().size(), std::size(kEveryRules));
    for (const char* rules : kEveryRules) {
        const auto start = start_of(rules);
        const auto openings = Openings::parse("balanced", start);
        ASSERT_TRUE(openings) << openings.error().message;
        std::set<std::uint64_t> seen;
        for (int pair = 0; pair < kBalanced; ++pair) {
            const auto moves = openings->opening(pair, kSeed, start);
            EXPECT_EQ(moves.size(), 6u);
            EXPECT_TRUE(seen.insert(canonical_hash(after(start, moves))).second)
                << rules << " pair " << pair;
        }
    }
}

TEST(BalancedOpenings, AreDrawnBySeed) {
    const auto start = start_of("open");
    const auto openings = *Openings::parse("balanced", start);
    int alike = 0;
    for (int pair = 0; pair < 100; ++pair) {
        EXPECT_EQ(openings.opening(pair, 1, start), openings.opening(pair, 1, start));
        alike += openings.opening(pair, 1, start) == openings.opening(pair, 2, start);
    }
    EXPECT_LT(alike, 5);
}

TEST(BalancedOpenings, ComeInAnotherOrderOnceAllHaveCome) {
    const auto start = start_of("correspondence");
    const auto openings = *Openings::parse("balanced", start);
    std::multiset<std::vector<int>> first, second;
    int same_place = 0;
    for (int pair = 0; pair < kBalanced; ++pair) {
        const auto values = [&](int of) {
            std::vector<int> out;
            for (const auto move : openings.opening(of, kSeed, start)) out.push_back(move.value());
            return out;
        };
        first.insert(values(pair));
        second.insert(values(pair + kBalanced));
        same_place += values(pair) == values(pair + kBalanced);
    }
    EXPECT_EQ(first, second);
    EXPECT_LT(same_place, 10);
}

TEST(BalancedOpenings, AreForTheEmptyBoardOnly) {
    const auto start = start_of("standard");
    const auto refused = Openings::parse("balanced", start.after(*rules::parse_move("44")));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("empty board"));
}

TEST(RandomOpenings, LeaveAGameToPlayHoweverLateTheyBegin) {
    base::Rng rng(kSeed);
    for (const char* rules : kEveryRules) {
        const auto openings = *Openings::parse("random:4", start_of(rules));
        EXPECT_EQ(openings.opening(0, kSeed, start_of(rules)).size(), 4U);
        auto late = start_of(rules);
        while (!late.is_over()) {
            const auto opening = openings.opening(0, kSeed, late);
            EXPECT_FALSE(after(late, opening).is_over());
            const auto legal = late.legal_moves();
            late = late.after(legal.nth(rng.below(static_cast<std::uint32_t>(legal.size()))));
        }
        EXPECT_TRUE(openings.opening(0, kSeed, late).empty());
    }
}

TEST(Openings, UnknownOnesAreRefusedWithTheKnown) {
    const auto refused = Openings::parse("balancd", start_of("standard"));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("start, balanced, random:K plies or file:PATH"));
}

sources::BotSource source(const std::string& text) {
    return *sources::BotSource::parse(text, {}, std::make_shared<process::ProcessSupervisor>());
}

TEST(BeginningTest, OnlyBotsThatAreShownTheBoardBeginAnywhere) {
    const auto start = rules::AnyPosition::start({});
    const auto later = start.after(*start.legal_moves().begin());
    const Openings none, random = *Openings::parse("random:4", start);
    for (const char* bot : {"random", "ugi:/bin/cat", "codingame:/bin/cat", "riddles:/bin/cat"}) {
        EXPECT_TRUE(check_beginning(source(bot), start, none)) << bot;
        EXPECT_FALSE(*check_beginning(source(bot), start, none)) << bot;
    }
    EXPECT_FALSE(*check_beginning(source("ugi:/bin/cat"), later, random));

    EXPECT_THAT(check_beginning(source("codingame:/bin/cat"), start, random).error().message,
                AllOf(HasSubstr("cat (program, CodinGame"), HasSubstr("'random:4'"),
                      HasSubstr("'start'")));
    EXPECT_FALSE(check_beginning(source("codingame:/bin/cat"), later, none));
    EXPECT_FALSE(check_beginning(source("x=random,o=codingame:/bin/cat"), start, random));
    for (const char* bot : {"riddles:/bin/cat", "theaigames:/bin/cat"}) {
        const auto noted = check_beginning(source(bot), start, random);
        ASSERT_TRUE(noted) << bot;
        EXPECT_THAT(noted->value(), HasSubstr("loses track"));
    }
}

}  // namespace
}  // namespace ninefold::arena
