// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "server/json.h"
#include "server/settings.h"
#include "store/store.h"

namespace ninefold::server {

/// Bots' files that the organiser sends. Each lies in a folder of its own named after its name and
/// what it holds, so that no other one changes the bot of a running tournament, or is seen or
/// imported by it. They are bounded: those that no kept match or tournament names go after a while,
/// and sooner where room is needed; when only named ones are left, no more are taken.
/// The planner's thread only (Archive).
class SentBots {
public:
    /// Beside the database, and of this database alone: others name other bots.
    SentBots(const std::filesystem::path& database, const SentBotLimits& limits);

    /// Keeps a file (`name`, `text`) and answers with the bot as tournaments name it. One in which
    /// no bot is found is refused, and not kept. Blocks.
    HttpResult<Json> keep(const Json& request, store::Store& store);
    /// Forgets what nothing has named for a while.
    void tidy(store::Store& store);

private:
    base::Result<void> make_folder() const;
    HttpResult<void> make_room(store::Store& store, std::uintmax_t wanted);

    const std::filesystem::path folder_;
    const SentBotLimits limits_;
};

}  // namespace ninefold::server
