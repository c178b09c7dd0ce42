// SPDX-License-Identifier: MIT
#include "server/channel.h"

#include <vector>

#include <gtest/gtest.h>

namespace ninefold::server {
namespace {

class ListenerForTest final : public Listener {
public:
    void send(SharedText text) override { heard.push_back(Json::parse(*text)); }
    bool is_open() const override { return true; }

    std::vector<Json> heard;
};

const Json kNews = {{"event", "news"}};

/// What is announced while its snapshot is made comes after it, in order.
TEST(Channel, LetsEventsWaitForTheSnapshot) {
    Channel channel("match:1", 10, 5);
    const auto listener = std::make_shared<ListenerForTest>();
    EXPECT_FALSE(channel.resume(listener, std::nullopt, std::nullopt));
    channel.publish(kNews);
    channel.publish(kNews);
    EXPECT_TRUE(listener->heard.empty());
    channel.send_snapshot(listener.get(), {{"state", "running"}});
    channel.publish(kNews);
    ASSERT_EQ(listener->heard.size(), 4u);
    EXPECT_EQ(listener->heard[0]["type"], "snapshot");
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(listener->heard[i]["seq"], 10 + i);
}

/// More than are kept: the latest, in which the end of the match is.
TEST(Channel, SendsTheLatestEventsAfterASlowSnapshot) {
    Channel channel("match:1", 0, 3);
    const auto listener = std::make_shared<ListenerForTest>();
    EXPECT_FALSE(channel.resume(listener, std::nullopt, std::nullopt));
    for (int i = 0; i < 10; ++i) channel.publish(kNews);
    channel.send_snapshot(listener.get(), Json::object());
    ASSERT_EQ(listener->heard.size(), 4u);
    EXPECT_EQ(listener->heard[0]["seq"], 7);
    EXPECT_EQ(listener->heard[3]["seq"], 10);
}

TEST(Channel, SendsNoSnapshotToOneWhoLeft) {
    Channel channel("match:1", 0, 3);
    const auto listener = std::make_shared<ListenerForTest>();
    EXPECT_FALSE(channel.resume(listener, std::nullopt, std::nullopt));
    channel.remove(listener.get());
    channel.send_snapshot(listener.get(), Json::object());
    EXPECT_TRUE(listener->heard.empty());
}

}  // namespace
}  // namespace ninefold::server
