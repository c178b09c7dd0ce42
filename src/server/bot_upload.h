// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "server/json.h"
#include "server/refusal.h"

namespace ninefold::server {

/// Keeps a bot's file that an organiser sends (`name`, `text`) below `folder`, each in a folder of
/// its own named after what it holds, so that no upload changes the bot of a running tournament
/// and a bot sees no other. Answers with the bot as tournaments name it. A file in which no bot is
/// found is refused, and not kept. Blocks.
Granted<Json> keep_bot(const Json& request, const std::filesystem::path& folder);

}  // namespace ninefold::server
