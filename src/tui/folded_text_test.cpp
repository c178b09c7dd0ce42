// SPDX-License-Identifier: MIT
#include "tui/folded_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::tui {
namespace {

using testing::ElementsAre;

TEST(FoldedText, FoldsAtBlanks) {
    EXPECT_THAT(folded("one two three", 7), ElementsAre("one two", "three"));
    EXPECT_THAT(folded("one two three", 8), ElementsAre("one two", "three"));
    EXPECT_THAT(folded("one two three", 6), ElementsAre("one", "two", "three"));
    EXPECT_THAT(folded("a\n\nb\n", 80), ElementsAre("a", "", "b"));
}

TEST(FoldedText, CutsLongWordsAndKeepsIndents) {
    EXPECT_THAT(folded("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
    EXPECT_THAT(folded("  abc de", 5), ElementsAre("  abc", "de"));
}

TEST(FoldedText, EscapesAndUtf8TakeTheRoomTheyShow) {
    EXPECT_EQ(shown_width("\033[1;31mab\033[0m\u2026"), 3);
    EXPECT_THAT(folded("\033[1mab\033[0m \u00e4\u00f6", 5),
                ElementsAre("\033[1mab\033[0m \u00e4\u00f6"));
}

}  // namespace
}  // namespace ninefold::tui
