// SPDX-License-Identifier: MIT
#include "process/launch.h"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/try.h"

namespace ninefold::process {

namespace {

using base::failed_call;
using base::FileDescriptor;

/// What the child needs, as plain arrays: between fork and exec nothing may allocate or lock.
struct ChildPlan {
    const LaunchPlan& given;
    std::vector<char*> argv, envp;
    std::array<int, 3> standard{};  ///< ends of the pipes
    std::vector<int> inherited{};
    cpu_set_t cores{};
    int failure = -1;    ///< takes errno where exec fails
    int guard_end = -1;  ///< the guard's end of its socket
};

[[noreturn]] void give_up(int failure) {
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
    ::_exit(127);
}

void reset_signals() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Another descriptor of the same, above the numbers that are to be given out. Gives up where there
/// is none.
int moved_above(int descriptor, int numbers, int failure) {
    const int moved = descriptor < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, numbers);
    if (moved < 0) give_up(failure);
    return moved;
}

/// Moves the descriptors to their final numbers by way of higher ones, so that none overwrites
/// another, and closes all others.
void arrange_descriptors(ChildPlan& plan) {
    const int numbers = 3 + static_cast<int>(plan.inherited.size());
    plan.failure = moved_above(plan.failure, numbers, plan.failure);
    for (int& end : plan.standard) end = moved_above(end, numbers, plan.failure);
    for (int& end : plan.inherited) end = moved_above(end, numbers, plan.failure);
    for (int i = 0; i < 3; ++i) ::dup2(plan.standard[static_cast<std::size_t>(i)], i);
    int next = 3;
    for (const int end : plan.inherited) ::dup2(end, next++);
    // Marks them rather than closing, for the failure pipe's sake.
    if (::syscall(SYS_close_range, next, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */) != 0) {
        for (int fd = next; fd < 4096; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
}

void become_user(uid_t user, int failure) {
    const auto group = static_cast<gid_t>(user);
    if (::setgroups(0, nullptr) != 0 || ::setresgid(group, group, group) != 0 ||
        ::setresuid(user, user, user) != 0 ||
        ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {  // which the change has taken back
        give_up(failure);
    }
}

/// Where the machine, or the group that the referee is in, runs out of memory, the kernel ends the
/// largest process that it finds. A bot of many small ones must not have it find the referee.
void go_first_without_memory() {
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    [[maybe_unused]] const ssize_t written = ::write(file, "1000", 4);
    ::close(file);
}

[[noreturn]] void become_program(ChildPlan& plan) {
    const LaunchPlan& given = plan.given;
    go_first_without_memory();
    for (const int entrance : given.group_entrances) {
        if (::write(entrance, "0", 1) != 1) give_up(plan.failure);
    }
    if (!given.cores.empty()) ::sched_setaffinity(0, sizeof plan.cores, &plan.cores);
    arrange_descriptors(plan);
    if (!given.folder.empty() && ::chdir(given.folder.c_str()) != 0) give_up(plan.failure);
    for (const auto& [resource, value] : given.limits) {
        const rlimit limit{value, value};
        ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
    }
    if (given.user) become_user(*given.user, plan.failure);
    ::execve(plan.argv[0], plan.argv.data(), plan.envp.data());
    give_up(plan.failure);
}

/// Kills the program's process group, then the guard's children until none is left; orphans of
/// killed ones turn up as children in turn, because the guard is their subreaper. A kernel without
/// lists of children leaves it at the group. Uses system calls only.
void kill_all_below(pid_t program) {
    ::kill(-program, SIGKILL);
    for (;;) {
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        std::array<char, 4096> text;
        const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
        const ssize_t size = file < 0 ? 0 : ::read(file, text.data(), text.size() - 1);
        if (file >= 0) ::close(file);
        if (size <= 0) return;
        pid_t pid = 0;
        for (ssize_t i = 0; i < size; ++i) {
            const char c = text[static_cast<std::size_t>(i)];
            if (c >= '0' && c <= '9') {
                pid = pid * 10 + (c - '0');
            } else {
                if (pid > 1) ::kill(pid, SIGKILL);
                pid = 0;
            }
        }
        const timespec pause{0, 200'000};
        ::nanosleep(&pause, nullptr);
    }
}

constexpr int kSignals = 3;  ///< the guard's descriptors
constexpr int kReferee = 4;

/// Closes what the guard has from the referee: it would keep other bots' pipes and files open.
void keep_only(int signals, int referee) {
    ::dup2(signals, kSignals);
    ::dup2(referee, kReferee);
    if (::syscall(SYS_close_range, kReferee + 1, ~0u, 0u) != 0) {
        for (int fd = kReferee + 1; fd < 4096; ++fd) ::close(fd);
    }
}

/// Runs in the guard: starts the program, waits for its end or the referee's (the socket closes),
/// then ends all that is left of it. A parent-death signal alone would not do: bwrap's second
/// process does not have one while it sets the sandbox up, and would survive a kill in that moment.
[[noreturn]] void guard(ChildPlan& plan) {
    reset_signals();
    ::setsid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t child_signal;
    ::sigemptyset(&child_signal);
    ::sigaddset(&child_signal, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child_signal, nullptr);
    const int signals = moved_above(::signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK),
                                    kReferee + 1, plan.failure);
    const int referee = moved_above(plan.guard_end, kReferee + 1, plan.failure);
    const pid_t program = ::fork();
    if (program < 0) give_up(plan.failure);
    if (program == 0) {
        reset_signals();
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        become_program(plan);
    }
    keep_only(signals, referee);
    for (;;) {
        std::array<pollfd, 2> events = {{{kSignals, POLLIN, 0}, {kReferee, POLLIN, 0}}};
        ::poll(events.data(), events.size(), -1);
        signalfd_siginfo info;
        while (::read(kSignals, &info, sizeof info) > 0) {
        }
        int status = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
            if (ended != program) continue;
            kill_all_below(program);
            [[maybe_unused]] const ssize_t written = ::write(kReferee, &status, sizeof status);
            ::_exit(0);
        }
        if ((events[1].revents & (POLLHUP | POLLIN)) != 0) {
            kill_all_below(program);
            ::_exit(0);
        }
    }
}

struct Pipe {
    FileDescriptor reading, writing;
};

base::Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failed_call("cannot make a pipe", errno);
    return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Whom /proc lets open a program's pipes once more (`/dev/stderr`), whatever user it runs as: its
/// input for reading, its outputs for writing.
void set_rights(const Pipe& in, const Pipe& out, const Pipe& err) {
    ::fchmod(in.reading.number(), 0444);
    ::fchmod(out.writing.number(), 0622);
    ::fchmod(err.writing.number(), 0622);
}

void set_non_blocking(const FileDescriptor& file) {
    ::fcntl(file.number(), F_SETFL, ::fcntl(file.number(), F_GETFL) | O_NONBLOCK);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& text : words) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

ChildPlan child_plan(LaunchPlan& plan) {
    ChildPlan child{plan, pointers(plan.command), pointers(plan.environment)};
    for (const FileDescriptor& file : plan.inherited) child.inherited.push_back(file.number());
    for (const int core : plan.cores) CPU_SET(static_cast<std::size_t>(core), &child.cores);
    return child;
}

}  // namespace

base::Result<Launched> launch(LaunchPlan plan) {
    auto in = TRY(make_pipe());
    auto out = TRY(make_pipe());
    auto err = TRY(make_pipe());
    auto failed = TRY(make_pipe());
    set_rights(in, out, err);
    std::array<int, 2> ends = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return failed_call("cannot make a socket", errno);
    }
    FileDescriptor our_end(ends[0]);
    FileDescriptor guard_end(ends[1]);

    ChildPlan child = child_plan(plan);
    child.standard = {in.reading.number(), out.writing.number(), err.writing.number()};
    if (plan.output_aside) {
        child.standard[1] = err.writing.number();
        child.inherited.insert(child.inherited.begin(), out.writing.number());
    }
    child.failure = failed.writing.number();
    child.guard_end = guard_end.number();
    const pid_t pid = ::fork();
    if (pid < 0) return failed_call("cannot start a process", errno);
    if (pid == 0) {
        ::close(our_end.number());  // or the guard would never see it close
        guard(child);
    }

    in.reading.reset();
    out.writing.reset();
    err.writing.reset();
    failed.writing.reset();
    guard_end.reset();
    plan.inherited.clear();
    int error = 0;
    if (::read(failed.reading.number(), &error, sizeof error) == sizeof error) {
        our_end.reset();
        ::waitpid(pid, nullptr, 0);
        return failed_call(base::quoted(plan.command[0], 200) + " cannot be started", error);
    }
    Launched launched;
    launched.guard = pid;
    launched.input = std::move(in.writing);
    launched.output = std::move(out.reading);
    launched.errors = std::move(err.reading);
    launched.ended = std::move(our_end);
    launched.wrapped = plan.output_aside;
    set_non_blocking(launched.input);
    set_non_blocking(launched.output);
    set_non_blocking(launched.errors);
    return launched;
}

}  // namespace ninefold::process
