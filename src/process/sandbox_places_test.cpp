// SPDX-License-Identifier: MIT
#include "process/sandbox_places.h"

#include <gtest/gtest.h>

namespace ninefold::process {
namespace {

TEST(SandboxPlaces, PathsAreWhereTheBotSeesThem) {
    SandboxPlaces places;
    places.add("/class/alice", SandboxPlaces::of_folder(0));
    places.add("/books", SandboxPlaces::of_folder(1));
    places.add("/class/alice/venv", "/class/alice/venv");
    places.add("/tmp/single.bin", SandboxPlaces::of_folder(2) / "single.bin");
    places.add("/opt/hosts/python", SandboxPlaces::kHost);
    EXPECT_EQ(places.inside("/class/alice/bot.py#Player"), "/bot/bot.py#Player");
    EXPECT_EQ(places.inside("/class/alice"), "/bot");
    EXPECT_EQ(places.inside("--net=/class/alice/net.bin,/books/a"), "--net=/bot/net.bin,/bot-1/a");
    EXPECT_EQ(places.inside("/class/alice/venv/bin/python"), "/class/alice/venv/bin/python");
    EXPECT_EQ(places.inside("/opt/hosts/python/host.py"), "/host/host.py");
    EXPECT_EQ(places.inside("/tmp/single.bin"), "/bot-2/single.bin");
    for (const char* other : {"", "/class/alices", "/x/class/alice", "class/alice", "/tmp/other",
                              "/class", "4", "-Xmx16m"}) {
        EXPECT_EQ(places.inside(other), other);
    }
    EXPECT_EQ(places.inside_folder("/class/alice"), "/bot");
    EXPECT_EQ(places.inside_folder("/class/alice/deep"), "/bot/deep");
    EXPECT_EQ(places.inside_folder("/tmp"), "/bot-2");
    EXPECT_FALSE(places.inside_folder("/class"));
    EXPECT_FALSE(places.inside_folder("/opt/hosts"));
}

}  // namespace
}  // namespace ninefold::process
