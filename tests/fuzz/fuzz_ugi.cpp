// SPDX-License-Identifier: MIT
// Any bytes as lines of UGI, in both directions.
#include <cmath>
#include <string>
#include <string_view>

#include "base/split.h"
#include "protocol/ugi.h"
#include "require.h"

namespace ninefold::fuzz_ugi {

namespace ugi = protocol::ugi;
using fuzz::require;

namespace {

void check_command(std::string_view line) {
    fuzz::require_round_trip(line, ugi::parse_command,
                             [](const ugi::Command& command) { return to_text(command); });
    const auto command = ugi::parse_command(line);
    const auto* position = command ? std::get_if<ugi::SetPosition>(&*command) : nullptr;
    if (position == nullptr) return;
    if (const auto replayed = ugi::replay(*position, {}); !replayed) {
        fuzz::require_one_line(replayed.error().message);
    }
}

void require_safe(std::string_view text) {
    require(base::is_utf8(text), "a bot's text becomes UTF-8");
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        require((byte >= ' ' || c == '\t') && byte != 0x7f, "a bot's text has no control bytes");
    }
}

/// An expected score is printed with four digits.
void forget_digits(ugi::Reply& reply) {
    auto* info = std::get_if<protocol::Info>(&reply);
    if (info == nullptr || !info->score) return;
    info->score->expected = std::round(info->score->expected * 1e3) / 1e3;
}

void check_reply(std::string_view line) {
    auto reply = ugi::parse_reply(line);
    if (!reply) return fuzz::require_one_line(reply.error().message);
    forget_digits(*reply);
    const std::string printed = to_text(*reply);
    require_safe(printed);
    auto again = ugi::parse_reply(printed);
    require(again.has_value(), "a printed reply can be parsed");
    forget_digits(*again);
    require(*again == *reply, "and is equal");
}

}  // namespace

void run(std::string_view text) {
    for (const std::string_view line : base::split(text, '\n')) {
        check_command(line);
        check_reply(line);
    }
}

}  // namespace ninefold::fuzz_ugi
