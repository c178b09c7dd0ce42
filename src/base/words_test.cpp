// SPDX-License-Identifier: MIT
#include "base/words.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

using Parts = std::vector<std::string_view>;

TEST(WordsTest, AreWhatStandsBetweenBlanks) {
    EXPECT_EQ(words("40 01\t12\r\n"), (Parts{"40", "01", "12"}));
    EXPECT_EQ(words("  one  "), (Parts{"one"}));
    EXPECT_EQ(words("one"), (Parts{"one"}));
    EXPECT_TRUE(words("").empty());
    EXPECT_TRUE(words(" \n\t").empty());
}

TEST(WordsTest, SplitKeepsEmptyParts) {
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
    EXPECT_EQ(split("", ','), (Parts{""}));
}

}  // namespace
}  // namespace ninefold::base
