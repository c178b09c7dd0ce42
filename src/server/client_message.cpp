// SPDX-License-Identifier: MIT
#include "server/client_message.h"

#include "base/foreign_text.h"

namespace ninefold::server {

namespace {

constexpr std::chrono::seconds kLongestAnalysis{60};

HttpResult<ClientMessage> read_subscribe(const Json& message) {
    Members members(message);
    const std::string text = members.needed_text("channel");
    const std::string token = members.text("token");
    const auto number = members.optional_number("after", 0, INT64_MAX);
    if (members.wrong()) return *members.wrong();
    auto channel = parse_channel(text);
    if (!channel) return channel.error();
    std::optional<std::uint64_t> after;
    if (number) after = static_cast<std::uint64_t>(*number);
    return ClientMessage(SubscribeMessage{std::move(*channel), token, after});
}

HttpResult<ClientMessage> read_unsubscribe(const Json& message) {
    Members members(message);
    UnsubscribeMessage read{members.needed_text("channel")};
    if (members.wrong()) return *members.wrong();
    return ClientMessage(std::move(read));
}

HttpResult<ClientMessage> read_call(const Json& message) {
    Members members(message);
    CallMessage call;
    call.request.method = members.text("method", "POST");
    call.request.target = members.needed_text("path");
    call.admin = members.text("admin");
    if (members.wrong()) return *members.wrong();
    call.request.object = message.value("body", Json(nullptr));
    call.id = to_line(message.value("id", Json(nullptr)));
    return ClientMessage(std::move(call));
}

HttpResult<ClientMessage> read_analyse(const Json& message) {
    auto request = read_analysis(message, kLongestAnalysis);
    if (!request) return request.error();
    return ClientMessage(AnalyseMessage{std::move(*request), message.value("id", Json(nullptr))});
}

HttpResult<ClientMessage> read_ping(const Json& message) {
    Members members(message);
    const auto next = members.optional_number("next_ms", 100, 600'000);
    if (members.wrong()) return *members.wrong();
    return ClientMessage(PingMessage{std::chrono::milliseconds(next.value_or(0))});
}

}  // namespace

HttpResult<ChannelName> parse_channel(const std::string& text) {
    using Kind = ChannelName::Kind;
    if (text == "lobby") return ChannelName{Kind::kLobby, "", {}, text};
    if (text.starts_with("game:")) return ChannelName{Kind::kGame, text.substr(5), {}, text};
    if (text.starts_with("match:")) {
        const auto id = store::parse_match_id(text.substr(6));
        if (id) return ChannelName{Kind::kMatch, "", *id, text};
    }
    return bad_request("channel {}; there are lobby, game:ID and match:ID", base::quoted(text));
}

HttpResult<ClientMessage> read_client_message(const Json& message) {
    Members members(message);
    const std::string type = members.needed_text("type");
    if (members.wrong()) return *members.wrong();
    if (type == "subscribe") return read_subscribe(message);
    if (type == "unsubscribe") return read_unsubscribe(message);
    if (type == "call") return read_call(message);
    if (type == "analyse") return read_analyse(message);
    if (type == "stop") return ClientMessage(StopMessage{message.value("id", Json(nullptr))});
    if (type == "ping") return read_ping(message);
    return bad_request("type {}; there are subscribe, unsubscribe, call, analyse, stop and ping",
                       base::quoted(type));
}

}  // namespace ninefold::server
