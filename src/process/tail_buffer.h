// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ninefold::process {

/// Keeps the last bytes of a stream, in memory that never grows beyond its limit.
class TailBuffer {
public:
    explicit TailBuffer(std::size_t limit) : limit_(limit) {}

    void append(std::string_view text) {
        if (text.size() >= limit_) {
            ring_ = text.substr(text.size() - limit_);
            oldest_ = 0;
            return;
        }
        const std::size_t room = limit_ - ring_.size();
        ring_.append(text.substr(0, room));
        text.remove_prefix(std::min(room, text.size()));
        while (!text.empty()) {
            const std::size_t size = std::min(text.size(), limit_ - oldest_);
            ring_.replace(oldest_, size, text.substr(0, size));
            oldest_ = (oldest_ + size) % limit_;
            text.remove_prefix(size);
        }
    }

    std::string text() const { return ring_.substr(oldest_) + ring_.substr(0, oldest_); }

private:
    std::size_t limit_;
    std::size_t oldest_ = 0;  ///< where a full ring begins
    std::string ring_;
};

}  // namespace ninefold::process
