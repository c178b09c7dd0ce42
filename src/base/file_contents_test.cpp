// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

TEST(ReadFile, GivesEveryByte) {
    const auto path = std::filesystem::path(::testing::TempDir()) / "ninefold_read_file_test";
    const std::string bytes("a\0\r\n\xff", 5);
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(*read_file(path), bytes);
    std::ofstream(path, std::ios::binary | std::ios::trunc).close();
    EXPECT_EQ(*read_file(path), "");
    std::filesystem::remove(path);
}

TEST(ReadFile, SaysWhyNot) {
    const auto missing = read_file("/nowhere/at all");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "/nowhere/at all: cannot be read: No such file or directory");
    const auto folder = read_file("/tmp");
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().message, ::testing::HasSubstr("Is a directory"));
    EXPECT_EQ(read_file("/nowhere/\x1b[2J\n").error().message,
              "/nowhere/?[2J?: cannot be read: No such file or directory");
    EXPECT_LT(read_file(std::string(5000, 'x')).error().message.size(), 500U);
}

TEST(ReadFile, ReadsOnlyRegularFilesOfALimitedSize) {
    const auto path = std::filesystem::path(::testing::TempDir()) /
                      ("ninefold_read_file_test_" + std::to_string(::getpid()));
    const auto refusal = [](const std::filesystem::path& file, std::uintmax_t most) {
        const auto read = read_file(file, most);
        return read ? "was read" : read.error().message;
    };
    using ::testing::HasSubstr;
    std::ofstream(path, std::ios::binary) << "12345678";
    EXPECT_EQ(*read_file(path, 8), "12345678");
    EXPECT_THAT(refusal(path, 7), HasSubstr("more than the 7 bytes that are allowed"));
    std::filesystem::resize_file(path, std::uintmax_t{1} << 42);  // holes: it takes no room
    EXPECT_THAT(refusal(path, kMostFileBytes), HasSubstr("that are allowed"));
    std::filesystem::remove(path);
    EXPECT_THAT(refusal("/dev/zero", kMostFileBytes), HasSubstr("not a regular file"));
    // A pipe that nobody writes to: opening it would wait forever.
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_THAT(refusal(path, kMostFileBytes), HasSubstr("not a regular file"));
    std::filesystem::remove(path);
    // Some of these never end, and say that they are empty.
    EXPECT_THAT(refusal("/proc/self/status", kMostFileBytes), HasSubstr("not a regular file"));
    EXPECT_THAT(refusal("/proc/kmsg", kMostFileBytes), HasSubstr("cannot be read"));
}

TEST(ReadFileIn, ReadsNothingThatLeadsOutOfTheFolder) {
    namespace fs = std::filesystem;
    const fs::path place = fs::path(::testing::TempDir()) / "ninefold_read_file_in_test";
    fs::create_directories(place / "own");
    std::ofstream(place / "secret") << "secret";
    std::ofstream(place / "own/file") << "own";
    fs::create_symlink("file", place / "own/inside");
    fs::create_symlink("../secret", place / "own/outside");
    fs::create_directory_symlink("..", place / "own/up");
    EXPECT_EQ(*read_file_in(place / "own", place / "own/file"), "own");
    EXPECT_EQ(*read_file_in(place / "own/file", place / "own/file"), "own");
    EXPECT_EQ(*read_file_in(place / "own", place / "own/inside"), "own");
    for (const char* name : {"outside", "up/secret", "../secret"}) {
        const auto refused = read_file_in(place / "own", place / "own" / name);
        ASSERT_FALSE(refused) << name;
        EXPECT_THAT(refused.error().message, ::testing::HasSubstr("leads out of its folder"));
    }
    EXPECT_FALSE(read_file_in(place / "own", place / "own/file", 2));
    fs::remove_all(place);
}

