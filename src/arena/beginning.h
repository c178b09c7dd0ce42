// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "arena/openings.h"
#include "base/result.h"
#include "rules/any_position.h"
#include "sources/bot_source.h"

namespace ninefold::arena {

/// Whether a bot's games can begin like this. An error where its protocol cannot tell it of moves
/// that were made before its first; a note for the organiser where it may not look at them.
base::Result<std::optional<std::string>> check_beginning(const sources::BotSource& bot,
                                                         const rules::AnyPosition& start,
                                                         const Openings& openings);

}  // namespace ninefold::arena
