// SPDX-License-Identifier: MIT
#include "server/guard.h"

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

TEST(GuardTest, ServesItsOwnNamesOnly) {
    const Guard guard({"localhost:8099", "[::1]:8099"}, "");
    EXPECT_TRUE(guard.check("localhost:8099", {}, true));
    EXPECT_TRUE(guard.check("LocalHost:8099", {}, true));
    EXPECT_TRUE(guard.check("[::1]:8099", {}, true));
    EXPECT_FALSE(guard.check("localhost", {}, false));
    EXPECT_FALSE(guard.check("localhost:80991", {}, false));
    EXPECT_FALSE(guard.check("localhost.evil.example:8099", {}, false));
    EXPECT_FALSE(guard.check("", {}, false));
}

TEST(GuardTest, PagesOfOtherSitesChangeNothing) {
    const Guard guard({"localhost:8099"}, "");
    EXPECT_TRUE(guard.check("localhost:8099", "http://localhost:8099", true));
    EXPECT_FALSE(guard.check("localhost:8099", "http://127.0.0.1:8099", true));
    EXPECT_FALSE(guard.check("localhost:8099", "http://evil.example", true));
    EXPECT_FALSE(guard.check("localhost:8099", "null", true));
    EXPECT_TRUE(guard.check("localhost:8099", "http://evil.example", false));
    const Guard anywhere({}, "secret");
    EXPECT_TRUE(anywhere.check("ninefold.example", "https://ninefold.example", true));
    EXPECT_FALSE(anywhere.check("ninefold.example", "https://evil.example", true));
}

TEST(GuardTest, TheOrganiserShowsTheToken) {
    EXPECT_TRUE(Guard({}, "").is_organiser(""));
    const Guard guard({}, "secret");
    EXPECT_FALSE(guard.is_organiser(""));
    EXPECT_FALSE(guard.is_organiser("Bearer "));
    EXPECT_FALSE(guard.is_organiser("Bearer secre"));
    EXPECT_TRUE(guard.is_organiser("Bearer secret"));
}

}  // namespace

}  // namespace ninefold::server
