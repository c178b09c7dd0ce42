// SPDX-License-Identifier: MIT
#include "server/proxies.h"

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

using boost::asio::ip::make_address;

TEST(ProxiesTest, OneClientIsOneAddress) {
    EXPECT_EQ(client_of(make_address("192.0.2.7")), "192.0.2.7");
    EXPECT_EQ(client_of(make_address("::ffff:192.0.2.7")), "192.0.2.7");
    EXPECT_EQ(client_of(make_address("::1")), "::1");
    EXPECT_EQ(client_of(make_address("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::/64");
    EXPECT_EQ(client_of(make_address("2001:db8:1:2::9")), "2001:db8:1:2::/64");
}

TEST(ProxiesTest, TrustsAddressesAndNetworks) {
    const auto proxies = Proxies::parse({"127.0.0.1", "10.0.0.0/9", "fd00::/8", "::1"});
    ASSERT_TRUE(proxies) << proxies.error().message;
    for (const char* address :
         {"127.0.0.1", "::ffff:127.0.0.1", "10.127.255.255", "fdff::1", "::1"})
        EXPECT_TRUE(proxies->trusts(make_address(address))) << address;
    for (const char* address : {"127.0.0.2", "10.128.0.0", "fe00::1", "192.0.2.7"})
        EXPECT_FALSE(proxies->trusts(make_address(address))) << address;
    EXPECT_TRUE(Proxies::parse({"0.0.0.0/0"})->trusts(make_address("192.0.2.7")));
    EXPECT_FALSE(Proxies().trusts(make_address("127.0.0.1")));
    for (const char* wrong : {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129"})
        EXPECT_FALSE(Proxies::parse({wrong})) << wrong;
}

TEST(ProxiesTest, BelievesOnlyWhatTrustedProxiesSay) {
    const auto proxies = Proxies::parse({"127.0.0.1", "10.0.0.0/8"});
    const auto client = [&](const char* header) {
        return proxies->client(make_address("127.0.0.1"), header);
    };
    EXPECT_EQ(client("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(client("192.0.2.7, 10.1.1.1"), "192.0.2.7");
    // The client itself wrote what stands before.
    EXPECT_EQ(client("198.51.100.1, 127.0.0.1, 192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(client("198.51.100.1, nonsense"), "127.0.0.1");
    EXPECT_EQ(client("2001:db8:1:2::9"), "2001:db8:1:2::/64");
    for (const char* none : {"", ",", " ", "10.0.0.1", "unknown"}) {
        EXPECT_EQ(client(none), "127.0.0.1") << none;
    }
}

}  // namespace

}  // namespace ninefold::server
