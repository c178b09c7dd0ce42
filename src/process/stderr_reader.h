// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <poll.h>

#include "base/file_descriptor.h"
#include "process/bot_process.h"

namespace ninefold::process {

/// Reads the standard error of all bots, so that none blocks on it. On a thread of its own, which
/// does nothing else: who reads a pipe waits for its lock, and a bot with many threads that write
/// can hold that for long. By poll: epoll has a limit for each user, which a bot of the organiser's
/// user can use up. Any thread may call it.
class StderrReader {
public:
    StderrReader();
    ~StderrReader();
    StderrReader(const StderrReader&) = delete;
    StderrReader& operator=(const StderrReader&) = delete;

    void add(std::shared_ptr<BotProcess> process);
    void remove(const BotProcess& process);

private:
    void run();
    void signal() const;
    std::vector<pollfd> watched();
    bool drain(int descriptor);

    base::FileDescriptor changed_;  ///< eventfd
    std::mutex lock_;
    bool ending_ = false;
    std::map<int, std::shared_ptr<BotProcess>> processes_;  ///< by descriptor of standard error
    std::thread thread_;
};

}  // namespace ninefold::process
