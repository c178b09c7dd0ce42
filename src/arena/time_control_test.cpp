// SPDX-License-Identifier: MIT
#include "arena/time_control.h"

#include <gtest/gtest.h>

namespace ninefold::arena {
namespace {

using namespace std::chrono_literals;

TEST(TimeControlTest, RoundTrips) {
    for (const char* text :
         {"none", "move=10s,game=120s", "first=1s,move=100ms", "soft=90s,hard=100s,grant=1.5",
          "tc=60+0.5", "game=250ms", "move=1ms", "move=0.0005s"}) {
        const auto control = parse_time_control(text);
        ASSERT_TRUE(control) << control.error().message;
        EXPECT_EQ(to_text(*control), text);
    }
}

TEST(TimeControlTest, ReadsUnits) {
    EXPECT_EQ(*parse_duration("2"), 2s);
    EXPECT_EQ(*parse_duration("1.5m"), 90s);
    EXPECT_EQ(*parse_duration("2h"), 2h);
    EXPECT_EQ(*parse_duration("250us"), 250us);
}

TEST(TimeControlTest, ReadsLongDurationsToTheNanosecond) {
    for (const char* text : {"4444044.4", "4444044.400000001", "31535999.999999999"}) {
        const auto duration = parse_duration(text);
        ASSERT_TRUE(duration);
        EXPECT_EQ(duration_text(*duration), std::string(text) + "s");
    }
    for (const char* text : {"1.5e-3", "1.2.3", ".", "s", "nOne", "8761h"}) {
        EXPECT_FALSE(parse_duration(text)) << text;
    }
}

TEST(TimeControlTest, RefusesNonsense) {
    for (const char* text :
         {"", "move", "move=", "move=-1s", "move=0", "move=10y", "speed=3", "tc=60+", "tc=+1",
          "soft=5s", "soft=9s,hard=5s", "move=1s,soft=1s,hard=2s", "grant=x", "move=nan",
          "move=1e300", "none,move=1s", "move=10s,,game=1s", "move=1s,grant=2"}) {
        EXPECT_FALSE(parse_time_control(text)) << text;
    }
}

TEST(TimeControlTest, OfBothSides) {
    const auto same = parse_time_controls("tc=60+0.5");
    ASSERT_TRUE(same);
    EXPECT_EQ(same->x, same->o);
    EXPECT_EQ(to_text(*same), "tc=60+0.5");
    const auto odds = parse_time_controls("X first=1s,move=100ms; O none");
    ASSERT_TRUE(odds);
    EXPECT_EQ(to_text(odds->of(rules::Side::kX)), "first=1s,move=100ms");
    EXPECT_TRUE(odds->of(rules::Side::kO).is_none());
    EXPECT_EQ(to_text(*odds), "X first=1s,move=100ms; O none");
    for (const char* text : {"X move=1s", "X move=1s; O ", "X ; O move=1s", "move=1s; O move=1s"}) {
        EXPECT_FALSE(parse_time_controls(text)) << text;
    }
}

TEST(TimeControlTest, Scales) {
    EXPECT_EQ(to_text(parse_time_control("soft=90s,hard=100s")->scaled(0.25)),
              "soft=22.5s,hard=25s,grant=1.5");
}

}  // namespace
}  // namespace ninefold::arena
