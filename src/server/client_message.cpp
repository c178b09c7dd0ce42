// SPDX-License-Identifier: MIT
#include "server/client_message.h"

#include "base/foreign_text.h"
#include "base/try.h"

namespace ninefold::server {

HttpResult<ChannelName> parse_channel(const std::string& text) {
    using Kind = ChannelName::Kind;
    // It is kept for as long as the client listens; none needs half as many bytes.
    constexpr std::size_t kLongest = 64;
    if (text.size() > kLongest) return bad_request("'channel' is too long");
    if (text == "lobby") return ChannelName{Kind::kLobby, "", {}, text};
    if (text.starts_with("game:")) return ChannelName{Kind::kGame, text.substr(5), {}, text};
    if (text.starts_with("match:")) {
        const auto id = store::parse_match_id(text.substr(6));
        if (id) return ChannelName{Kind::kMatch, "", *id, text};
    }
    return bad_request("channel {}; there are lobby, game:ID and match:ID", base::quoted(text));
}

HttpResult<ClientMessage> read_client_message(const Json& message) {
    constexpr std::chrono::seconds kLongestAnalysis{60};
    std::string type, channel;
    base::JsonMembers in(message);
    in.needed_text("type", type);
    if (type == "subscribe" || type == "unsubscribe") in.needed_text("channel", channel);
    const Json id = message.value("id", Json(nullptr));
    ClientMessage read = StopMessage{id};
    if (in.error()) return bad_request(*in.error());
    if (type == "subscribe") {
        SubscribeMessage subscribe{TRY(parse_channel(channel)), {}, {}};
        in.text("token", subscribe.token);
        in.number("after", subscribe.after, 0, INT64_MAX);
        read = std::move(subscribe);
    } else if (type == "unsubscribe") {
        read = UnsubscribeMessage{channel};
    } else if (type == "call") {
        CallMessage call{{.method = "POST", .object = message.value("body", Json(nullptr))},
                         {},
                         base::json_line(id)};
        in.text("method", call.request.method);
        in.needed_text("path", call.request.target);
        in.text("admin", call.admin);
        read = std::move(call);
    } else if (type == "analyse") {
        read = AnalyseMessage{TRY(read_analysis(message, kLongestAnalysis)), id};
    } else if (type == "ping") {
        PingMessage ping;
        in.number("next_ms", ping.next, 100, 600'000);
        read = ping;
    } else if (type != "stop") {
        return bad_request(
            "type {}; there are subscribe, unsubscribe, call, analyse, stop and ping",
            base::quoted(type));
    }
    if (in.error()) return bad_request(*in.error());
    return read;
}

}  // namespace ninefold::server
