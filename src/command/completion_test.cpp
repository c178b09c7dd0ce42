// SPDX-License-Identifier: MIT
#include "command/command_outline.h"

#include <gmock/gmock.h>

namespace ninefold::command {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CommandOutline completed_program() {
    CommandOutline run{.name = "ninefold cup run", .description = "Play a cup"};
    run.options = {{.names = {"FILE"}, .is_argument = true},
                   {.names = {"-s", "--speed"}, .choices = {"slow", "fast"}, .takes_value = true},
                   {.names = {"--fast"}, .description = "at once"}};
    CommandOutline cup{.name = "ninefold cup", .description = "Cups", .commands = {run}};
    CommandOutline play{.name = "ninefold play", .description = "Play"};
    return {.name = "ninefold", .description = "The program", .commands = {cup, play}};
}

std::vector<std::string> completed(const std::vector<std::string>& words) {
    std::vector<std::string> found;
    for (const Completion& each : completions(completed_program(), words))
        found.push_back(each.word);
    return found;
}

TEST(Completion, CommandsOfTheCommandBefore) {
    EXPECT_THAT(completed({""}), ElementsAre("cup", "play"));
    EXPECT_THAT(completed({"pl"}), ElementsAre("play"));
    EXPECT_THAT(completed({"cup", "r"}), ElementsAre("run"));
    EXPECT_EQ(completions(completed_program(), std::vector<std::string>{"cu"}).at(0).description,
              "Cups");
}

TEST(Completion, OptionsOfTheCommandWhateverItsArguments) {
    EXPECT_THAT(completed({"cup", "run", "x.toml", "-"}), ElementsAre("-s", "--speed", "--fast"));
    EXPECT_THAT(completed({"cup", "run", "--f"}), ElementsAre("--fast"));
    EXPECT_THAT(completed({"play", "--f"}), IsEmpty());
}

TEST(Completion, ValuesOfTheOptionBefore) {
    EXPECT_THAT(completed({"cup", "run", "--speed", ""}), ElementsAre("slow", "fast"));
    EXPECT_THAT(completed({"cup", "run", "-s", "f"}), ElementsAre("fast"));
}

TEST(Completion, NothingWhereAFileIsNamed) {
    EXPECT_THAT(completed({"cup", "run", "ali"}), IsEmpty());
    EXPECT_THAT(completed({}), IsEmpty());
}

}  // namespace
}  // namespace ninefold::command
