// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "arena/broadcaster.h"
#include "cli/commands.h"
#include "server/server.h"
#include "store/live_feed.h"

namespace ninefold::cli {

/// The audience of a match: people who watch it in the browser while it is played: through a server
/// of this process, or through one of another process that looks at the same database. Outlives the
/// broadcaster.
class Audience {
public:
    /// With a server, which has the match's database; or without, for other processes' servers.
    Audience(std::unique_ptr<server::Server> server, store::MatchId match);
    explicit Audience(std::unique_ptr<store::LiveFeedWriter> live_feed);

    void join(arena::Broadcaster& broadcaster);

private:
    std::unique_ptr<server::Server> server_;
    std::unique_ptr<arena::EventSink> sink_;  ///< after the server: it goes first
};

/// The option `--serve` of commands that play matches.
class AudienceOption {
public:
    void add_to(Command& command);

    /// Starts the server where one is wanted, and prints the link to `page`, `#/watch` or the like.
    /// Throws CommandError.
    Audience invite(const std::filesystem::path& database, store::MatchId match,
                    std::string_view page) const;

private:
    std::string serve_;  ///< empty: no
    bool is_public_ = false;
};

}  // namespace ninefold::cli
