// SPDX-License-Identifier: MIT
#include "tournament/toml_keys.h"

#include <gtest/gtest.h>

namespace ninefold::tournament {

TEST(LineOfDeepKey, CountsThePartsOfKeysAndHeaders) {
    EXPECT_EQ(line_of_deep_key("a.b = 1.5", 2), std::nullopt);
    EXPECT_EQ(line_of_deep_key("a.b.c = 1", 2), 1);
    EXPECT_EQ(line_of_deep_key("a = 1\n[[x . y\t.z]]", 2), 2);
    EXPECT_EQ(line_of_deep_key("\"a\".'b'.\"\" = 1", 2), 1);
    EXPECT_EQ(line_of_deep_key("a = [\n{b = 1, c.d.e = 2}]", 2), 2);
    EXPECT_EQ(line_of_deep_key("a = [1.5, 2.5, 3.5]\nb.c = {d.e = 1.0}", 2), std::nullopt);
}

TEST(LineOfDeepKey, LooksPastStringsAndComments) {
    EXPECT_EQ(line_of_deep_key("a = \"1.2.3\" # 4.5.6\nb = '1.2.3'", 2), std::nullopt);
    EXPECT_EQ(line_of_deep_key("a = \"\"\"\n1.2.3 \"\" \\\"\"\"\" # \"\n'.'.'.'.x = 1", 2), 3);
    EXPECT_EQ(line_of_deep_key("a = '''\n\\'''''\nb.c.d = 1", 2), 3);
    EXPECT_EQ(line_of_deep_key("a = '\\'\nb.c.d = '", 2), 2);
    EXPECT_EQ(line_of_deep_key("a = \"\\\"\nb.c.d = \"", 2), 2);
    EXPECT_EQ(line_of_deep_key("a = \"\"\nb.c.d = \"", 2), 2);
    for (const char* text : {"\"", "'", "\"\"\"", "\"\\", "'''''", "#", "\"\"\"\"\"\"\"\""}) {
        EXPECT_EQ(line_of_deep_key(text, 1), std::nullopt) << text;
    }
}

}  // namespace ninefold::tournament
