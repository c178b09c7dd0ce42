// SPDX-License-Identifier: MIT
#include "base/parse_json.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

std::string nested(int depth) {
    const auto n = static_cast<std::size_t>(depth);
    return std::string(n, '[') + std::string(n, ']');
}

TEST(ParseJson, ReadsUpToADepth) {
    EXPECT_FALSE(parse_json(nested(kDeepestJson)).is_discarded());
    EXPECT_TRUE(parse_json(nested(kDeepestJson + 1)).is_discarded());
    EXPECT_TRUE(parse_json(nested(5'000'000)).is_discarded());
    EXPECT_FALSE(parse_json(nested(3), 3).is_discarded());
    EXPECT_TRUE(parse_json(nested(4), 3).is_discarded());
    // One behind another is not one in another, and brackets in strings are letters.
    EXPECT_EQ(parse_json("[[],[],[]]", 2).size(), 3u);
    EXPECT_EQ(parse_json(R"(["[[[[\"[[[["])", 1)[0], "[[[[\"[[[[");
}

std::string object_of(std::size_t members) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i) text += fmt::format("{}\"{}\":0", i ? "," : "", i);
    return text + "}";
}

TEST(ParseJson, ReadsObjectsUpToANumberOfMembers) {
    EXPECT_EQ(parse_json(object_of(kMostJsonMembers)).size(), kMostJsonMembers);
    EXPECT_TRUE(parse_json(object_of(kMostJsonMembers + 1)).is_discarded());
    EXPECT_TRUE(parse_json("[[{}]," + object_of(1'000'000) + "]").is_discarded());
    // Elsewhere commas are as many as they like.
    const std::string list = "[" + std::string(5000, ',') + "]";
    EXPECT_FALSE(has_larger_object(list, 10));
    EXPECT_FALSE(has_larger_object("{\"" + std::string(5000, ',') + "\":" + list + "}", 10));
    // Those whose members are sorted are found fast.
    EXPECT_EQ(parse_json<nlohmann::json>(object_of(5000)).size(), 5000u);
}

TEST(ParseJson, DiscardsWhatIsNone) {
    for (const char* text : {"", "{", "]", "]]][[[", "\"", "\"\\", "nul"}) {
        EXPECT_TRUE(parse_json(text).is_discarded()) << text;
    }
    EXPECT_TRUE(parse_json(std::string_view("{}\0}", 4)).is_discarded());
    EXPECT_EQ(parse_json<nlohmann::json>("{\"a\":1}")["a"], 1);
}

}  // namespace
}  // namespace ninefold::base
