// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"

namespace ninefold::sources {

using Paths = std::vector<std::filesystem::path>;

/// How much of a conversation a bot can hold.
enum class BotKind : std::uint8_t {
    kBuiltin,  ///< runs in this process
    kUgi,      ///< speaks our protocol itself
    kHosted,   ///< a file run by a host: the host speaks our protocol, the bot knows only moves
    kSite,     ///< speaks the protocol of another site
};

/// Where a bot's games can begin, as far as its interface can tell it.
enum class GameStart : std::uint8_t {
    kAnywhere,    ///< it is shown the whole position
    kMaybe,       ///< it is shown the position, but may follow the game by itself from its start
    kEmptyBoard,  ///< its protocol sends moves only
};

/// A resolved bot name: everything BotSource reports of it, and how to make one. Each kind
/// of bot has a function that makes the plan; `make` is called from any thread.
struct BotPlan {
    std::string name;                ///< for tables
    std::string description;         ///< what it was recognised as
    Paths files;                     ///< its own, absolute; other bots must not see them
    std::vector<std::string> notes;  ///< what the organiser should know, one sentence each
    BotKind kind = BotKind::kBuiltin;
    GameStart game_start = GameStart::kAnywhere;
    bool plays_single_block = false;
    bool has_options = false;  ///< UGI options are set, which the bot may not have
    std::function<base::Result<std::unique_ptr<bots::Bot>>(int slot, const Paths& hidden)> make;
};

}  // namespace ninefold::sources
