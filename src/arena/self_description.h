// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "bots/bot.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// What a bot says of itself, for tables and records beside the name that its user gives it.
struct OwnName {
    std::string name, author;  ///< empty where it has not said
    bool operator==(const OwnName&) const = default;
};

/// `calls itself 'Ada', by 'Charles'`; empty where nothing is known.
std::string self_description(std::string_view name, std::string_view author);

/// Writes what the bot of a side says of itself into the record's tags (docs/formats.md).
void note_own_name(record::GameRecord& record, rules::Side side, const bots::Bot& bot);
/// Reads it from there.
OwnName own_name(const record::GameRecord& record, rules::Side side);

}  // namespace ninefold::arena
