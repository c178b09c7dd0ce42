// SPDX-License-Identifier: MIT
#include "arena/self_description.h"

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "rules/move_text.h"

namespace ninefold::arena {

namespace {

constexpr std::size_t kMostBytes = 100;

std::string tag(rules::Side side, std::string_view what) {
    return fmt::format("{}{}", rules::to_capital(side), what);
}

}  // namespace

std::string self_description(std::string_view name, std::string_view author) {
    std::string text;
    if (!name.empty()) text = fmt::format("calls itself {}", base::quoted(name));
    if (!author.empty()) {
        text += fmt::format("{} {}", name.empty() ? "is by" : ", by", base::quoted(author));
    }
    return text;
}

void note_own_name(record::GameRecord& record, rules::Side side, const bots::Bot& bot) {
    const auto note = [&](std::string_view what, std::string_view value) {
        if (value.empty()) return;
        record.tags.emplace_back(tag(side, what), base::safe_name(value, kMostBytes));
    };
    note("Name", bot.own_name());
    note("Author", bot.author());
}

OwnName own_name(const record::GameRecord& record, rules::Side side) {
    OwnName own;
    for (const auto& [name, value] : record.tags) {
        if (name == tag(side, "Name")) own.name = value;
        if (name == tag(side, "Author")) own.author = value;
    }
    return own;
}

}  // namespace ninefold::arena
