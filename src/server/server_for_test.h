// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <stdexcept>

#include "server/client_for_test.h"
#include "server/server.h"

namespace ninefold::server {

/// A person's seat at a live game, as a request names it.
inline const Json kHuman = {{"kind", "human"}, {"name", "Ann"}};

/// A server on a free port with a database of its own.
class ServerForTest {
public:
    explicit ServerForTest(const Settings& settings = {}) {
        options_.port = 0;
        options_.database = place_ / "games.db";
        options_.version = "test";
        options_.settings = settings;
        start();
    }

    void start() {
        auto started = Server::start(options_);
        if (!started) throw std::runtime_error(started.error().message);
        server_ = std::move(*started);
    }
    void stop() { server_.reset(); }

    Server& server() { return *server_; }
    ServerOptions& options() { return options_; }
    std::uint16_t port() const { return server_->port(); }
    HttpForTest http() const { return HttpForTest(port()); }
    WebSocketForTest web_socket() const { return WebSocketForTest(port()); }
    const PlaceForTest& place() const { return place_; }

private:
    PlaceForTest place_;
    ServerOptions options_;
    std::unique_ptr<Server> server_;
};

}  // namespace ninefold::server
