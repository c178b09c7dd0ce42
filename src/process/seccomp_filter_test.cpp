// SPDX-License-Identifier: MIT
#include "process/seccomp_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

namespace ninefold::process {
namespace {

using Arguments = std::array<unsigned long, 5>;
constexpr unsigned long kNoFile = ~0UL;

/// Makes one system call behind the filter, in a process of its own; its errno, 0 for success.
int error_of(const SeccompOptions& options, long call, const Arguments& arguments) {
    const auto filter = make_seccomp_filter(options);
    if (!filter) return -1;
    std::vector<sock_filter> code(4096);
    const ssize_t size = ::read(filter->number(), code.data(), code.size() * sizeof(sock_filter));
    const sock_fprog program{static_cast<unsigned short>(size / ssize_t{sizeof(sock_filter)}),
                             code.data()};
    const pid_t child = ::fork();
    if (child == 0) {
        if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
            ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
            ::_exit(255);
        }
        const auto& [a, b, c, d, e] = arguments;
        const long result = ::syscall(call, a, b, c, d, e);
        ::_exit(result == -1 ? errno : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Without the filter, each fails for its arguments.
TEST(SeccompFilter, FlushesNothingAndSaysThatItDid) {
    EXPECT_EQ(error_of({}, SYS_fsync, {kNoFile}), 0);
    EXPECT_EQ(error_of({}, SYS_fdatasync, {kNoFile}), 0);
#ifdef SYS_sync_file_range
    EXPECT_EQ(error_of({}, SYS_sync_file_range, {kNoFile}), 0);
#endif
    EXPECT_EQ(error_of({}, SYS_msync, {1, 4096, MS_SYNC}), 0);
    EXPECT_EQ(error_of({}, SYS_msync, {1, 4096, MS_ASYNC}), EINVAL) << "which flushes nothing";
}

TEST(SeccompFilter, RefusesToFavourTheBot) {
    constexpr unsigned long kSchedCore = 62, kWho = 1, kIdle = 3UL << 13;
    EXPECT_EQ(error_of({}, SYS_ioprio_set, {kWho, 0, kIdle}), EPERM);
    EXPECT_EQ(error_of({}, SYS_prctl, {kSchedCore, 1, 0, 0, 0}), EPERM);
    EXPECT_EQ(error_of({}, SYS_prctl, {kSchedCore | 1UL << 32, 1, 0, 0, 0}), EPERM)
        << "the kernel ignores the upper half";
}

/// Without the filter, each fails for its arguments.
TEST(SeccompFilter, LocksNothingAndSaysThatItDid) {
    for (const unsigned long command : {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW}) {
        EXPECT_EQ(error_of({}, SYS_fcntl, {kNoFile, command}), 0) << command;
        EXPECT_EQ(error_of({}, SYS_fcntl, {kNoFile, command | 1UL << 32}), 0) << command;
    }
    EXPECT_EQ(error_of({}, SYS_flock, {kNoFile, LOCK_EX}), 0);
    EXPECT_EQ(error_of({}, SYS_fcntl, {kNoFile, F_GETLK}), EBADF) << "which takes no memory";
}

TEST(SeccompFilter, RefusesHugePages) {
    constexpr unsigned long kNowhere = 1;  // an address that mmap refuses with another error
    EXPECT_EQ(error_of({}, SYS_mmap, {kNowhere, 4096, PROT_READ, MAP_HUGETLB | MAP_FIXED, kNoFile}),
              ENOMEM);
    EXPECT_EQ(error_of({}, SYS_shmget, {IPC_PRIVATE, 0, SHM_HUGETLB}), ENOMEM);
    const auto name = reinterpret_cast<unsigned long>("huge");
    EXPECT_EQ(error_of({}, SYS_memfd_create, {name, MFD_HUGETLB}), EINVAL);
    EXPECT_EQ(error_of({}, SYS_memfd_create, {name, 0}), 0);
}

/// Of all families, only AF_UNIX has its buffers counted with the bot's memory.
TEST(SeccompFilter, AllowsSocketsOfTheUnixFamilyAlone) {
    constexpr unsigned long kVsock = 40, kLater = 1000;
    constexpr unsigned long kNone = 99;  // no type of socket
    EXPECT_EQ(error_of({}, SYS_socket, {AF_UNIX, SOCK_STREAM}), 0);
    for (const unsigned long family :
         std::vector<unsigned long>{AF_UNSPEC, AF_INET, AF_INET6, AF_NETLINK, kVsock, kLater,
                                    AF_INET | 1UL << 32}) {
        EXPECT_EQ(error_of({}, SYS_socket, {family, kNone}), EAFNOSUPPORT) << family;
        EXPECT_EQ(error_of({}, SYS_socketpair, {family, kNone}), EAFNOSUPPORT) << family;
    }
    int ends[2];
    const auto pair = reinterpret_cast<unsigned long>(ends);
    EXPECT_EQ(error_of({}, SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, pair}), 0);
}

/// Without the filter, each fails for its arguments.
TEST(SeccompFilter, RefusesToCompileFilters) {
    const unsigned long level = SOL_SOCKET, upper = 1UL << 32;
    for (const unsigned long option :
         {SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF}) {
        EXPECT_EQ(error_of({}, SYS_setsockopt, {kNoFile, level, option}), EPERM) << option;
        EXPECT_EQ(error_of({}, SYS_setsockopt, {kNoFile, level | upper, option | upper}), EPERM);
    }
    EXPECT_EQ(error_of({}, SYS_setsockopt, {kNoFile, level, SO_SNDBUF}), EBADF);
    EXPECT_EQ(error_of({}, SYS_seccomp, {SECCOMP_SET_MODE_FILTER, 0, 0}), EPERM);
    EXPECT_EQ(error_of({}, SYS_prctl, {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0}), EPERM);
    EXPECT_EQ(error_of({}, SYS_prctl, {PR_GET_SECCOMP}), 0) << "asking is allowed";
}

TEST(SeccompFilter, RefusesLeases) {
    const unsigned long file = STDOUT_FILENO;
    EXPECT_EQ(error_of({}, SYS_fcntl, {file, F_SETLEASE, F_RDLCK}), EPERM);
    EXPECT_EQ(error_of({}, SYS_fcntl, {file, F_SETLEASE | 1UL << 32, F_UNLCK}), EPERM);
    EXPECT_EQ(error_of({}, SYS_fcntl, {file, F_NOTIFY, 0}), EPERM);
    EXPECT_EQ(error_of({}, SYS_fcntl, {file, F_GETFL}), 0);
}

TEST(SeccompFilter, RefusesToLookAtMemoryForMinutes) {
    constexpr unsigned long kNowhere = 1;  // not the beginning of a page
    EXPECT_EQ(error_of({}, SYS_mincore, {kNowhere, 1UL << 40, 0}), ENOMEM);
    EXPECT_EQ(error_of({}, SYS_mincore, {kNowhere, 4096, 0}), EINVAL);
}

TEST(SeccompFilter, LetsNoProcessContinueOthersWhereBotsRestBySignals) {
    const SeccompOptions frozen, stopped{.stopped_by_signals = true};
    const unsigned long nobody = 0x7fffffff, upper = 1UL << 32;
    struct Call {
        long number;
        Arguments arguments;
        std::size_t signal;  ///< which argument
    };
    for (auto [call, arguments, signal] : {Call{SYS_kill, {nobody}, 1},
                                           {SYS_tkill, {nobody}, 1},
                                           {SYS_tgkill, {nobody, nobody}, 2},
                                           {SYS_rt_sigqueueinfo, {nobody}, 1},
                                           {SYS_rt_tgsigqueueinfo, {nobody, nobody}, 2},
                                           {SYS_pidfd_send_signal, {kNoFile}, 1}}) {
        arguments[signal] = SIGCONT;
        EXPECT_NE(error_of(frozen, call, arguments), EPERM) << call;
        EXPECT_EQ(error_of(stopped, call, arguments), EPERM) << call;
        arguments[signal] = SIGCONT | upper;
        EXPECT_EQ(error_of(stopped, call, arguments), EPERM) << call;
        arguments[signal] = SIGTERM;
        EXPECT_NE(error_of(stopped, call, arguments), EPERM) << call;
    }
}

/// Timers are refused only where they would break a bot's rest.
TEST(SeccompFilter, LetsNoBotContinueItselfWhereItRestsBySignals) {
    const SeccompOptions frozen, stopped{.stopped_by_signals = true};
    const unsigned long file = STDOUT_FILENO;
    EXPECT_NE(error_of(frozen, SYS_timer_create, {CLOCK_MONOTONIC}), EPERM);
    EXPECT_EQ(error_of(stopped, SYS_timer_create, {CLOCK_MONOTONIC}), EPERM);
    EXPECT_EQ(error_of(frozen, SYS_fcntl, {file, F_SETSIG, SIGCONT}), 0);
    EXPECT_EQ(error_of(stopped, SYS_fcntl, {file, F_SETSIG, SIGCONT}), EPERM);
    EXPECT_EQ(error_of(stopped, SYS_fcntl, {file, F_SETSIG, SIGUSR1}), 0);
    EXPECT_EQ(error_of(stopped, SYS_prctl, {PR_SET_PDEATHSIG, SIGCONT}), EPERM);
    EXPECT_EQ(error_of(stopped, SYS_prctl, {PR_SET_PDEATHSIG, SIGKILL}), 0);
    EXPECT_EQ(error_of(stopped, SYS_clone, {SIGCONT, 0, 0, 0, 0}), EPERM);
}

}  // namespace
}  // namespace ninefold::process
