// SPDX-License-Identifier: MIT
#include "tui/human_bot.h"

#include <gtest/gtest.h>

namespace ninefold::tui {
namespace {

using namespace std::chrono_literals;

/// What the person answers to the question after `moves`, where it is waited for this long.
bots::Answer ask(HumanBot& human, const std::vector<rules::Move>& moves, bots::Duration deadline) {
    const rules::AnyPosition start;
    bots::Question question{start, moves, start, {}, deadline, {}};
    return human.ask(question, {});
}

TEST(HumanBot, AMoveGivenJustBeforeTheQuestionCounts) {
    HumanBot human;
    human.offer(rules::Move(40), 0);
    const bots::Answer answer = ask(human, {}, 10s);
    ASSERT_TRUE(std::holds_alternative<rules::Move>(answer.what));
    EXPECT_EQ(std::get<rules::Move>(answer.what), rules::Move(40));
}

TEST(HumanBot, AMoveForAnotherPositionDoesNot) {
    HumanBot human;
    human.offer(rules::Move(40), 0);
    const bots::Answer answer = ask(human, {rules::Move(40), rules::Move(36)}, 1ms);
    EXPECT_TRUE(std::holds_alternative<bots::NoAnswer>(answer.what));
}

TEST(HumanBot, AMoveCountsOnce) {
    HumanBot human;
    human.offer(rules::Move(40), 0);
    ask(human, {}, 10s);
    EXPECT_TRUE(std::holds_alternative<bots::NoAnswer>(ask(human, {}, 1ms).what));
}

}  // namespace
}  // namespace ninefold::tui
