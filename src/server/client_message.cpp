// SPDX-License-Identifier: MIT
#include "server/client_message.h"

#include "base/foreign_text.h"
#include "base/try.h"

namespace ninefold::server {

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
    constexpr std::chrono::seconds kLongestAnalysis{60};
    Members members(message);
    const std::string type = members.needed_text("type");
    const Json id = message.value("id", Json(nullptr));
    ClientMessage read = StopMessage{id};
    if (type == "subscribe") {
        const std::string name = members.needed_text("channel");
        if (members.wrong()) return *members.wrong();
        read = SubscribeMessage{TRY(parse_channel(name)), members.text("token"),
                                members.optional_number("after", 0, INT64_MAX)};
    } else if (type == "unsubscribe") {
        read = UnsubscribeMessage{members.needed_text("channel")};
    } else if (type == "call") {
        read = CallMessage{{.method = members.text("method", "POST"),
                            .target = members.needed_text("path"),
                            .object = message.value("body", Json(nullptr))},
                           members.text("admin"),
                           base::json_line(id)};
    } else if (type == "analyse") {
        read = AnalyseMessage{TRY(read_analysis(message, kLongestAnalysis)), id};
    } else if (type == "ping") {
        read = PingMessage{std::chrono::milliseconds(members.number("next_ms", 100, 600'000, 0))};
    } else if (type != "stop" && !members.wrong()) {
        return bad_request(
            "type {}; there are subscribe, unsubscribe, call, analyse, stop and ping",
            base::quoted(type));
    }
    if (members.wrong()) return *members.wrong();
    return read;
}

}  // namespace ninefold::server
