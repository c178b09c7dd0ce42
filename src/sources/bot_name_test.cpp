// SPDX-License-Identifier: MIT
#include "sources/bot_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sources/shell_words.h"

namespace ninefold::sources {
namespace {

using Kind = BotName::Kind;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ShellWords, AreSplitAsAShellWould) {
    EXPECT_THAT(*split_command(R"(./my\ bot  --name 'a b' "c \"d\"" '' )"),
                ElementsAre("./my bot", "--name", "a b", "c \"d\"", ""));
    EXPECT_THAT(split_command("./bot 'x").error().message, HasSubstr("closing '"));
    EXPECT_EQ(command_text(*split_command(R"('a b' "c'd" '' e)")), R"(a\ b c\'d '' e)");
}

TEST(BotNames, AreCutIntoParts) {
    const auto builtin = BotName::parse("mcts:sims=5,c=2");
    EXPECT_EQ(builtin->kind, Kind::kBuiltin);
    EXPECT_EQ(builtin->word, "mcts");
    EXPECT_EQ(builtin->settings, "sims=5,c=2");
    const auto command = BotName::parse("option.Hash=8 codingame:'./my bot' --fast");
    EXPECT_EQ(command->kind, Kind::kCommand);
    EXPECT_EQ(command->protocol(), process::Protocol::kCodingame);
    EXPECT_THAT(command->command, ElementsAre("./my bot", "--fast"));
    EXPECT_EQ(command->options, (process::UgiOptions{{"Hash", "8"}}));
    const auto python = BotName::parse("best_move:e.py#MyEngine:depth=3");
    EXPECT_EQ(python->kind, Kind::kPython);
    EXPECT_EQ(python->path, "e.py");
    EXPECT_EQ(python->member, "MyEngine");
    EXPECT_EQ(python->settings, "depth=3");
    EXPECT_EQ(BotName::parse("java:x.jar#pkg.Bot")->kind, Kind::kJava);
    EXPECT_EQ(BotName::parse("a:b.py")->path, "a:b.py");
    EXPECT_EQ(BotName::parse("java")->kind, Kind::kFile);
}

TEST(BotNames, HaveOneForEachSideInEitherOrder) {
    const auto name = BotName::parse("o=first,x=mcts:sims=5,c=2");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->kind, Kind::kSides);
    EXPECT_EQ(name->sides[0].settings, "sims=5,c=2");
    EXPECT_EQ(name->text(), "x=mcts:sims=5,c=2,o=first");
    EXPECT_EQ(BotName::parse("x=first")->kind, Kind::kFile);
    EXPECT_FALSE(BotName::parse("x=,o=first"));
}

TEST(BotNames, ArePrintedSoThatTheyReadTheSame) {
    for (const char* text :
         {"random", "engine:level=5", "ugi:./bot --fast", "option.A=1 option.B=c\\ d ugi:./bot",
          "class:team14.py#Player14", "a#b#", "./x.py", "x=a.py,o=b.py", "o=q,x=b,o=z",
          "x=ugi:a ',o'=b,o=c", "ugi:'' \\\\ \"a b\"", "java:x.jar#", "theaigames:./b"}) {
        const auto name = BotName::parse(text);
        ASSERT_TRUE(name) << text << ": " << name.error().message;
        const auto again = BotName::parse(name->text());
        ASSERT_TRUE(again) << name->text();
        EXPECT_EQ(*again, *name) << text << " is printed as " << name->text();
    }
    for (const char* text : {"ugi:./bot --fast", "select_move:/class/alice.py#f", "x=a,o=b"}) {
        EXPECT_EQ(BotName::parse(text)->text(), text);
    }
}

TEST(BotNames, PathsAreChangedEverywhere) {
    const auto far = [](const std::filesystem::path& path) {
        return path.extension() == ".py" ? "/far away" / path : path;
    };
    const auto changed = [&](const char* text) {
        return with_paths(*BotName::parse(text), far).text();
    };
    EXPECT_EQ(changed("class:a.py#B"), "class:/far away/a.py#B");
    EXPECT_EQ(changed("ugi:python3 a.py --fast"), "ugi:python3 /far\\ away/a.py --fast");
    EXPECT_EQ(changed("x=a.py,o=mcts:a.py"), "x=/far away/a.py,o=mcts:a.py");
}

}  // namespace
}  // namespace ninefold::sources
