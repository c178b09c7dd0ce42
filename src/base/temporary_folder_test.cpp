// SPDX-License-Identifier: MIT
#include "base/temporary_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace ninefold::base {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsPrivateAndGoneWithItsObject) {
    fs::path path;
    {
        auto folder = TemporaryFolder::make();
        ASSERT_TRUE(folder) << folder.error().message;
        path = folder->path();
        std::ofstream(path / "file") << "text";
        fs::create_directory(path / "below");
        struct stat status {};
        ASSERT_EQ(::stat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777, 0700u);
        const TemporaryFolder moved = std::move(*folder);
        EXPECT_EQ(moved.path(), path);
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, OfAKilledProgramIsRemovedByTheNext) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto folder = TemporaryFolder::make();
        const std::string path = folder ? folder->path().string() : "";
        if (::write(ends[1], path.data(), path.size()) < 0) ::_exit(1);
        for (;;) ::pause();
    }
    std::array<char, 4096> text;
    const ssize_t size = ::read(ends[0], text.data(), text.size());
    ASSERT_GT(size, 0);
    const fs::path path(std::string(text.data(), static_cast<std::size_t>(size)));
    const auto mine = TemporaryFolder::make();
    ASSERT_TRUE(mine);
    std::ofstream(path / "file") << "text";

    TemporaryFolder::remove_abandoned(std::chrono::seconds(0));
    EXPECT_TRUE(fs::exists(path)) << "its program lives";
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    TemporaryFolder::remove_abandoned(std::chrono::seconds(60));
    EXPECT_TRUE(fs::exists(path)) << "too young";
    TemporaryFolder::remove_abandoned(std::chrono::seconds(0));
    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(fs::exists(mine->path()));
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(TemporaryFolder, HalfRemovedIsRemovedByTheNext) {
    std::string path = (fs::temp_directory_path() / TemporaryFolder::kPrefix).string() + "XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    std::ofstream(fs::path(path) / "file") << "its lock file is gone already";
    TemporaryFolder::remove_abandoned(std::chrono::seconds(60));
    EXPECT_TRUE(fs::exists(path)) << "too young";
    TemporaryFolder::remove_abandoned(std::chrono::seconds(0));
    EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace ninefold::base
