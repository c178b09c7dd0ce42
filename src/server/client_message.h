// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "server/analyst.h"
#include "server/json.h"
#include "server/request.h"
#include "store/game_id.h"

namespace ninefold::server {

/// A channel as clients name it.
struct ChannelName {
    enum class Kind : std::uint8_t { kLobby, kGame, kMatch };
    Kind kind = Kind::kLobby;
    std::string id{};
    store::MatchId match{};
    std::string text{};  ///< as it was named
};
HttpResult<ChannelName> parse_channel(const std::string& text);

// What a client says in one WebSocket message (docs/api.md).
struct SubscribeMessage {
    ChannelName channel;
    std::string token;
    std::optional<std::uint64_t> after;  ///< the last event that the client has
};
struct UnsubscribeMessage {
    std::string channel;  ///< as it was named
};
struct CallMessage {
    Request request;    ///< method, target and object alone
    std::string admin;  ///< the organiser's token; may be empty
    std::string id;     ///< JSON, given back with the reply
};
struct AnalyseMessage {
    AnalysisRequest request;
    Json id;
};
struct StopMessage {
    Json id;
};
struct PingMessage {
    std::chrono::milliseconds next{};  ///< until the client pings again; 0 where it promises none
};
using ClientMessage = std::variant<SubscribeMessage, UnsubscribeMessage, CallMessage,
                                   AnalyseMessage, StopMessage, PingMessage>;

/// Reads a message. Knows no sockets.
HttpResult<ClientMessage> read_client_message(const Json& message);

}  // namespace ninefold::server
