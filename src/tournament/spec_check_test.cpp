// SPDX-License-Identifier: MIT
#include "tournament/spec_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::tournament {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> notes(int bots, std::string_view stages) {
    std::string text = "bots = [";
    for (int i = 0; i < bots; ++i) text += "'random',";
    const auto spec = parse_spec(text + "]\n" + std::string(stages), ".", "cup.toml");
    return spec ? spec->notes : std::vector{spec.error().message};
}

TEST(StageNotes, NameMoreBotsAdvancingThanThereAre) {
    const std::string_view league = "[[stage]]\ntype = 'round-robin'\nadvance = 5\n";
    EXPECT_THAT(notes(2, league),
                ElementsAre("stage 'Stage 1': advance is 5, but it has only 2 bots; all advance"));
    EXPECT_THAT(notes(5, league), IsEmpty());
    EXPECT_THAT(notes(8, std::string(league) + "[[stage]]\ntype = 'knockout'\nadvance = 6\n"),
                ElementsAre("stage 'Stage 2': advance is 6, but it has only 5 bots; all advance"));
    const std::string_view groups = "[[stage]]\ntype = 'groups'\ngroups = 2\nadvance = 3\n";
    EXPECT_THAT(notes(4, groups),
                ElementsAre(
                    "stage 'Stage 1': advance is 3, but its groups have only 2 bots; all advance"));
    EXPECT_THAT(notes(5, groups), IsEmpty());
}

TEST(StageNotes, NameSwissRoundsInWhichThePairsMeetAgain) {
    const auto swiss = [](int bots, int rounds) {
        return notes(bots, fmt::format("[[stage]]\ntype = 'swiss'\nrounds = {}", rounds));
    };
    EXPECT_THAT(swiss(3, 50),
                ElementsAre("stage 'Stage 1': rounds is 50, but 3 bots have all met after 3; then "
                            "the same pairs meet again"));
    EXPECT_THAT(swiss(3, 3), IsEmpty());
    EXPECT_THAT(swiss(4, 3), IsEmpty());
    EXPECT_EQ(swiss(4, 4).size(), 1u);
}

}  // namespace
}  // namespace ninefold::tournament
