// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "server/http_error.h"
#include "server/settings.h"

namespace ninefold::server {

/// A bucket of permissions that fills at a steady rate. One thread.
class RateLimit {
public:
    using Time = std::chrono::steady_clock::time_point;

    RateLimit(double per_second, double most, Time now)
        : per_second_(per_second), most_(most), left_(most), at_(now) {}

    bool take(Time now) {
        left_ =
            std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - at_).count());
        at_ = now;
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }
    bool has(Time now) const {
        return left_ + per_second_ * std::chrono::duration<double>(now - at_).count() >= 1;
    }
    bool is_full(Time now) const {
        return left_ + per_second_ * std::chrono::duration<double>(now - at_).count() >= most_;
    }

private:
    double per_second_, most_, left_;
    Time at_;
};

/// One bucket for each address. Any thread.
class AddressLimits {
public:
    AddressLimits(double per_second, double most) : per_second_(per_second), most_(most) {}

    bool take(const std::string& address) {
        constexpr std::size_t kSweepAt = 10'000;
        const auto now = std::chrono::steady_clock::now();
        const std::scoped_lock lock(mutex_);
        if (limits_.size() > kSweepAt) {
            std::erase_if(limits_, [&](const auto& item) { return item.second.is_full(now); });
        }
        return limits_.try_emplace(address, per_second_, most_, now).first->second.take(now);
    }

    bool has(const std::string& address) {
        const std::scoped_lock lock(mutex_);
        const auto found = limits_.find(address);
        return found == limits_.end() || found->second.has(std::chrono::steady_clock::now());
    }

private:
    const double per_second_, most_;
    std::mutex mutex_;
    std::map<std::string, RateLimit> limits_;
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
        : limits_{of_minute(settings.new_games_per_minute), of_minute(settings.analyses_per_minute),
                  of_minute(settings.guesses_per_minute)} {}

    /// Takes one; what is refused where none is left.
    [[nodiscard]] HttpResult<void> take(Kind kind, const std::string& address) {
        if (limits(kind).take(address)) return {};
        return refuse(429, "too-many", "too many {} from your address; wait a moment",
                      kWhat[static_cast<std::size_t>(kind)]);
    }
    /// Whether take() would find one.
    bool has(Kind kind, const std::string& address) { return limits(kind).has(address); }

private:
    static constexpr std::array<std::string_view, 3> kWhat = {"new games", "analyses",
                                                              "wrong tokens"};
    static std::unique_ptr<AddressLimits> of_minute(double count) {
        return std::make_unique<AddressLimits>(count / 60, count);
    }
    AddressLimits& limits(Kind kind) { return *limits_[static_cast<std::size_t>(kind)]; }

    const std::array<std::unique_ptr<AddressLimits>, 3> limits_;
};

}  // namespace ninefold::server
