// SPDX-License-Identifier: MIT
#include "command/command.h"

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

}  // namespace
}  // namespace ninefold::command
