// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "process/cgroup.h"
#include "process/launch.h"
#include "process/work_at_rest.h"

namespace ninefold::process {

/// How a program ended.
struct ExitStatus {
    std::optional<int> code;    ///< where it ended on its own
    std::optional<int> signal;  ///< where a signal killed it
    /// "exited with code 1", "was killed by SIGSEGV", or "ended" where that is not known.
    std::string sentence() const;
};

/// One running bot program with everything it started: its pipes, the last of its standard error,
/// its rest and its end. Shared by the bot (one thread) and the ProcessSupervisor's thread; each
/// function says who may call it. The destructor leaves no process behind.
class BotProcess {
public:
    using Clock = std::chrono::steady_clock;

    BotProcess(Launched launched, std::unique_ptr<Cgroup> group, std::size_t log_limit);
    ~BotProcess();
    BotProcess(const BotProcess&) = delete;
    BotProcess& operator=(const BotProcess&) = delete;

    // The bot's thread.
    int input() const { return launched_.input.number(); }
    int output() const { return launched_.output.number(); }
    /// Becomes readable when the program has ended.
    int ended() const { return launched_.ended.number(); }
    void close_input() { launched_.input.reset(); }
    /// Must not use the processor from now on; it is frozen if that lasts.
    void rest();
    /// May run again. Returns when it can.
    void wake();
    /// Waits a little for the end and tells how it came.
    ExitStatus exit_status(std::chrono::milliseconds patience);
    /// Whether it was ended because it kept using the processor when it had to rest.
    bool worked_at_rest() const { return worked_at_rest_.load(); }
    /// What counts and limits its memory.
    const Cgroup& group() const { return *group_; }
    /// Of all its processes together where a control group counts them, caches of files included;
    /// else the sum of what each living one has had at the most.
    std::optional<std::uint64_t> peak_memory() const;
    /// Ends all its processes, hardly waiting.
    void kill();
    /// Waits until none of its processes is left. Precondition: kill() or the program's own end.
    void reap();

    // Any thread.
    int errors() const { return launched_.errors.number(); }
    /// Takes over what has come on standard error, at most one pipe full and kReadsPerDrain reads;
    /// false at its end.
    bool drain_errors();
    /// More than a full pipe takes. A bot can have each read give it a single byte (packets by
    /// O_DIRECT, which a pipe's writer may ask for), so that bytes alone would not bound the work.
    static constexpr int kReadsPerDrain = 8;
    std::string log() const;

    // The ProcessSupervisor's thread.
    /// Whether keep_at_rest has something to do, now or later.
    bool needs_looks() const {
        const std::int64_t since = resting_since_.load();
        return since > 0 || (since == kFrozen && !is_still_);
    }
    /// Freezes it once it has rested for `patience`, and looks until it is. Where that is done by
    /// signals, which the bot's own may undo, stops it again. Ends it if it works on meanwhile.
    /// Returns when to look at it next, if at all.
    std::optional<Clock::time_point> keep_at_rest(std::chrono::nanoseconds patience);

private:
    static constexpr std::int64_t kAwake = 0, kFrozen = -1;

    /// Precondition of these: freezing_ is held.
    void set_frozen(bool frozen);
    std::optional<Clock::time_point> look();
    bool end_if_it_works();

    void kill_all();

    Launched launched_;
    std::unique_ptr<Cgroup> group_;
    std::optional<int> wait_status_;
    bool killed_ = false, reaped_ = false;

    /// kAwake, kFrozen, or the time of the Clock when it began to rest. The bot swaps it to kAwake;
    /// the ProcessSupervisor moves it from a time to kFrozen while it holds freezing_, so that a
    /// bot that finds kFrozen waits for the lock and then thaws.
    std::atomic<std::int64_t> resting_since_{kAwake};
    std::mutex freezing_;
    std::atomic<bool> worked_at_rest_{false};
    /// Of looks at a bot that must rest; the ProcessSupervisor's thread alone.
    Clock::time_point next_look_;
    Clock::duration look_pause_{};
    bool is_still_ = true;  ///< nothing needs to be looked at before its next rest
    WorkAtRest work_;       ///< in this rest

    mutable std::mutex log_lock_;
    std::size_t log_limit_;
    std::string log_;  ///< cut to its last log_limit_ bytes where it has twice as many
};

}  // namespace ninefold::process
