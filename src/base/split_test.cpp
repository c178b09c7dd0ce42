// SPDX-License-Identifier: MIT
#include "base/split.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

using Parts = std::vector<std::string_view>;

TEST(SplitTest, WordsStandBetweenBlanks) {
    EXPECT_EQ(split_words("40 01\t12\r\n"), (Parts{"40", "01", "12"}));
    EXPECT_EQ(split_words("  one  "), (Parts{"one"}));
    EXPECT_EQ(split_words("one"), (Parts{"one"}));
    EXPECT_TRUE(split_words("").empty());
    EXPECT_TRUE(split_words(" \n\t").empty());
}

TEST(SplitTest, KeepsEmptyParts) {
    EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
    EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
    EXPECT_EQ(split("", ','), (Parts{""}));
}

}  // namespace
}  // namespace ninefold::base
