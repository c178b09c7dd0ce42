// SPDX-License-Identifier: MIT
// Any bytes as a bot's name: its own options, a built-in bot, and the words of a command.
#include <string>
#include <string_view>

#include "bots/builtin.h"
#include "require.h"
#include "sources/command_bot.h"
#include "sources/own_options.h"

using namespace ninefold;
using fuzz::require;

namespace {

void check_options(std::string_view text) {
    const auto read = sources::read_own_options(text);
    if (!read) return fuzz::require_one_line(read.error().message);
    std::string printed;
    for (const auto& [name, value] : read->options)
        printed += sources::own_option_text(name, value);
    printed += read->name;
    const auto again = sources::read_own_options(printed);
    require(again.has_value(), "printed options can be parsed");
    require(again->options == read->options, "and are the same");
    require(again->name == read->name, "before the same name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_options(text);
    if (const auto bot = bots::make_builtin(text)) {
        require(bots::is_builtin(text), "what can be made is built in");
    } else {
        fuzz::require_one_line(bot.error().message);
    }
    if (const auto words = sources::split_command(text); !words) {
        fuzz::require_one_line(words.error().message);
    }
    return 0;
}
