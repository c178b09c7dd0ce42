// SPDX-License-Identifier: MIT
#include "process/bot_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/content_hash.h"
#include "process/python_helpers.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A bot's folder `bot` beside `secret.py`, which is not its own.
class BotFilesTest : public ::testing::Test {
protected:
    BotFilesTest() {
        std::string pattern = (fs::temp_directory_path() / "ninefold-files-XXXXXX").string();
        place_ = ::mkdtemp(pattern.data());
        fs::create_directories(bot_ = place_ / "bot");
        write(place_ / "secret.py", "import more\n");
    }
    ~BotFilesTest() override { fs::remove_all(place_); }

    static void write(const fs::path& file, const std::string& text) {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }

    fs::path place_, bot_;
};

TEST_F(BotFilesTest, LinksLeadNowhereButIntoTheBotsFolder) {
    write(bot_ / "real.py", "");
    write(bot_ / "package/part.py", "");
    write(bot_ / "package/__pycache__/part.pyc", "");
    fs::create_symlink("../real.py", bot_ / "package/inside.py");
    fs::create_symlink("../../secret.py", bot_ / "package/outside.py");
    fs::create_symlink(place_ / "secret.py", bot_ / "package/absolute.py");
    fs::create_symlink("nowhere", bot_ / "package/broken.py");
    fs::create_directory_symlink("/", bot_ / "package/everything");
    ASSERT_EQ(::mkfifo((bot_ / "package/pipe.py").c_str(), 0600), 0);
    EXPECT_THAT(regular_files(bot_ / "package", bot_, 100),
                ElementsAre(bot_ / "package/inside.py", bot_ / "package/part.py"));
    EXPECT_THAT(regular_files(bot_ / "package", bot_ / "package", 100),
                ElementsAre(bot_ / "package/part.py"));
    EXPECT_THAT(regular_files(bot_ / "package/outside.py", bot_, 100), IsEmpty());
    EXPECT_THAT(regular_files(bot_ / "package/everything", bot_, 100), IsEmpty());
    EXPECT_TRUE(stays_in(bot_ / "package/../real.py", bot_));
    EXPECT_FALSE(stays_in(bot_ / "../secret.py", bot_));
    fs::create_directory(place_ / "bots");  // begins with the same letters
    write(place_ / "bots/x.py", "");
    EXPECT_FALSE(stays_in(place_ / "bots/x.py", bot_));
}

TEST_F(BotFilesTest, LookingEnds) {
    for (int i = 0; i < 20; ++i) write(bot_ / std::to_string(i), "");
    EXPECT_EQ(regular_files(bot_, bot_, 7).size(), 8u);
}

TEST_F(BotFilesTest, ModulesAreNotFoundThroughLinks) {
    write(bot_ / "bot.py", "import helper, package, everything, fast, own\n");
    write(bot_ / "more.py", "");  // imported by what is not the bot's own
    write(bot_ / "sources/own.py", "");
    fs::create_symlink("../secret.py", bot_ / "helper.py");
    fs::create_directory_symlink(place_, bot_ / "package");
    fs::create_directory_symlink("/", bot_ / "everything");
    fs::create_symlink(place_ / "secret.py", bot_ / "fast.so");
    fs::create_symlink("sources/own.py", bot_ / "own.py");
    EXPECT_THAT(python_helpers(bot_ / "bot.py"), ElementsAre(bot_ / "own.py"));
}

TEST_F(BotFilesTest, HashesDoNotFollowLinksOutOfAFolder) {
    write(bot_ / "bot.py", "");
    fs::create_symlink("../secret.py", bot_ / "helper.py");
    const std::vector<fs::path> files = {bot_};
    const std::string before = process::content_hash(files);
    write(place_ / "secret.py", "changed\n");
    EXPECT_EQ(process::content_hash(files), before);
}

TEST_F(BotFilesTest, ABotHasALimitedSize) {
    write(bot_ / "a.bin", "x");
    write(bot_ / "deep/b.bin", "x");
    EXPECT_TRUE(check_size(std::vector{bot_}));
    fs::resize_file(bot_ / "a.bin", kMostBotBytes - 1);  // holes: it takes no room
    EXPECT_TRUE(check_size(std::vector{bot_}));
    const auto twice = check_size(std::vector{bot_, bot_ / "deep/b.bin"});
    ASSERT_FALSE(twice);
    EXPECT_THAT(twice.error().message, ::testing::HasSubstr("b.bin: a bot's files may have"));
}

}  // namespace
}  // namespace ninefold::process
