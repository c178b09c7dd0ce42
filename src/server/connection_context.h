// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "server/api.h"
#include "server/guard.h"
#include "server/proxies.h"
#include "server/settings.h"

namespace ninefold::server {

/// Counts connections, in all and of each address. Any thread.
class ConnectionCount {
public:
    enum class Crowd { kNone, kOfThisAddress, kOfAll };

    ConnectionCount(std::size_t most, std::size_t most_of_one)
        : most_(most), most_of_one_(most_of_one) {}

    /// Whether it is time to make room for those who come from an address.
    Crowd crowd(const std::string& address, bool is_proxy = false) const {
        const std::scoped_lock lock(mutex_);
        if (is_nearly(all_, most_)) return Crowd::kOfAll;
        if (is_proxy) return Crowd::kNone;
        const auto found = of_one_.find(address);
        const bool crowded = found != of_one_.end() && is_nearly(found->second, most_of_one_);
        return crowded ? Crowd::kOfThisAddress : Crowd::kNone;
    }

    /// False where there are too many already. A proxy has as many as there may be in all.
    bool enter(const std::string& address, bool is_proxy = false) {
        const std::scoped_lock lock(mutex_);
        if (all_ >= most_ || (!is_proxy && of_one_[address] >= most_of_one_)) return false;
        ++all_;
        ++of_one_[address];
        return true;
    }
    void leave(const std::string& address) {
        const std::scoped_lock lock(mutex_);
        --all_;
        if (--of_one_[address] == 0) of_one_.erase(address);
    }

private:
    static bool is_nearly(std::size_t count, std::size_t most) {
        return count + 2 + most / 16 >= most;
    }

    const std::size_t most_, most_of_one_;
    mutable std::mutex mutex_;
    std::size_t all_ = 0;
    std::map<std::string, std::size_t> of_one_;
};

/// Idle connections, without a request yet or since the last one. They are evicted first when the
/// server is full. Any thread.
class WaitingRoom {
public:
    /// Those who have asked something before come after all others.
    using Number = std::pair<bool, std::uint64_t>;
    /// Called on any thread; hands over and returns.
    using Cut = std::function<void()>;

    Number enter(const std::string& address, bool has_asked, Cut cut) {
        const std::scoped_lock lock(mutex_);
        const Number number(has_asked, ++last_);
        waiting_.emplace(number, Waiting{address, std::move(cut)});
        return number;
    }
    void leave(Number number) {
        const std::scoped_lock lock(mutex_);
        waiting_.erase(number);
    }
    /// Sends the first of them away: of one address, or of all.
    void make_room(ConnectionCount::Crowd crowd, const std::string& address) {
        if (crowd == ConnectionCount::Crowd::kNone) return;
        Cut cut;
        {
            const std::scoped_lock lock(mutex_);
            auto oldest = waiting_.begin();
            while (oldest != waiting_.end() && crowd == ConnectionCount::Crowd::kOfThisAddress &&
                   oldest->second.address != address) {
                ++oldest;
            }
            if (oldest == waiting_.end()) return;
            cut = std::move(oldest->second.cut);
            waiting_.erase(oldest);
        }
        cut();
    }

private:
    struct Waiting {
        std::string address;
        Cut cut;
    };

    std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::map<Number, Waiting> waiting_;  ///< oldest first
};

/// What every connection needs. Shared by all of them; outlives the last.
struct ConnectionContext {
    ConnectionContext(const Settings& of, Guard with, Proxies trusted, std::size_t most_of_one)
        : settings(of),
          guard(std::move(with)),
          proxies(std::move(trusted)),
          connections(of.most_connections, most_of_one) {}

    /// Whether the organiser asks, by the header's value. An address that has guessed too often is
    /// not listened to, right or wrong.
    bool is_organiser(std::string_view authorization, const std::string& address) {
        constexpr auto kGuess = RateLimiter::Kind::kGuess;
        if (!guard.is_token_needed()) return true;
        if (authorization.empty() || !api->limits().has(kGuess, address)) return false;
        if (guard.is_organiser(authorization)) return true;
        (void)api->limits().take(kGuess, address);
        return false;
    }

    const Settings settings;
    const Guard guard;
    const Proxies proxies;
    ConnectionCount connections;
    WaitingRoom waiting;
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
        if (context_) context_->connections.leave(address_);
    }

    ConnectionContext& context() const { return *context_; }
    /// Of the other end, which may be a proxy's.
    const std::string& address() const { return address_; }
    /// The client's address; `forwarded` is the header of a proxy, believed only if it is trusted.
    std::string client(std::string_view forwarded) const {
        const Proxies& proxies = context_->proxies;
        return proxies.trusts(remote_) ? proxies.client(remote_, forwarded) : address_;
    }

private:
    std::shared_ptr<ConnectionContext> context_;
    boost::asio::ip::address remote_;
    std::string address_;
};

}  // namespace ninefold::server
