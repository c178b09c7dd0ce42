// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <string>

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

private:
    const double per_second_, most_;
    std::mutex mutex_;
    std::map<std::string, RateLimit> limits_;
};

}  // namespace ninefold::server
