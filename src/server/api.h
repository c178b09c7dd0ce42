// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "server/analyst.h"
#include "server/archive.h"
#include "server/live_games.h"
#include "server/lobby.h"
#include "server/matches.h"
#include "server/rate_limit.h"
#include "server/request.h"
#include "server/sent_bots.h"
#include "server/settings.h"
#include "server/tournament_reports.h"

namespace ninefold::server {

/// Everything that requests are answered from. Not owned.
struct Services {
    LiveGames& live_games;
    Matches& matches;
    Lobby& lobby;
    Archive& archive;
    Archive& planner;
    Analyst& analyst;
    SentBots& sent_bots;
};

/// Answers the requests of docs/api.md, from HTTP and from WebSockets alike. Knows nothing of
/// sockets. Any thread.
class Api {
public:
    Api(const Settings& settings, Services services, std::string version)
        : services_(services), version_(std::move(version)), limits_(settings) {}

    /// Responds also where a handler throws.
    void handle(const Request& request, const Respond& respond);

    /// `version` of GET /api/version and of the WebSocket's greeting.
    const std::string& version() const { return version_; }
    Services& services() { return services_; }
    RateLimiter& limits() { return limits_; }
    TournamentReports& reports() { return reports_; }

    /// Whether its route is a long one, whichever way the path is spelled.
    static bool takes_long(const Request& request);

private:
    void call_route(const Request& request, const Respond& respond);

    Services services_;
    std::string version_;
    RateLimiter limits_;
    TournamentReports reports_;  ///< the archive's
};

}  // namespace ninefold::server
