// SPDX-License-Identifier: MIT
#include "process/bot_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "process/process_tree.h"

namespace ninefold::process {

namespace {

using std::chrono::milliseconds;

/// What fits on standard error before the bot must wait for its reader; the kernel may grant less.
constexpr std::size_t kErrorsPipe = 256 * 1024;
/// Longer than a killed process takes to leave the kernel.
constexpr milliseconds kReapTimeout{60'000};
/// How long a killed process that still works in the kernel yields to others.
constexpr milliseconds kYieldTimeout{10'000};
/// Between looks at a bot that must rest.
constexpr milliseconds kShortestPause{1};
constexpr milliseconds kLongestPause{16};
/// Other bots, and this one's next question, wait for it. What runs after it is stopped at the next
/// look.
constexpr milliseconds kStopLimit{5};
/// For what a bot has begun in the kernel, where nothing is frozen, and for what evades signals.
constexpr milliseconds kMostAtRest{250};
/// For what forks while it is killed; reap() waits longer.
constexpr milliseconds kKillLimit{5};

bool wait_readable(int descriptor, milliseconds patience) {
    const auto end = BotProcess::Clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(end - BotProcess::Clock::now());
        pollfd event{descriptor, POLLIN, 0};
        const int ready =
            ::poll(&event, 1, static_cast<int>(std::max(left, milliseconds(0)).count()));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

/// Whether the process is reaped, by us or by others, within the time.
bool reap_child(pid_t pid, milliseconds patience) {
    const auto end = BotProcess::Clock::now() + patience;
    while (::waitpid(pid, nullptr, WNOHANG) == 0) {
        if (BotProcess::Clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return true;
}

std::int64_t now_count() { return BotProcess::Clock::now().time_since_epoch().count(); }

}  // namespace

std::string ExitStatus::sentence() const {
    if (signal) {
        const char* name = ::sigabbrev_np(*signal);
        return name != nullptr ? fmt::format("was killed by SIG{}", name)
                               : fmt::format("was killed by signal {}", *signal);
    }
    if (code == 127) return "exited with code 127 (a program it starts was not found)";
    return code ? fmt::format("exited with code {}", *code) : "ended";
}

BotProcess::BotProcess(Launched launched, std::unique_ptr<Cgroup> group, std::size_t log_limit)
    : launched_(std::move(launched)), group_(std::move(group)), log_limit_(log_limit) {
    ::fcntl(errors(), F_SETPIPE_SZ, static_cast<int>(kErrorsPipe));
}

BotProcess::~BotProcess() {
    kill();
    reap();
}

void BotProcess::rest() { resting_since_.store(now_count()); }

void BotProcess::wake() {
    if (resting_since_.exchange(kAwake) != kFrozen) return;
    const std::lock_guard lock(freezing_);
    set_frozen(false);
    if (!worked_at_rest()) group_->set_idle(false);
}

std::optional<BotProcess::Clock::time_point> BotProcess::keep_at_rest(
    std::chrono::nanoseconds patience) {
    if (!needs_looks()) return std::nullopt;
    std::int64_t since = resting_since_.load();
    const auto due = since > 0 ? Clock::time_point(Clock::duration(since)) + patience : next_look_;
    if (since != kAwake && Clock::now() < due) return due;
    const std::lock_guard lock(freezing_);
    if (since > 0 && resting_since_.compare_exchange_strong(since, kFrozen)) {
        is_still_ = false;
        work_ = {};
        look_pause_ = kShortestPause;
        set_frozen(true);
    }
    return resting_since_.load() == kFrozen ? look() : std::nullopt;
}

/// Where it is done by signals, look() sends them.
void BotProcess::set_frozen(bool frozen) {
    if (group_->can_freeze()) return group_->set_frozen(frozen);
    if (!frozen) continue_descendants(launched_.guard);
}

/// Looks ever more rarely at a bot that stays stopped, and the more rarely the longer a look takes:
/// it reads files of /proc for each of its processes. But one that has new processes at each look
/// is soon ended, and must not gain time by making looks slow.
std::optional<BotProcess::Clock::time_point> BotProcess::look() {
    const auto begun = Clock::now();
    const bool stays =
        group_->can_freeze() ? group_->is_frozen() : stop_descendants(launched_.guard, kStopLimit);
    group_->set_idle(!stays);  // its opponent thinks
    // A stopped process may have threads that are not.
    is_still_ = (stays && group_->can_freeze()) || end_if_it_works();
    if (is_still_) return std::nullopt;
    const auto now = Clock::now();
    look_pause_ = stays || group_->can_freeze()
                      ? std::min<Clock::duration>(2 * look_pause_, kLongestPause)
                      : Clock::duration(kShortestPause);
    next_look_ =
        now + (work_.has_new() ? kShortestPause : std::max(look_pause_, 2 * (now - begun)));
    return next_look_;
}

/// True if nothing is left of it; what evades its end is killed at the next look.
bool BotProcess::end_if_it_works() {
    work_.add_look(processes_below(launched_.guard), Clock::now());
    if (work_.total() <= kMostAtRest) return false;
    worked_at_rest_.store(true);
    kill_all();
    return kill_descendants(launched_.guard, milliseconds(0));
}

ExitStatus BotProcess::exit_status(milliseconds patience) {
    if (!wait_status_ && wait_readable(ended(), patience)) {
        int status = 0;
        if (::read(ended(), &status, sizeof status) == sizeof status) wait_status_ = status;
    }
    ExitStatus result;
    if (!wait_status_) return result;
    const int code = WEXITSTATUS(*wait_status_);
    if (WIFSIGNALED(*wait_status_)) {
        result.signal = WTERMSIG(*wait_status_);
    } else if (launched_.wrapped && code > 128 && ::sigabbrev_np(code - 128) != nullptr) {
        result.signal = code - 128;
    } else {
        result.code = code;
    }
    return result;
}

std::optional<std::uint64_t> BotProcess::peak_memory() const {
    if (const auto counted = group_->peak_memory()) return counted;
    std::uint64_t sum = 0;
    for (const pid_t pid : descendants(launched_.guard)) sum += peak_memory_of(pid);
    return sum > 0 ? std::optional(sum) : std::nullopt;
}

void BotProcess::kill() {
    if (killed_) return;
    killed_ = true;
    wake();  // a frozen group of version 1 does not take signals
    kill_all();
}

void BotProcess::kill_all() {
    group_->kill_all();
    // Looking for the descendants of a fork bomb takes long: where they are all in a group, only
    // reap() does.
    if (group_->entrances().empty()) kill_descendants(launched_.guard, kKillLimit);
}

/// The guard reaps what it adopted and ends when its socket closes; a bot may have stopped it.
void BotProcess::reap() {
    if (reaped_) return;
    reaped_ = true;
    if (!kill_descendants(launched_.guard, kYieldTimeout)) {
        group_->set_idle(false);
        kill_descendants(launched_.guard, kReapTimeout);
    }
    launched_.ended.reset();
    ::kill(launched_.guard, SIGCONT);
    // Killed, it would leave what it has not reaped yet: a busy machine may take long.
    if (!reap_child(launched_.guard, kReapTimeout)) {
        ::kill(launched_.guard, SIGKILL);
        ::waitpid(launched_.guard, nullptr, 0);
    }
    const auto end = Clock::now() + kReapTimeout;
    while (!group_->is_empty() && Clock::now() < end) {
        group_->kill_all();
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

bool BotProcess::drain_errors() {
    std::array<char, 65536> part;
    const std::lock_guard lock(log_lock_);
    std::size_t drained = 0;
    for (int reads = 0; reads < kReadsPerDrain && drained < kErrorsPipe; ++reads) {
        const ssize_t size = ::read(errors(), part.data(), part.size());
        if (size <= 0) return size < 0 && (errno == EAGAIN || errno == EINTR);
        log_.append(part.data(), static_cast<std::size_t>(size));
        if (log_.size() > 2 * log_limit_) log_.erase(0, log_.size() - log_limit_);
        drained += static_cast<std::size_t>(size);
    }
    return true;
}

std::string BotProcess::log() const {
    const std::lock_guard lock(log_lock_);
    return log_.substr(log_.size() - std::min(log_.size(), log_limit_));
}

}  // namespace ninefold::process
