// SPDX-License-Identifier: MIT
#include "process/bot_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(BotFilesTest, LookingEndsWhereThereAreOnlyFolders) {
    for (int i = 0; i < 1200; ++i) fs::create_directories(bot_ / std::to_string(i));
    EXPECT_EQ(regular_files(bot_, bot_, 7).size(), 8u);
    EXPECT_TRUE(regular_files(bot_, bot_).empty());
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

class ContentHash : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("ninefold-hash-" + std::to_string(::getpid()));
        fs::create_directories(folder_ / "classes/deep");
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(const char* name, std::string_view text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    static std::string hash(std::vector<fs::path> files) { return content_hash(files); }

    fs::path folder_;
};

TEST_F(ContentHash, IsOfTheContents) {
    const fs::path a = write("a.py", "one");
    const std::string before = hash({a});
    EXPECT_EQ(before.size(), 16u);
    EXPECT_EQ(hash({write("copy.py", "one")}), before);
    EXPECT_NE(hash({write("a.py", "two")}), before);
    EXPECT_NE(hash({folder_ / "gone.py"}), before);
}

TEST_F(ContentHash, KeepsFilesApart) {
    const std::string one = hash({write("a", "xy"), write("b", "z")});
    EXPECT_NE(hash({write("a", "x"), write("b", "yz")}), one);
}

TEST_F(ContentHash, OfAFolderIsOfAllBelowIt) {
    write("classes/A.class", "A");
    write("classes/deep/B.class", "B");
    const std::string before = hash({folder_ / "classes"});
    EXPECT_EQ(hash({folder_ / "classes"}), before);
    write("classes/deep/B.class", "C");
    EXPECT_NE(hash({folder_ / "classes"}), before);
}

TEST_F(ContentHash, EndsWhateverLiesThere) {
    const auto start = std::chrono::steady_clock::now();
    fs::resize_file(write("huge.bin", "x"), std::uintmax_t{1} << 42);  // holes: it takes no room
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const std::string nothing = hash({folder_ / "gone"});
    for (const fs::path& path :
         {folder_ / "huge.bin", folder_ / "pipe", fs::path("/dev/zero"), fs::path("/proc/kmsg")}) {
        EXPECT_EQ(hash({path}), nothing) << path;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(ContentHash, StampsChangeWithTheFiles) {
    const std::vector<fs::path> files = {folder_ / "classes", folder_ / "a.py"};
    write("classes/A.class", "A");
    std::string last = file_stamps(files);
    EXPECT_EQ(file_stamps(files), last);
    for (const char* name : {"a.py", "classes/deep/B.class", "classes/A.class"}) {
        write(name, "longer than before");
        EXPECT_NE(file_stamps(files), last) << name;
        last = file_stamps(files);
    }
    fs::remove(folder_ / "a.py");
    EXPECT_NE(file_stamps(files), last);
}

}  // namespace
}  // namespace ninefold::process
