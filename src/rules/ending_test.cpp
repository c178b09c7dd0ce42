// SPDX-License-Identifier: MIT
#include "rules/ending.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace ninefold::rules {
namespace {

TEST(EndingTest, NamesRoundTrip) {
    std::set<std::string_view> names;
    for (int i = 0; i < kEndingCount; ++i) {
        const auto ending = static_cast<Ending>(i);
        EXPECT_EQ(parse_ending(name(ending)).value(), ending);
        names.insert(name(ending));
    }
    EXPECT_EQ(names.size(), std::size_t{kEndingCount});
}

TEST(EndingTest, TheWordsAreThoseOfTheFormats) {
    const std::vector<std::string_view> words = {"line",      "majority",     "draw",
                                                 "move-time", "game-time",    "illegal-move",
                                                 "crash",     "garbage",      "flood",
                                                 "memory",    "start-failed", "tampering",
                                                 "resigned",  "adjudicated",  "void"};
    ASSERT_EQ(words.size(), std::size_t{kEndingCount});
    for (int i = 0; i < kEndingCount; ++i) {
        EXPECT_EQ(name(static_cast<Ending>(i)), words[static_cast<std::size_t>(i)]);
    }
    EXPECT_EQ(name(Ending::kVoid), "void");
}

TEST(EndingTest, RefusesOtherWords) {
    for (const char* text : {"", "Line", "win", "line ", "move_time", "timeout"}) {
        EXPECT_FALSE(parse_ending(text)) << text;
    }
    EXPECT_THAT(parse_ending("timeout").error().message,
                testing::HasSubstr("unknown ending 'timeout'"));
}

TEST(EndingTest, ForfeitsAreTheRefereesVerdictsAgainstOneSide) {
    const std::set<Ending> forfeits = {Ending::kMoveTime,    Ending::kGameTime,
                                       Ending::kIllegalMove, Ending::kCrash,
                                       Ending::kGarbage,     Ending::kFlood,
                                       Ending::kMemory,      Ending::kStartFailed,
                                       Ending::kTampering};
    for (int i = 0; i < kEndingCount; ++i) {
        const auto ending = static_cast<Ending>(i);
        EXPECT_EQ(is_forfeit(ending), forfeits.contains(ending)) << name(ending);
    }
}

}  // namespace
}  // namespace ninefold::rules
