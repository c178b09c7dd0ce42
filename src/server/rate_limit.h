// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "server/json.h"
#include "server/settings.h"

namespace ninefold::server {

/// A bucket of permissions that fills at a steady rate. One thread.
class RateLimit {
public:
    using Time = std::chrono::steady_clock::time_point;

    RateLimit(double per_second, double most, Time now)
        : per_second_(per_second), most_(most), left_(most), at_(now) {}

    bool take(Time now) {
        left_ = std::min(most_, left(now));
        at_ = now;
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }
    bool has(Time now) const { return left(now) >= 1; }
    bool is_full(Time now) const { return left(now) >= most_; }

private:
    double left(Time now) const {
        return left_ + per_second_ * std::chrono::duration<double>(now - at_).count();
    }

    double per_second_, most_, left_;
    Time at_;
};

/// What one address may ask for in a minute. The one limiter of the server: whatever a stranger can
/// make costly takes from it, over HTTP and WebSockets alike. Any thread.
class RateLimiter {
public:
    enum class Kind {
        kNewGame,   ///< made by a request or as a rematch
        kAnalysis,  ///< an analysis or a hint
        kGuess,     ///< a wrong token of the organiser
    };

    explicit RateLimiter(const Settings& settings)
        : per_minute_{settings.new_games_per_minute, settings.analyses_per_minute,
                      settings.guesses_per_minute} {}

    /// Takes one; what is refused where none is left.
    [[nodiscard]] HttpResult<void> take(Kind kind, const std::string& address) {
        static constexpr std::array kWhat = {"new games", "analyses", "wrong tokens"};
        constexpr std::size_t kSweepAt = 10'000;
        const auto index = static_cast<std::size_t>(kind);
        const auto now = std::chrono::steady_clock::now();
        const double most = per_minute_[index];
        const std::scoped_lock lock(mutex_);
        Buckets& buckets = buckets_[index];
        if (buckets.size() > kSweepAt) {
            std::erase_if(buckets, [&](const auto& item) { return item.second.is_full(now); });
        }
        if (buckets.try_emplace(address, most / 60, most, now).first->second.take(now)) return {};
        return refuse(429, "too-many", "too many {} from your address; wait a moment",
                      kWhat[index]);
    }
    /// Whether take() would find one.
    bool has(Kind kind, const std::string& address) {
        const std::scoped_lock lock(mutex_);
        const Buckets& buckets = buckets_[static_cast<std::size_t>(kind)];
        const auto found = buckets.find(address);
        return found == buckets.end() || found->second.has(std::chrono::steady_clock::now());
    }

private:
    using Buckets = std::map<std::string, RateLimit>;  ///< of each address

    const std::array<double, 3> per_minute_;
    std::mutex mutex_;  ///< guards the rest
    std::array<Buckets, 3> buckets_;
};

}  // namespace ninefold::server
