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

TEST(GuardTest, NamesOfTheServerAreHostNames) {
    for (const char* name : {"ninefold.example", "localhost:8099", "192.0.2.7", "my_server",
                             "xn--bcher-kva.example", "[::1]", "[2001:db8::1]:8099"}) {
        const auto read = read_host_name(name);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, name);
    }
    EXPECT_EQ(*read_host_name("Ninefold.Example"), "ninefold.example");
    for (const char* name :
         {"", " ", "https://ninefold.example/", "https://ninefold.example", "ninefold.example/",
          "ninefold example", " ninefold.example", "ninefold.example:", "ninefold.example:http",
          "a..b", ".example", "[::1", "::1", "*"}) {
        const auto read = read_host_name(name);
        ASSERT_FALSE(read) << name;
        EXPECT_NE(read.error().message.find("ninefold.example, without https://"),
                  std::string::npos);
    }
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
