// SPDX-License-Identifier: MIT
#include "net/data_file.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "rules/position_text.h"

namespace ninefold::net {
namespace {

DataFile random_positions(rules::Rules rules) {
    DataFile file{rules, {}};
    base::Rng rng(7);
    for (int game = 0; game < 5; ++game) {
        auto p = rules::AnyPosition::start(rules);
        while (!p.is_over()) {
            file.positions.push_back(SearchedPosition::of(p));
            EXPECT_EQ(file.positions.back().position(rules), p);
            file.positions.back().value = static_cast<std::int16_t>(rng.below(32000));
            const auto legal = p.legal_moves();
            p = p.after(legal.nth(rng.below(static_cast<std::uint32_t>(legal.size()))));
        }
    }
    return file;
}

class DataFileTest : public ::testing::Test {
protected:
    const std::filesystem::path path_ =
        std::filesystem::path(::testing::TempDir()) / "data_file_test.nfd";
    void TearDown() override { std::filesystem::remove(path_); }

    std::string read() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    std::string error_of(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary) << bytes;
        const auto file = DataFile::load(path_);
        return file ? "" : file.error().message;
    }
};

TEST_F(DataFileTest, PositionsComeBackAsTheyWere) {
    for (const auto ruleset : rules::kRulesets) {
        for (const auto tie_break : rules::kTieBreaks) {
            const DataFile file = random_positions({ruleset, tie_break});
            ASSERT_TRUE(file.save(path_));
            const auto again = DataFile::load(path_);
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(again->rules, file.rules);
            ASSERT_EQ(again->positions.size(), file.positions.size());
            for (std::size_t i = 0; i < file.positions.size(); ++i) {
                const auto text = rules::to_text(again->positions[i].position(again->rules));
                EXPECT_EQ(text, rules::to_text(file.positions[i].position(file.rules)));
                EXPECT_TRUE(rules::parse_position(text)) << text;
                EXPECT_EQ(again->positions[i].value, file.positions[i].value);
            }
        }
    }
}

TEST_F(DataFileTest, DamageIsRefusedWithAReason) {
    ASSERT_TRUE(random_positions({}).save(path_));
    const std::string whole = read();
    EXPECT_EQ(error_of(whole), "");
    EXPECT_NE(error_of(whole.substr(0, 20)).find("not a data file"), std::string::npos);
    EXPECT_NE(error_of("x" + whole.substr(1)).find("not a data file"), std::string::npos);
    EXPECT_NE(error_of(whole.substr(0, whole.size() - 1)).find("announced"), std::string::npos);
    std::string flipped = whole;
    flipped.back() = static_cast<char>(flipped.back() ^ 1);
    EXPECT_NE(error_of(flipped).find("checksum"), std::string::npos);
    std::string strange = whole;
    strange[8] = 7;
    EXPECT_NE(error_of(strange).find("unknown"), std::string::npos);
}

TEST_F(DataFileTest, FullDiskIsSaid) {
    const auto saved = random_positions({}).save("/dev/full/x");
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find("cannot be written"), std::string::npos);
}

}  // namespace
}  // namespace ninefold::net
