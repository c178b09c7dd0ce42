// SPDX-License-Identifier: MIT
#include "tui/text_table.h"

#include <gtest/gtest.h>

namespace ninefold::tui {
namespace {

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
    EXPECT_EQ(people().text(0, Style(false)), "  id  name       remark\n"
                                              "   7  Jürgen     a long remark\n"
                                              "1234  Al\\x1b[2J  short\n");
}

TEST(TextTable, ShrinksInTurn) {
    EXPECT_EQ(people().text(25, Style(false)), "  id  name       remark\n"
                                               "   7  Jürgen     a long …\n"
                                               "1234  Al\\x1b[2J  short\n");
    EXPECT_EQ(people().text(13, Style(false)), "  id  name\n"
                                               "   7  Jürgen\n"
                                               "1234  Al\\x1b…\n");
    EXPECT_EQ(people().text(1, Style(false)), "  id  name\n"
                                              "   7  Jür…\n"
                                              "1234  Al\\…\n");
}

}  // namespace
}  // namespace ninefold::tui
