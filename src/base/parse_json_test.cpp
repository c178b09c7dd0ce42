// SPDX-License-Identifier: MIT
#include "base/parse_json.h"

#include <string>

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

TEST(ParseJson, DiscardsWhatIsNone) {
    for (const char* text : {"", "{", "]", "]]][[[", "\"", "\"\\", "nul"}) {
        EXPECT_TRUE(parse_json(text).is_discarded()) << text;
    }
    EXPECT_TRUE(parse_json(std::string_view("{}\0}", 4)).is_discarded());
    EXPECT_EQ(parse_json<nlohmann::json>("{\"a\":1}")["a"], 1);
}

}  // namespace
}  // namespace ninefold::base
