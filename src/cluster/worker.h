// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "cluster/nats.h"
#include "sources/house_rules.h"

namespace ninefold::cluster {

struct WorkerSettings {
    nats::ServerOptions servers;
    std::string program;  ///< version and networks; must be the organiser's
    std::string name;     ///< for the organiser's messages
    int slots = 1;
    std::filesystem::path cache;  ///< for bots' files
    sources::HouseRules house;    ///< what is this machine's affair: sandbox, interpreter, cores
    /// Told what a person should know, from any thread, one at a time.
    std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// What a worker did, and what its slots' time went into.
struct WorkReport {
    using Duration = std::chrono::nanoseconds;
    int games = 0;         ///< whose results are safe
    Duration waiting{};    ///< for a task
    Duration preparing{};  ///< finding or making the bots
    Duration playing{};
    Duration sending{};  ///< while the next game is being played

    WorkReport& operator+=(const WorkReport& other);
};

/// Plays games for any organiser that has some, in `slots` at the same time, until `stop`; the
/// games in progress are then given back. The error is one that a retry will not fix: another
/// version, no server at the start.
base::Result<WorkReport> work(const WorkerSettings& settings, std::stop_token stop);

}  // namespace ninefold::cluster
