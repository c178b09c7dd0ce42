// SPDX-License-Identifier: MIT
#include "command/command.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::command {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What is said of a command that there is not.
std::string complaint(const std::string& typed) {
    Command app("ninefold", "");
    for (const char* name : {"play", "match", "replay", "tournament"}) app.add_subcommand(name, "");
    return app.parse(std::vector<std::string>{typed}).message;
}

TEST(Command, SaysWhichWordWasMeant) {
    EXPECT_THAT(complaint("mach"), HasSubstr("did you mean 'match'?"));
    EXPECT_THAT(complaint("macth"), HasSubstr("did you mean 'match'?")) << "neighbours swapped";
    EXPECT_THAT(complaint("paly"), HasSubstr("did you mean 'play'?"));
    EXPECT_THAT(complaint("relpay"), HasSubstr("did you mean 'replay'?"));
    EXPECT_THAT(complaint("tour"), HasSubstr("did you mean 'tournament'?"));
}

TEST(Command, GuessesNothingThatIsFarOff) {
    for (const std::string& typed :
         {std::string("xyzzy"), std::string("ma"), std::string(), std::string(100'000, 'm')}) {
        EXPECT_THAT(complaint(typed), HasSubstr("there is no command")) << typed.substr(0, 9);
        EXPECT_THAT(complaint(typed), Not(HasSubstr("did you mean"))) << typed.substr(0, 9);
    }
}

/// A command with options of several types.
class NumbersTest : public testing::Test {
protected:
    NumbersTest() {
        command_.runs([] { return 0; });
        command_.add_option("--seed", seed_, "");
        command_.add_option("--port", port_, "");
        command_.add_option("--plies", plies_, "");
        command_.add_option("--limit", limit_, "").non_negative();
        command_.add_option("--games", games_, "").range(1, 1000);
        command_.add_option("--nodes", nodes_, "").range(std::uint64_t{1}, std::uint64_t{1} << 40);
        command_.add_option("--alpha", alpha_, "").range(0.0001, 0.4999);
        command_.add_option("--speed", speed_, "");
        command_.add_option("--places", places_, "").delimiter(',');
    }

    /// What is wrong; empty where nothing is.
    std::string say(std::vector<std::string> words) {
        words.insert(words.begin(), "do");
        const ParsedLine parsed = app_.parse(words);
        if (parsed.kind == ParsedLine::Kind::kRun) return "";
        return parsed.message.substr(0, parsed.message.find(" ('"));
    }

    Command app_{"ninefold", ""};
    Command& command_ = app_.add_subcommand("do", "");
    std::uint64_t seed_ = 0, nodes_ = 0;
    std::uint16_t port_ = 0;
    std::optional<int> plies_;
    std::optional<std::int64_t> limit_;
    int games_ = 0;
    double alpha_ = 0, speed_ = 0;
    std::vector<int> places_;
};

TEST_F(NumbersTest, TakesWhatFits) {
    EXPECT_EQ(say({"--seed", "18446744073709551615", "--port", "65535", "--plies", "-3", "--limit",
                   "0", "--games", "010", "--nodes", "1099511627776", "--alpha", "5e-2", "--speed",
                   "-1.5", "--places", "1,2"}),
              "");
    EXPECT_EQ(seed_, 18446744073709551615u);
    EXPECT_EQ(port_, 65535);
    EXPECT_EQ(plies_, -3);
    EXPECT_EQ(limit_, 0);
    EXPECT_EQ(games_, 10) << "not octal";
    EXPECT_EQ(nodes_, std::uint64_t{1} << 40);
    EXPECT_EQ(alpha_, 0.05);
    EXPECT_EQ(speed_, -1.5);
    EXPECT_EQ(places_, (std::vector<int>{1, 2}));
}

TEST_F(NumbersTest, NamesTheRangeOfWhatDoesNot) {
    for (const char* seed : {"-1", "18446744073709551616", "10000000000000000000000", "abc"}) {
        EXPECT_EQ(say({"--seed", seed}),
                  fmt::format("--seed: a whole number from 0 to 18446744073709551615 is wanted, "
                              "not '{}'",
                              seed));
    }
    EXPECT_EQ(say({"--port", "70000"}),
              "--port: a whole number from 0 to 65535 is wanted, not '70000'");
    EXPECT_EQ(say({"--games", "1e3"}),
              "--games: a whole number from 1 to 1000 is wanted, not '1e3'");
    EXPECT_EQ(say({"--games", "99999999999999999999"}),
              "--games: a whole number from 1 to 1000 is wanted, not '99999999999999999999'");
    EXPECT_EQ(say({"--nodes", "0"}),
              "--nodes: a whole number from 1 to 1099511627776 is wanted, not '0'");
    EXPECT_EQ(say({"--limit", "-1"}),
              "--limit: a whole number from 0 to 9223372036854775807 is wanted, not '-1'");
    EXPECT_EQ(say({"--places", "1,x"}),
              "--places: a whole number from -2147483648 to 2147483647 is wanted, not 'x'");
}

TEST_F(NumbersTest, NaNIsInNoRange) {
    for (const char* value : {"nan", "-nan", "inf", "0.5", "1e400", "x"}) {
        EXPECT_EQ(say({"--alpha", value}),
                  fmt::format("--alpha: a number from 0.0001 to 0.4999 is wanted, not '{}'",
                              value));
    }
    for (const char* value : {"nan", "inf", "x"}) {
        EXPECT_EQ(say({"--speed", value}),
                  fmt::format("--speed: a number is wanted, not '{}'", value));
    }
}

TEST_F(NumbersTest, SaysWhichOptionIsGivenTwice) {
    EXPECT_EQ(say({"--seed", "1", "--games", "3", "--seed", "2"}), "--seed is given twice");
    EXPECT_EQ(say({"--games", "3", "--games", "3", "--games", "3"}), "--games is given 3 times");
}

}  // namespace
}  // namespace ninefold::command
