// SPDX-License-Identifier: MIT
#include "protocol/safe_text.h"

#include <gtest/gtest.h>

namespace ninefold::protocol {
namespace {

TEST(SafeText, KeepsWhatCanBeShown) {
    EXPECT_EQ(safe_text("plain\ttext, größer, 三, 🙂", 100),
              "plain\ttext, größer, 三, 🙂");
}

TEST(SafeText, EscapesControlCharactersAndBrokenUtf8) {
    using namespace std::string_view_literals;
    EXPECT_EQ(safe_text("a\0b\nc\x7f"sv, 100), "a\\x00b\\x0ac\\x7f");
    EXPECT_EQ(safe_text("\xc0\x80", 100), "\\xc0\\x80");           // overlong
    EXPECT_EQ(safe_text("\xed\xa0\x80", 100), "\\xed\\xa0\\x80");  // surrogate
    EXPECT_EQ(safe_text("\xf4\x90\x80\x80", 100), "\\xf4\\x90\\x80\\x80");
    EXPECT_EQ(safe_text("\xc2\x9b", 100), "\\xc2\\x9b");    // C1 control
    EXPECT_EQ(safe_text("x\xe4\xb8", 100), "x\\xe4\\xb8");  // cut short
}

TEST(SafeText, CutsLongTextBetweenCharacters) {
    EXPECT_EQ(safe_text("abcdef", 4), "abcd…");
    EXPECT_EQ(safe_text("aüü", 4), "aü…");
}

}  // namespace
}  // namespace ninefold::protocol