TEST(ReadInParts, EndsWhereItIsToldAndWithinTheLimit) {
    const auto path = std::filesystem::path(::testing::TempDir()) /
                      ("ninefold_read_in_parts_test_" + std::to_string(::getpid()));
    std::ofstream(path, std::ios::binary) << std::string(100'000, 'a') << std::string(100'000, 'b');
    std::string all;
    const auto take = [&](std::string_view part) {
        all += part;
        return true;
    };
    ASSERT_TRUE(read_in_parts(path, 200'000, take));
    EXPECT_EQ(all, std::string(100'000, 'a') + std::string(100'000, 'b'));
    EXPECT_FALSE(read_in_parts(path, 199'999, take));
    std::filesystem::resize_file(path, std::uintmax_t{1} << 42);
    std::size_t parts = 0;
    ASSERT_TRUE(read_in_parts(path, UINTMAX_MAX, [&](std::string_view) { return ++parts < 3; }));
    EXPECT_EQ(parts, 3u);
    std::filesystem::remove(path);
    EXPECT_FALSE(read_in_parts("/dev/zero", UINTMAX_MAX, take));
}

class WriteFile : public ::testing::Test {
protected:
    const std::filesystem::path folder_ =
        std::filesystem::path(::testing::TempDir()) / "ninefold_write_file_test";
    const std::filesystem::path file_ = folder_ / "file";
    void SetUp() override { std::filesystem::create_directory(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    auto names() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
            names.insert(entry.path().filename());
        }
        return names;
    }
};

TEST_F(WriteFile, JoinsThePartsInPlaceOfWhatWasThere) {
    ASSERT_TRUE(write_file(file_, {"much longer than what comes"}));
    ASSERT_TRUE(write_file(file_, {std::string_view("a\0", 2), "", "b\n"}));
    EXPECT_EQ(*read_file(file_), std::string("a\0b\n", 4));
    EXPECT_EQ(names(), std::set<std::string>{"file"});
    EXPECT_NE(::access(file_.c_str(), X_OK), 0);
    ASSERT_TRUE(write_file(file_, {"x"}, FileMode::kExecutable));
    EXPECT_EQ(::access(file_.c_str(), X_OK), 0);
}

TEST_F(WriteFile, KeepsTheRightsOfWhatWasThere) {
    using std::filesystem::perms;
    ASSERT_TRUE(write_file(file_, {"secret"}));
    const perms own = perms::owner_read | perms::owner_write;
    std::filesystem::permissions(file_, own);
    ASSERT_TRUE(write_file(file_, {"a new secret"}));
    EXPECT_EQ(std::filesystem::status(file_).permissions(), own);
}

TEST_F(WriteFile, WritersDoNotMix) {
    // What another one is writing, or what one that was killed has left.
    std::ofstream(file_.native() + ".part") << "half";
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([this, i] {
            for (int n = 0; n < 20; ++n) {
                EXPECT_TRUE(write_file(file_, {std::string(50'000, static_cast<char>('a' + i))}));
            }
        });
    }
    for (std::thread& writer : writers) writer.join();
    const std::string text = *read_file(file_);
    EXPECT_EQ(text, std::string(50'000, text[0]));
    EXPECT_EQ(names(), (std::set<std::string>{"file", "file.part"}));
}

TEST_F(WriteFile, SaysWhyNotAndLeavesNothingBehind) {
    const auto nowhere = write_file(folder_ / "none" / "x", {"x"});
    ASSERT_FALSE(nowhere);
    EXPECT_THAT(nowhere.error().message,
                ::testing::EndsWith("none/x: cannot be written: No such file or directory"));
    std::filesystem::create_directory(file_);
    const auto folder = write_file(file_, {"x"});
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().message, ::testing::EndsWith("Is a directory"));
    EXPECT_EQ(names(), std::set<std::string>{"file"});
}

TEST_F(WriteFile, IsToldBeforehandWhetherItCan) {
    EXPECT_TRUE(reserve_file(file_, 1000));
    EXPECT_TRUE(names().empty());
    EXPECT_FALSE(reserve_file(folder_, 0));
    EXPECT_FALSE(reserve_file(folder_ / "none" / "x", 0));
    const auto huge = reserve_file(file_, std::uintmax_t{1} << 60);
    ASSERT_FALSE(huge);
    EXPECT_THAT(huge.error().message, ::testing::HasSubstr("the disk has room for"));
    EXPECT_TRUE(names().empty());
}

TEST_F(WriteFile, IsAsLongAsWhatIsWrittenHoweverMuchWasReserved) {
    const auto file = reserve_file(file_, 100'000);
    ASSERT_TRUE(file);
    (*file)->write("some");
    (*file)->write(" bytes");
    (*file)->move_to_its_place();
    ASSERT_TRUE((*file)->result());
    EXPECT_EQ(*read_file(file_), "some bytes");
    EXPECT_EQ(names(), std::set<std::string>{"file"});
}

TEST_F(WriteFile, WorksInTheWorkingFolder) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    EXPECT_TRUE(write_file("file", {"x"}));
    std::filesystem::current_path(before);
    EXPECT_EQ(*read_file(file_), "x");
}

}  // namespace
}  // namespace ninefold::base
