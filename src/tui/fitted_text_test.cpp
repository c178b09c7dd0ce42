// SPDX-License-Identifier: MIT
#include "tui/fitted_text.h"

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

TextTable people() {
    TextTable table({{.name = "id", .right = true},
                     {.name = "name", .give = 2, .least = 4},
                     {.name = "remark", .give = 1, .least = 6, .may_go = true},
                     {.name = "never"}});
    table.add({"7", "Jürgen", "a long remark", ""});
    table.add({"1234", "Al\033[2J", "short", ""});
    return table;
}

TEST(TextTable, ShowsEverythingWhereThereIsRoom) {
    EXPECT_EQ(people().text(0, pictures::TextStyle(false)), "  id  name       remark\n"
                                                            "   7  Jürgen     a long remark\n"
                                                            "1234  Al\\x1b[2J  short\n");
}

TEST(TextTable, ShrinksInTurn) {
    EXPECT_EQ(people().text(25, pictures::TextStyle(false)), "  id  name       remark\n"
                                                             "   7  Jürgen     a long …\n"
                                                             "1234  Al\\x1b[2J  short\n");
    EXPECT_EQ(people().text(13, pictures::TextStyle(false)), "  id  name\n"
                                                             "   7  Jürgen\n"
                                                             "1234  Al\\x1b…\n");
    EXPECT_EQ(people().text(1, pictures::TextStyle(false)), "  id  name\n"
                                                            "   7  Jür…\n"
                                                            "1234  Al\\…\n");
}

}  // namespace
}  // namespace ninefold::tui
