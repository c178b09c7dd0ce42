// SPDX-License-Identifier: MIT
#include "arena/match_format.h"

#include <gtest/gtest.h>

namespace ninefold::arena {
namespace {

TEST(MatchFormatTest, ReadsWhatItPrints) {
    for (const char* text :
         {"games=1", "games=10", "games=100000000", "batches=5:2,5:1,5:1:0.25", "batches=1:0.5",
          "batches=50000000:1", "batches=3:1:100,2:7.25:0.001"}) {
        const auto format = MatchFormat::parse(text);
        ASSERT_TRUE(format) << text << ": " << format.error().message;
        EXPECT_EQ(format->text(), text);
    }
    EXPECT_EQ(*MatchFormat::parse("games=10"), MatchFormat::games(10));
    EXPECT_EQ(*MatchFormat::parse("batches"), MatchFormat::code_tournament());
    EXPECT_EQ(*MatchFormat::parse(MatchFormat::code_tournament().text()),
              MatchFormat::code_tournament());
}

TEST(MatchFormatTest, SaysWhatIsAllowed) {
    for (const char* text :
         {"games=2000000000", "games=100000001", "games=0", "games=-5", "games=abc",
          "games=", "games=1e3", "games=10 ", "games=99999999999999999999"}) {
        const auto format = MatchFormat::parse(text);
        ASSERT_FALSE(format) << text;
        EXPECT_NE(format.error().message.find("1 to 100000000 games"), std::string::npos)
            << format.error().message;
    }
    for (const char* text :
         {"", "game=1", "batches=", "batches=5", "batches=5:2:1:1", "batches=0:1", "batches=5:0",
          "batches=5:-1", "batches=5:nan", "batches=5:inf", "batches=5:1:0", "batches=5:1:101",
          "batches=5:1:nan", "batches=50000001:1", "batches=50000000:1,1:1",
          "batches=50000000:1,50000000:1,50000000:1"}) {
        EXPECT_FALSE(MatchFormat::parse(text)) << text;
    }
}

}  // namespace
}  // namespace ninefold::arena
