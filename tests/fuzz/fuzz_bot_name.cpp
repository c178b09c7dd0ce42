// SPDX-License-Identifier: MIT
// Any bytes as a bot's name: cut into its parts, printed and read again; a built-in bot.
#include <string>
#include <string_view>

#include "bots/builtin.h"
#include "require.h"
#include "sources/bot_name.h"

namespace ninefold::fuzz_bot_name {

using fuzz::require;

namespace {

void check_round_trip(std::string_view text) {
    const auto name = sources::BotName::parse(text);
    if (!name) return fuzz::require_one_line(name.error().message);
    const auto again = sources::BotName::parse(name->text());
    require(again.has_value(), "a printed name can be parsed");
    require(*again == *name, "and is the same");
}

}  // namespace

void run(std::string_view text) {
    check_round_trip(text);
    if (const auto bot = bots::make_builtin(text)) {
        require(bots::is_builtin(text), "what can be made is built in");
    } else {
        fuzz::require_one_line(bot.error().message);
    }
}

}  // namespace ninefold::fuzz_bot_name
