// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>
#include <thread>

namespace ninefold::command {

/// Turns the first SIGINT, SIGTERM or SIGHUP (a closed terminal) into a request to stop, so that
/// games in progress are broken off and everything finished is kept; a second SIGINT or SIGTERM
/// ends the program as usual. Where SIGHUP is ignored, as under nohup, it stays so. Make it before
/// any other thread: they inherit its signal mask.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return stop_.get_token(); }
    bool requested() const { return stop_.stop_requested(); }
    /// Returns once it is requested.
    void wait() const;

private:
    std::stop_source stop_;
    std::jthread watcher_;
};

}  // namespace ninefold::command
