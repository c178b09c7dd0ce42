// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

TEST(ForeignTextTest, QuotedShowsPlainTextAsItIs) {
    EXPECT_EQ(quoted("chess"), "'chess'");
    EXPECT_EQ(quoted(""), "''");
    EXPECT_EQ(quoted("é…"), "'é…'");
}

TEST(ForeignTextTest, QuotedStaysOnOneLineAndPrintable) {
    EXPECT_EQ(quoted("a\nb\x1b[31m"), "'a\\x0ab\\x1b[31m'");
    EXPECT_EQ(quoted(std::string_view("\0\xff", 2)), "'\\x00\\xff'");
    EXPECT_EQ(quoted("\xc0\x80"), "'\\xc0\\x80'") << "an overlong zero";
    EXPECT_EQ(quoted("\xc2\x9b[31m\xc2\xa0"), "'\\xc2\\x9b[31m\xc2\xa0'")
        << "what may begin colours";
}

TEST(ForeignTextTest, QuotedCutsLongText) {
    const std::string shown = quoted(std::string(1000, 'x'), 40);
    EXPECT_LT(shown.size(), 50u);
    EXPECT_EQ(shown.substr(shown.size() - 4), "…'");
}

TEST(ForeignTextTest, NamesHideNothing) {
    for (const char* same : {"", "alice", "Ümläut é…", "😀 bot", "a'b\"c", "=1+1", "न\u200dमस्ते"}) {
        EXPECT_EQ(safe_name(same), same);
        EXPECT_EQ(safe_name(safe_name(same)), same);
    }
    EXPECT_EQ(safe_name("a\x1b[31mb\n\tc\x7f"), "a?[31mb??c?");
    EXPECT_EQ(safe_name("a\xc2\x9b"
                        "31m"),
              "a?31m");
    EXPECT_EQ(safe_name("moc\u202eyp.exe"), "moc?yp.exe");
    EXPECT_EQ(safe_name("\ufeff\u200b\u2066x\u061c\U000e0041"), "???x??");
    EXPECT_EQ(safe_name("\xff\xc0"), "??");
    EXPECT_EQ(safe_name(std::string(300, 'x'), 10), "xxxxxxxxxx…");
    EXPECT_EQ(quoted("a\u202eb"), "'a\\xe2\\x80\\xaeb'");
}

TEST(ForeignTextTest, NamesShowSomething) {
    for (const char* hidden :
         {"\u034f", "\u17b4", "\u17b5", "\u180b", "\ufe00", "\ufe0f", "\U000e0100", "\u115f",
          "\u1160", "\u3164", "\uffa0", "\u00a0", "\u3000", "\u2800", "\u200d", "\u2003"}) {
        EXPECT_EQ(safe_name(hidden), "?");
    }
    EXPECT_EQ(safe_name("\u3000 \u00a0"), "? ?");
    EXPECT_EQ(safe_name("a\ufe0f"), "a?") << "looks like another name";
    EXPECT_EQ(safe_name("\u4e09\ufe0f\u3042\ufe0f"), "\u4e09?\u3042?");
    for (const char* same : {" ", "\u5c71\u3000\u7530", "10\u00a0000", "\u2764\ufe0f bot",
                             "\U0001f3f3\ufe0f\u200d\U0001f308", "\u2801"}) {
        EXPECT_EQ(safe_name(same), same);
        EXPECT_EQ(quoted(same), "'" + std::string(same) + "'");
    }
    EXPECT_EQ(safe_name("\u2764\ufe0f\ufe0f"), "\u2764\ufe0f?");
}

TEST(ForeignTextTest, NamesStayInTheirLine) {
    std::string name = "a";
    for (int i = 0; i < 4; ++i) name += "\u0301";
    EXPECT_EQ(safe_name(name), name);
    EXPECT_EQ(safe_name(name + "\u0301\u0489" + "b\u0301"), name + "??b\u0301");
}

TEST(ForeignTextTest, CellsAreNoFormulas) {
    EXPECT_EQ(csv_cell("alice"), "alice");
    EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_cell("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csv_cell("=HYPERLINK(\"http://x\")"), "\"'=HYPERLINK(\"\"http://x\"\")\"");
    for (const char* formula : {"=1", "+1", "-1", "@x"}) {
        EXPECT_EQ(csv_cell(formula), std::string("\"'") + formula + "\"");
    }
    EXPECT_EQ(csv_cell(" =1"), "\" '=1\"");
    EXPECT_EQ(csv_cell("a;=1; +2;b=3-1"), "\"a;'=1; '+2;b=3-1\"");
    EXPECT_EQ(csv_cell("\t=1\n\x1b[2J"), "?=1??[2J");
    EXPECT_EQ(csv_cell(""), "");
}

TEST(ForeignTextTest, LeavesFoldersOut) {
    EXPECT_EQ(without_folders("/srv/bots/a.py: cannot be read"), "a.py: cannot be read");
    EXPECT_EQ(without_folders("'a': '/srv/my bots/a.py' does not exist"),
              "'a': 'a.py' does not exist");
    EXPECT_EQ(without_folders("/srv/my old bots/a b.py: cannot be read"), "a b.py: cannot be read");
    EXPECT_EQ(without_folders("/srv/my bots/a is not /srv/my bots/b, but a/b"),
              "a is not b, but a/b");
    EXPECT_EQ(without_folders("ugi:/srv/a net=nets/b: ended"), "ugi:a net=nets/b: ended");
    EXPECT_EQ(without_folders("ugi:/srv/a --fast (/srv/b), /srv/c/"), "ugi:a --fast (b), c/");
    for (const char* same : {"", "/", "X won 1/2 of them", "win/loss", "http://127.0.0.1/x",
                             "a.py changed after game 1"}) {
        EXPECT_EQ(without_folders(same), same);
    }
}

TEST(ForeignTextTest, KnowsUtf8) {
    for (const char* good : {"", "abc", "é", "€", "😀", "\xf4\x8f\xbf\xbf"}) {
        EXPECT_TRUE(is_utf8(good)) << good;
        EXPECT_EQ(to_utf8(good), good);
    }
    for (const char* bad : {"\x80", "\xc3", "\xe2\x82", "\xc0\xaf", "\xed\xa0\x80",
                            "\xf5\x80\x80\x80", "\xf4\x90\x80\x80", "a\xff"}) {
        EXPECT_FALSE(is_utf8(bad));
        EXPECT_TRUE(is_utf8(to_utf8(bad)));
    }
    EXPECT_EQ(to_utf8("a\xff"
                      "b"),
              "a?b");
}

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

TEST(EscapeXml, LeavesNothingThatEndsATextOrAnAttribute) {
    EXPECT_EQ(escape_xml("<a href=\"x\">b & c</a>"),
              "&lt;a href=&quot;x&quot;&gt;b &amp; c&lt;/a&gt;");
}

TEST(SafeText, CutsLongTextBetweenCharacters) {
    EXPECT_EQ(safe_lines("a\x1b[2J\n\nb\xe2\x80\xae\tc\n"), "a\\x1b[2J\n\nb\\xe2\\x80\\xae\tc\n");
    EXPECT_EQ(safe_lines(""), "");
    EXPECT_EQ(safe_lines("abc\nabcde", 3), "abc\nabc…");
    EXPECT_EQ(safe_text("abcdef", 4), "abcd…");
    EXPECT_EQ(safe_text("aüü", 4), "aü…");
}

}  // namespace
}  // namespace ninefold::base
