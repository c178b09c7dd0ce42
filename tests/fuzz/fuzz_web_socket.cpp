// SPDX-License-Identifier: MIT
// Any bytes as a message of a client on a WebSocket.
#include <string_view>

#include "require.h"
#include "server/client_message.h"

namespace ninefold::fuzz_web_socket {

using fuzz::require;

namespace {

/// What the session does with a message that it has read, as far as no socket is needed.
struct Check {
    void operator()(const server::SubscribeMessage& said) const {
        const auto again = server::parse_channel(said.channel.text);
        require(again && again->id == said.channel.id,
                "a channel is left by the name it was joined");
    }
    void operator()(const server::CallMessage& said) const {
        require(static_cast<bool>(server::parse_object(R"({"id":)" + said.id + "}")),
                "the id is JSON");
        server::parse_target(said.request.target);
    }
    void operator()(const server::AnalyseMessage& said) const {
        require(!said.request.position.is_over(), "there is something to analyse");
        require(said.request.lines >= 1 && said.request.time.count() >= 10, "and within limits");
    }
    void operator()(const auto&) const {}
};

}  // namespace

void run(std::string_view text) {
    const auto message = server::parse_object(text);
    if (!message) return fuzz::require_one_line(message.error().message);
    const auto read = server::read_client_message(*message);
    if (!read) return fuzz::require_one_line(read.error().message);
    std::visit(Check(), *read);
}

}  // namespace ninefold::fuzz_web_socket
