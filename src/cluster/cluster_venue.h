// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/game_pump.h"
#include "base/result.h"
#include "cluster/nats.h"
#include "cluster/task.h"
#include "sources/bot_source.h"

namespace ninefold::cluster {

struct VenueSettings {
    nats::ServerOptions servers;
    std::string program;  ///< version and networks; must be the workers'
    /// Names the match or tournament: letters and digits, the same whenever it is resumed, and no
    /// other's.
    std::string run;
    int replicas = 0;  ///< 0: three where the servers are a cluster, else one
    TaskRules rules{};
    /// Told what a person should know, from any thread, one at a time.
    std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// Has games played by workers. A game is a task in a queue until a worker's result is in a stream;
/// the result is there until the game is kept. What the venue holds may be lost at any time: the
/// next one of the same run continues with the results that came meanwhile, and gives out the rest
/// again. Its destructor cancels the tasks that nobody waits for.
///
/// Sends the bots' files, and takes in results that wait. A bot that is an error forfeits.
base::Result<std::unique_ptr<arena::Venue>> open_cluster_venue(
    VenueSettings settings, const std::vector<base::Result<sources::BotSource>>& bots);

}  // namespace ninefold::cluster
