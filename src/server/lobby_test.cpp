// SPDX-License-Identifier: MIT
#include "server/lobby.h"

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

Json game_summary(const std::string& id, const char* state = "running") {
    return {{"id", id}, {"state", state}, {"date", "2026-01-02T03:04:05Z"}};
}

class LobbyListener final : public Listener {
public:
    void send(SharedText text) override { messages += *text; }
    bool is_open() const override { return true; }
    std::string messages;
};

TEST(LobbyTest, OneMakerDoesNotFillTheList) {
    Lobby lobby(4, 2);
    const auto listener = std::make_shared<LobbyListener>();
    lobby.subscribe(listener, {});
    for (int i = 0; i < 300; ++i) {
        lobby.put_game(game_summary("a" + std::to_string(i)), "192.0.2.1", true);
    }
    lobby.put_game(game_summary("b"), "192.0.2.2", true);
    EXPECT_EQ(lobby.games().size(), 3u);
    // What is not shown is not announced either, not even its end.
    lobby.put_game(game_summary("a7", "ended"), "192.0.2.1", true);
    EXPECT_EQ(listener->messages.find("\"a7\""), std::string::npos);
    EXPECT_NE(listener->messages.find("\"a1\""), std::string::npos);
}

TEST(LobbyTest, AnotherGameOfTheMakerComesWhenOneEnds) {
    Lobby lobby(4, 1);
    lobby.put_game(game_summary("a"), "192.0.2.1", true);
    lobby.put_game(game_summary("b"), "192.0.2.1", true);
    lobby.put_game(game_summary("a", "ended"), "192.0.2.1", true);
    EXPECT_EQ(lobby.games().size(), 0u);
    lobby.put_game(game_summary("b"), "192.0.2.1", false);
    ASSERT_EQ(lobby.games().size(), 1u);
    EXPECT_EQ(lobby.games()[0]["id"], "b");
}

TEST(LobbyTest, GamesWithoutAKnownMakerAreAllShown) {
    Lobby lobby(4, 1);
    for (const char* id : {"a", "b", "c"}) lobby.put_game(game_summary(id), "", true);
    EXPECT_EQ(lobby.games().size(), 3u);
}

}  // namespace

}  // namespace ninefold::server
