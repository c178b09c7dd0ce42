// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <fstream>

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
}

}  // namespace
}  // namespace ninefold::base
