// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/api.h"
#include "server/guard.h"
#include "server/proxies.h"
#include "server/settings.h"

namespace ninefold::server {

/// All connections: how many there are, in all and of each address, and which of them are idle,
/// without a request yet or since the last one. Those are evicted first when the server is full.
/// Any thread.
class Connections {
public:
    /// Those who have asked something before come after all others.
    using Number = std::pair<bool, std::uint64_t>;
    /// Called on any thread, under the lock; hands over and returns.
    using Cut = std::function<void()>;

    /// `most_of_one`: of one address. `most_web_sockets`: of one client behind a proxy.
    Connections(std::size_t most, std::size_t most_of_one, std::size_t most_web_sockets)
        : most_(most), most_of_one_(most_of_one), most_web_sockets_(most_web_sockets) {}

    /// Where it is time to make room, the first idle one is sent away: of all, or of this address.
    /// False where there are too many already. A proxy has as many as there may be in all.
    bool enter(const std::string& address, bool is_proxy) {
        const std::scoped_lock lock(mutex_);
        const auto found = of_one_.find(address);
        const std::size_t own = found == of_one_.end() || is_proxy ? 0 : found->second;
        const bool crowded = is_nearly(all_, most_);
        if (crowded || (!is_proxy && is_nearly(own, most_of_one_))) {
            const auto oldest = std::ranges::find_if(waiting_, [&](const auto& item) {
                return crowded || item.second.address == address;
            });
            if (oldest != waiting_.end()) {
                oldest->second.cut();
                waiting_.erase(oldest);
            }
        }
        if (all_ >= most_ || (!is_proxy && own >= most_of_one_)) return false;
        ++all_;
        ++of_one_[address];
        return true;
    }
    void leave(const std::string& address) {
        const std::scoped_lock lock(mutex_);
        --all_;
        if (--of_one_[address] == 0) of_one_.erase(address);
    }

    /// A proxy's connection becomes the WebSocket of one client. Until then it may carry requests
    /// of many clients, and counts as nobody's. False where that client has too many already.
    bool take_for(const std::string& client) {
        const std::scoped_lock lock(mutex_);
        if (web_sockets_.contains(client) && web_sockets_[client] >= most_web_sockets_)
            return false;
        ++web_sockets_[client];
        return true;
    }
    void end_of(const std::string& client) {
        const std::scoped_lock lock(mutex_);
        if (--web_sockets_[client] == 0) web_sockets_.erase(client);
    }

    Number wait(const std::string& address, bool has_asked, Cut cut) {
        const std::scoped_lock lock(mutex_);
        const Number number(has_asked, ++last_);
        waiting_.emplace(number, Waiting{address, std::move(cut)});
        return number;
    }
    void stop_waiting(Number number) {
        const std::scoped_lock lock(mutex_);
        waiting_.erase(number);
    }

private:
    struct Waiting {
        std::string address;
        Cut cut;
    };

    static bool is_nearly(std::size_t count, std::size_t most) {
        return count + 2 + most / 16 >= most;
    }

    const std::size_t most_, most_of_one_, most_web_sockets_;
    std::mutex mutex_;  ///< guards the rest
    std::size_t all_ = 0;
    std::map<std::string, std::size_t> of_one_;
    std::map<std::string, std::size_t> web_sockets_;  ///< of each client behind a proxy
    std::uint64_t last_ = 0;
    std::map<Number, Waiting> waiting_;  ///< oldest first
};

/// Whether a proxy passed the request on, as far as its headers tell.
inline bool is_forwarded(
    const boost::beast::http::request<boost::beast::http::string_body>& request) {
    constexpr std::array kHeaders = {"Forwarded",         "Via",
                                     "X-Forwarded-For",   "X-Forwarded-Host",
                                     "X-Forwarded-Proto", "X-Real-IP"};
    return std::ranges::any_of(kHeaders, [&](const char* name) { return request.count(name) > 0; });
}

/// What every connection needs. Shared by all of them; outlives the last.
struct ConnectionContext {
    ConnectionContext(const Settings& of, Guard with, Proxies trusted, std::size_t most_of_one)
        : settings(of),
          guard(std::move(with)),
          proxies(std::move(trusted)),
          connections(of.most_connections, most_of_one, of.most_connections_of_one) {}

    /// Whether the organiser asks, by the header's value. An address that has guessed too often is
    /// not listened to, right or wrong. Where everybody on this machine is the organiser, a
    /// client behind a proxy is not: the proxy may serve the whole world.
    bool is_organiser(std::string_view authorization, const std::string& address,
                      bool is_forwarded) {
        constexpr auto kGuess = RateLimiter::Kind::kGuess;
        if (!guard.is_token_needed()) return !is_forwarded;
        if (authorization.empty() || !api->limits().has(kGuess, address)) return false;
        if (guard.is_organiser(authorization)) return true;
        (void)api->limits().take(kGuess, address);
        return false;
    }

    const Settings settings;
    const Guard guard;
    const Proxies proxies;
    Connections connections;
    Api* api = nullptr;  ///< set before the first connection; not used after the server has stopped
};

/// A connection's place among the counted ones.
class Place {
public:
    Place(std::shared_ptr<ConnectionContext> context, const boost::asio::ip::address& remote)
        : context_(std::move(context)), remote_(remote), address_(client_of(remote)) {}
    Place(Place&&) = default;
    Place& operator=(Place&&) = delete;
    ~Place() {
        if (!context_) return;
        context_->connections.leave(address_);
        if (!client_.empty()) context_->connections.end_of(client_);
    }

    ConnectionContext& context() const { return *context_; }
    /// Of the other end, which may be a proxy's.
    const std::string& address() const { return address_; }
    /// The client's address; `forwarded` is the header of a proxy, believed only if it is trusted.
    std::string client(std::string_view forwarded) const {
        const Proxies& proxies = context_->proxies;
        return proxies.trusts(remote_) ? proxies.client(remote_, forwarded) : address_;
    }
    /// The connection becomes the WebSocket of `client`. False where that has too many; connections
    /// that are not a proxy's were counted when they came.
    bool take_for(const std::string& client) {
        if (client == address_) return true;
        if (!context_->connections.take_for(client)) return false;
        client_ = client;
        return true;
    }

private:
    std::shared_ptr<ConnectionContext> context_;
    boost::asio::ip::address remote_;
    std::string address_;
    std::string client_;  ///< whose WebSocket it is, where a proxy told
};

/// Serves one connection: requests one after another, until it closes or becomes a WebSocket. The
/// socket's executor is a strand. The connection owns itself.
void start_http_session(boost::asio::ip::tcp::socket socket, Place place);

/// Takes over a connection whose request asks for a WebSocket and has passed the guard. The
/// connection owns itself. `client` is the client's address, behind any trusted proxies.
void start_web_socket_session(
    boost::beast::tcp_stream stream,
    const boost::beast::http::request<boost::beast::http::string_body>& request, Place place,
    std::string client);

}  // namespace ninefold::server
