// SPDX-License-Identifier: MIT
#include "command/nearest_word.h"

#include <gtest/gtest.h>

namespace ninefold::command {
namespace {

TEST(NearestWord, CountsEdits) {
    EXPECT_EQ(edit_distance("match", "match"), 0);
    EXPECT_EQ(edit_distance("mach", "match"), 1);
    EXPECT_EQ(edit_distance("macth", "match"), 1) << "neighbours swapped";
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(NearestWord, FindsWhatWasMeantOrNothing) {
    const std::vector<std::string> words = {"play", "match", "replay", "tournament"};
    EXPECT_EQ(nearest_word("mach", words), "match");
    EXPECT_EQ(nearest_word("paly", words), "play");
    EXPECT_EQ(nearest_word("tour", words), "tournament");
    EXPECT_EQ(nearest_word("xyzzy", words), "");
    EXPECT_EQ(nearest_word("", words), "");
    EXPECT_EQ(nearest_word(std::string(100000, 'm'), words), "");
}

}  // namespace
}  // namespace ninefold::command
