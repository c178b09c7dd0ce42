// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
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
    Analyst& analyst;
    SentBots& sent_bots;
};

/// Answers the requests of docs/api.md, from HTTP and from WebSockets alike. Knows nothing of
/// sockets. Any thread.
class Api {
public:
    Api(const Settings& settings, Services services, std::string version);

    void handle(const Request& request, const Respond& respond);

    /// `version` of GET /api/version and of the WebSocket's greeting.
    const std::string& version() const { return version_; }
    Services& services() { return services_; }
    RateLimiter& limits() { return limits_; }

    /// Whether an answer may take long enough for a client to leave meanwhile.
    static bool takes_long(std::string_view target) { return target.starts_with("/api/analyse"); }

private:
    struct Call;
    struct Route;
    static std::span<const Route> routes();

    void show_contract(const Call& call);
    void show_version(const Call& call);
    void show_rules(const Call& call);
    void show_bots(const Call& call);
    void show_picture(const Call& call);
    void upload_bot(const Call& call);
    void analyse(const Call& call);

    void list_games(const Call& call);
    void create_game(const Call& call);
    void show_game(const Call& call);
    void show_record(const Call& call);
    void show_log(const Call& call);
    void join_game(const Call& call);
    void act_in_game(const Call& call);
    void give_hint(const Call& call);

    void list_matches(const Call& call);
    void show_match(const Call& call);
    void start_match(const Call& call);
    void stop_match(const Call& call);
    void resume_match(const Call& call);
    void list_tournaments(const Call& call);
    void show_tournament(const Call& call);
    void show_report(const Call& call);
    void start_tournament(const Call& call);

    void read_archive(const Call& call, std::function<HttpResult<Json>(store::Store&)> read,
                      int status = 200);
    void read_text(const Call& call, std::string_view content_type,
                   std::function<HttpResult<std::string>(store::Store&)> read);

    const Settings settings_;
    Services services_;
    std::string version_;
    RateLimiter limits_;
    TournamentReports reports_;  ///< the archive's
};

}  // namespace ninefold::server
