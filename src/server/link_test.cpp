// SPDX-License-Identifier: MIT
#include "server/page.h"

#include <gtest/gtest.h>

#include "rules/position_text.h"
#include "server/request.h"

namespace ninefold::server {

TEST(Link, ShowsThePositionThatTheMovesLeadTo) {
    const auto link = read_link(parse_target("/analyse?rules=open&moves=444000&at=2&x=Ann"));
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(rules::to_text(link->position), "9/9/9/9/o3x4/9/9/9/9 x 0 open");
    EXPECT_EQ(link->moves, 2);
    EXPECT_EQ(link->x, "Ann");
    const auto whole = read_link(parse_target("/analyse?moves=4440"));
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->moves, 2);
}

TEST(Link, SaysWhatIsWrongWithOneThatWasCutShort) {
    const auto problem = [](const char* target) {
        const auto link = read_link(parse_target(target));
        return link ? std::string() : link.error().message;
    };
    EXPECT_EQ(problem("/analyse?moves=444"), "'moves': the last move is cut off");
    EXPECT_EQ(problem("/analyse?moves=4444"),
              "'moves': move 2 (44) is illegal: the cell is taken by X");
    EXPECT_NE(problem("/analyse?rules=stand").find("'rules'"), std::string::npos);
    for (const char* at : {"x", "3", "-1", "1.5", "99999999999999999999"}) {
        EXPECT_EQ(problem(fmt::format("/analyse?moves=4440&at={}", at).c_str()),
                  "'at' must be a whole number from 0 to 2");
    }
    EXPECT_EQ(problem("/analyse?moves=4440&at=0"), "");
}

TEST(Link, ThePreviewIsInTheHeadAndNothingEndsItsAttributes) {
    const auto link = read_link(parse_target("/analyse?moves=44&x=%22%3E%3Cscript%3E"));
    ASSERT_TRUE(link);
    const std::string page = page_with_preview("<head><title></title></head><body></body>", *link,
                                               "https://example.org", "moves=44&x=\">");
    EXPECT_NE(page.find("property=\"og:image\" "
                        "content=\"https://example.org/api/picture?moves=44&amp;x=&quot;&gt;\""),
              std::string::npos)
        << page;
    EXPECT_LT(page.find("og:title"), page.find("</head>"));
    EXPECT_EQ(page.find("<script>"), std::string::npos);
    EXPECT_NE(page.find("O to move after 1 move."), std::string::npos);
}

}  // namespace ninefold::server
