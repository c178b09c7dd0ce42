// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ninefold::server {

/// When the movers of live games run out of time: one entry for each game with a running clock,
/// however often the game changes. An entry outlives its game's stay in memory, so that the clock
/// of a game that is only on disk keeps running. Its owner's lock guards it.
class GameClocks {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Beyond `most` entries, those with the latest deadlines are dropped.
    explicit GameClocks(std::size_t most) : most_(most) {}

    /// Replaces the game's entry.
    void set(const std::string& id, Time turn_began, Time deadline) {
        forget(id);
        entries_[id] = {turn_began, deadline};
        checks_.emplace(deadline, id);
        if (checks_.size() > most_) forget(std::string(checks_.rbegin()->second));
    }
    void forget(const std::string& id) {
        const auto found = entries_.find(id);
        if (found == entries_.end()) return;
        checks_.erase({found->second.check, id});
        entries_.erase(found);
    }

    std::optional<Time> turn_began(const std::string& id) const {
        const auto found = entries_.find(id);
        if (found == entries_.end()) return std::nullopt;
        return found->second.turn_began;
    }
    /// When due() next has something.
    std::optional<Time> next() const {
        if (checks_.empty()) return std::nullopt;
        return checks_.begin()->first;
    }
    /// The games that have to be checked by now. They are due again after `retry`, until they are
    /// set or forgotten: a check can fail, for example because the disk is full.
    std::vector<std::string> due(Time now, std::chrono::milliseconds retry) {
        std::vector<std::string> due;
        while (!checks_.empty() && checks_.begin()->first <= now) {
            auto node = checks_.extract(checks_.begin());
            due.push_back(node.value().second);
            node.value().first = entries_[due.back()].check = now + retry;
            checks_.insert(std::move(node));
        }
        return due;
    }
    std::size_t size() const { return checks_.size(); }

private:
    struct Entry {
        Time turn_began, check;
    };

    const std::size_t most_;
    std::unordered_map<std::string, Entry> entries_;
    std::set<std::pair<Time, std::string>> checks_;  ///< the same entries, the next one first
};

}  // namespace ninefold::server
