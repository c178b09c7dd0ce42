// SPDX-License-Identifier: MIT
#include "arena/beginning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/move_text.h"

namespace ninefold::arena {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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
