// SPDX-License-Identifier: MIT
#include "process/content_hash.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace ninefold::process
