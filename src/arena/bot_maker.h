// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"
#include "sources/bot_source.h"

namespace ninefold::arena {

/// Makes one of the bots of a match or tournament, by its index, for one slot. Any thread; slots
/// run at the same time.
using BotMaker = std::function<base::Result<std::unique_ptr<bots::Bot>>(int bot, int slot)>;

/// The files of all other bots that are not its own too.
sources::Paths hidden_from(const sources::BotSource& bot,
                           const std::vector<base::Result<sources::BotSource>>& sources);

/// Makes bots from their sources. No bot sees the files of another.
BotMaker maker_of(std::vector<base::Result<sources::BotSource>> sources);

/// Where a bot cannot be made, one that forfeits its games with the reason. What this machine
/// lacks stays an error: no bot loses for it.
BotMaker or_forfeit(BotMaker maker);

}  // namespace ninefold::arena
