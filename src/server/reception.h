// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/api.h"
#include "server/guard.h"
#include "server/settings.h"

namespace ninefold::server {

/// Counts connections, in all and of each address. Any thread.
class ConnectionCount {
public:
    ConnectionCount(std::size_t most, std::size_t most_of_one)
        : most_(most), most_of_one_(most_of_one) {}

    /// False where there are too many already.
    bool enter(const std::string& address) {
        const std::scoped_lock lock(mutex_);
        if (all_ >= most_ || of_one_[address] >= most_of_one_) return false;
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
    const std::size_t most_, most_of_one_;
    std::mutex mutex_;
    std::size_t all_ = 0;
    std::map<std::string, std::size_t> of_one_;
};

/// What every connection needs. Shared by all of them; outlives the last.
struct Reception {
    Reception(const Settings& of, Guard with, std::size_t most_of_one)
        : settings(of), guard(std::move(with)), connections(of.most_connections, most_of_one) {}

    const Settings settings;
    const Guard guard;
    ConnectionCount connections;
    Api* api = nullptr;  ///< set before the first connection; not used after the server has stopped
};

/// A connection's place among the counted ones.
class Place {
public:
    Place(std::shared_ptr<Reception> reception, std::string address)
        : reception_(std::move(reception)), address_(std::move(address)) {}
    Place(Place&&) = default;
    Place& operator=(Place&&) = delete;
    ~Place() {
        if (reception_) reception_->connections.leave(address_);
    }

    Reception& reception() const { return *reception_; }
    const std::string& address() const { return address_; }

private:
    std::shared_ptr<Reception> reception_;
    std::string address_;
};

}  // namespace ninefold::server
