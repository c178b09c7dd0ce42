// SPDX-License-Identifier: MIT
#include "search/hand_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/crc32.h"

namespace ninefold::search {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kClassesAt = 22 + 2 * 23058;  ///< as docs/net.md has it

class HandWeightsTest : public ::testing::Test {
protected:
    static std::string builtin(rules::Rules rules) {
        const auto bytes = builtin_hand_weights(rules);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    base::Result<HandWeights> parse(const std::string& file) const {
        return HandWeights::parse(std::as_bytes(std::span(file)), layout_);
    }
    std::string refusal(const std::string& file) const {
        const auto weights = parse(file);
        return weights ? "accepted" : weights.error().message;
    }
    /// The built-in file with another byte somewhere and a checksum that is right again.
    std::string changed(std::size_t at, char byte) const {
        std::string file = file_;
        file[at] = byte;
        return sealed(std::move(file));
    }
    static std::string sealed(std::string file) {
        const auto overwrite = [&](std::size_t at, std::uint32_t number) {
            for (unsigned i = 0; i < 4; ++i) file[at + i] = static_cast<char>(number >> 8 * i);
        };
        overwrite(16, static_cast<std::uint32_t>(file.size()));
        overwrite(12, net::crc32(std::as_bytes(std::span(file).subspan(16))));
        return file;
    }

    const HandLayout layout_;
    const std::string file_ = builtin({});
};

TEST_F(HandWeightsTest, EachBuiltInFileIsForItsRuleset) {
    EXPECT_GE(hand_weight_files().size(), 5u);
    for (const char* name : {"standard", "standard+majority", "open", "open+majority",
                             "correspondence", "correspondence+draw"}) {
        const rules::Rules rules = *rules::parse_rules(name);
        const auto weights = parse(builtin(rules));
        ASSERT_TRUE(weights) << name << ": " << weights.error().message;
        const bool shared = rules.ruleset == rules::Ruleset::kOpen;
        EXPECT_EQ(weights->rules, shared ? rules::Rules{rules.ruleset} : rules);
    }
}

TEST_F(HandWeightsTest, ThereAreSomeForAllRules) {
    for (const rules::Rules rules : rules::kAllRules) {
        EXPECT_TRUE(parse(builtin(rules))) << rules::name(rules);
    }
}

TEST_F(HandWeightsTest, WritesWhatItRead) {
    const auto weights = parse(file_);
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_EQ(weights->file(), file_);
}

TEST_F(HandWeightsTest, RefusesWhatIsNoSuchFile) {
    EXPECT_THAT(refusal(""), HasSubstr("not a Ninefold hand-weight file: 0 bytes"));
    EXPECT_THAT(refusal(std::string(1000, 'x')), HasSubstr("not a Ninefold hand-weight file"));
    EXPECT_THAT(refusal(changed(8, 2)), HasSubstr("version 2; this program reads version 1"));
    EXPECT_THAT(refusal(changed(20, 99)), HasSubstr("unknown rules (ruleset 99, tie-break 0)"));
}

TEST_F(HandWeightsTest, RefusesACutOffLengthenedOrCorruptedFile) {
    EXPECT_THAT(refusal(file_.substr(0, 22)), HasSubstr("cut off"));
    EXPECT_THAT(refusal(file_.substr(0, file_.size() - 1)), HasSubstr("cut off"));
    EXPECT_THAT(refusal(file_ + '\0'), HasSubstr("too long"));
    for (std::size_t at = 20; at < file_.size(); at += 997) {
        std::string damaged = file_;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        EXPECT_THAT(refusal(damaged), HasSubstr("corrupted")) << at;
    }
}

TEST_F(HandWeightsTest, RefusesWeightsThatTheEvaluationCannotUse) {
    EXPECT_THAT(refusal(sealed(file_ + '\0')), HasSubstr("the evaluation needs 52632"));
    EXPECT_THAT(refusal(sealed(file_.substr(0, 22))), HasSubstr("with 0 bytes of weights"));
    EXPECT_EQ(refusal(changed(kClassesAt, 15)), "accepted");
    EXPECT_THAT(refusal(changed(kClassesAt, 16)), HasSubstr("class 16; the last one is 15"));
    EXPECT_EQ(refusal(changed(kClassesAt - 1, 16)), "accepted");
}

}  // namespace
}  // namespace ninefold::search
