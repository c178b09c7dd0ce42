// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arena/events.h"
#include "base/result.h"
#include "server/settings.h"
#include "store/game_id.h"

namespace ninefold::server {

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8099;  ///< 0: any free one
    std::filesystem::path database;
    /// Needed for an address that others can reach.
    bool is_public = false;
    /// What others call it, `ninefold.example`, e.g. because a proxy stands before it.
    std::vector<std::string> names;
    /// Proxies whose header `X-Forwarded-For` is believed: addresses, or networks (`10.0.0.0/8`).
    std::vector<std::string> trusted_proxies;
    /// What the organiser must show. Empty: nothing where only this machine can reach the server;
    /// otherwise one is made up (admin_token()).
    std::string admin_token;
    std::string version = "0";
    Settings settings{};
};

/// The server: the page, the JSON interface and the WebSocket of docs/api.md, on threads of its own
/// from start() until it is destroyed or stopped. One thread owns it.
class Server {
public:
    /// Opens the database, resumes what an earlier run left, and listens.
    static base::Result<std::unique_ptr<Server>> start(const ServerOptions& options);
    virtual ~Server() = default;

    virtual std::uint16_t port() const = 0;
    virtual const ServerOptions& options() const = 0;
    /// `http://127.0.0.1:8099/`
    std::string url() const;
    const std::string& admin_token() const { return options().admin_token; }

    /// Shows a match or tournament that this process plays into the server's database: give the
    /// sink to its arena::Broadcaster. Must be gone before the server is.
    virtual std::unique_ptr<arena::EventSink> match_sink(store::MatchId id) = 0;

    /// Hangs up on all clients and writes everything to the disk.
    virtual void stop() = 0;
};

}  // namespace ninefold::server
