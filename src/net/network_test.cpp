// SPDX-License-Identifier: MIT
#include "net/network.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/random_network_test.h"

namespace ninefold::net {
namespace {

using testing::FileBytes;
using ::testing::HasSubstr;

constexpr rules::Rules kStandard = {rules::Ruleset::kStandard, rules::TieBreak::kDraw};
constexpr rules::Rules kMajority = {rules::Ruleset::kStandard, rules::TieBreak::kMajority};

std::string refusal(const FileBytes& bytes, rules::Rules rules = kStandard) {
    const auto network = Network::parse(bytes, rules);
    return network ? "accepted" : network.error().message;
}

class NetworkTest : public ::testing::Test {
protected:
    FileBytes bytes_ = testing::random_network(kStandard, 1, 1);
};

TEST(Crc32, HasTheStandardCheckValue) {
    const std::string_view digits = "123456789";
    EXPECT_EQ(crc32(std::as_bytes(std::span(digits))), 0xcbf43926u);
}

TEST_F(NetworkTest, ReadsAValidFile) {
    const auto network = Network::parse(bytes_, kStandard);
    ASSERT_TRUE(network) << network.error().message;
    EXPECT_EQ(network->rules(), kStandard);
    EXPECT_EQ(network->name(), "random");
    EXPECT_THAT(network->id(), ::testing::MatchesRegex("random [0-9a-f]+"));
}

TEST_F(NetworkTest, ANameIsSafeToShow) {
    constexpr std::size_t kNameAt = 42;
    testing::overwrite(bytes_, kNameAt, std::uint32_t{0xd00a1b41});  // A, ESC, line end, no UTF-8
    testing::seal(bytes_);
    const auto file = NetworkFile::parse(bytes_);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->name, "A???om");
}

TEST_F(NetworkTest, RefusesWhatIsNoNetwork) {
    EXPECT_THAT(refusal({}), HasSubstr("not a Ninefold network"));
    EXPECT_THAT(refusal(FileBytes(1000, std::byte{7})), HasSubstr("not a Ninefold network"));
}

TEST_F(NetworkTest, RefusesAnotherVersion) {
    testing::overwrite(bytes_, 8, std::uint32_t{9});
    EXPECT_THAT(refusal(bytes_), HasSubstr("version 9; this program reads version 3"));
}

TEST_F(NetworkTest, RefusesATruncatedOrLengthenedFile) {
    for (const std::size_t size : {bytes_.size() - 1, bytes_.size() / 2, std::size_t{66}}) {
        EXPECT_THAT(refusal(FileBytes(bytes_.begin(), bytes_.begin() + static_cast<long>(size))),
                    HasSubstr("cut off"));
    }
    bytes_.push_back(std::byte{0});
    EXPECT_THAT(refusal(bytes_), HasSubstr("too long"));
}

TEST_F(NetworkTest, RefusesACorruptedByteAnywhere) {
    for (std::size_t at = 20; at < bytes_.size(); at += 997) {
        FileBytes damaged = bytes_;
        damaged[at] ^= std::byte{0x10};
        EXPECT_THAT(refusal(damaged), HasSubstr("corrupted")) << at;
    }
}

TEST_F(NetworkTest, RefusesOtherRulesByName) {
    EXPECT_THAT(refusal(bytes_, kMajority),
                HasSubstr("is for standard; one for standard+majority is needed"));
}

TEST_F(NetworkTest, RefusesShapesItDoesNotCompute) {
    const auto changed = [this](std::size_t at, std::uint16_t value) {
        FileBytes bytes = bytes_;
        testing::overwrite(bytes, at, value);
        testing::seal(bytes);
        return refusal(bytes);
    };
    EXPECT_THAT(changed(24, 512), HasSubstr("512 lanes"));
    EXPECT_THAT(changed(22, 3), HasSubstr("3 heads"));
    EXPECT_THAT(changed(26, 65535), HasSubstr("whose dimensions need"));
    EXPECT_THAT(changed(20, 7), HasSubstr("unknown rules"));
}

TEST_F(NetworkTest, SavesWhatItRead) {
    const auto path = std::filesystem::path(::testing::TempDir()) / "ninefold_network_test.nfnet";
    const auto network = Network::parse(bytes_, kStandard);
    ASSERT_TRUE(network);
    ASSERT_TRUE(network->save(path));
    const auto again = Network::load(path, kStandard);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->id(), network->id());
    std::filesystem::remove(path);
    const auto missing = Network::load(path, kStandard);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("cannot be read: No such file"));
}

}  // namespace
}  // namespace ninefold::net
