// SPDX-License-Identifier: MIT
#include "process/seccomp_filter.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <vector>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif
#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 62
#endif
#ifndef F_SETDELEG
#define F_SETDELEG 1040
#endif

namespace ninefold::process {

namespace {

struct Release {
    void operator()(void* context) const { seccomp_release(context); }
};

/// Looking into other processes, the kernel's own state, mounts, namespaces, and interfaces whose
/// size makes them the usual way out of a sandbox.
constexpr int kDenied[] = {
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(kcmp),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(process_madvise),
    SCMP_SYS(mount),
    SCMP_SYS(umount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(move_mount),
    SCMP_SYS(open_tree),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(bpf),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(syslog),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
    SCMP_SYS(quotactl_fd),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(reboot),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(inotify_init),  // counted by user: a bot could use up the organiser's
    SCMP_SYS(inotify_init1),
    SCMP_SYS(io_setup),  // counted for the whole machine (fs.aio-max-nr)
    SCMP_SYS(sync),      // waits for, and delays, everybody's writes
    SCMP_SYS(syncfs),
    SCMP_SYS(ioprio_set),
    SCMP_SYS(modify_ldt),
    SCMP_SYS(mq_open),
    SCMP_SYS(lookup_dcookie),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(move_pages),
    SCMP_SYS(mbind),
    SCMP_SYS(set_mempolicy),
    SCMP_SYS(migrate_pages),
    SCMP_SYS(nfsservctl),
    SCMP_SYS(vhangup),
    SCMP_SYS(uselib),
};

/// A call with these arguments, and what comes of it.
struct Rule {
    std::uint32_t action;
    int call;
    std::vector<scmp_arg_cmp> arguments{};
};

/// The kernel takes an int from the register's lower half, and ignores the upper one.
scmp_arg_cmp is_int(unsigned argument, unsigned value) {
    return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, 0xffffffffUL, value);
}

scmp_arg_cmp has_flag(unsigned argument, unsigned flag) {
    return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, flag, flag);
}

int add_rules(scmp_filter_ctx context, const std::vector<Rule>& rules) {
    int failures = 0;
    for (const Rule& rule : rules) {
        failures += seccomp_rule_add_array(context, rule.action, rule.call,
                                           static_cast<unsigned>(rule.arguments.size()),
                                           rule.arguments.data()) != 0;
    }
    return failures;
}

/// Flushing a file of the system's flushes the machine's disk, read-only or not; what a bot writes
/// is in memory. A program that asks for it continues as if it were done.
std::vector<Rule> flushing() {
    constexpr std::uint32_t kSucceed = SCMP_ACT_ERRNO(0);
    return {{kSucceed, SCMP_SYS(fsync)},
            {kSucceed, SCMP_SYS(fdatasync)},
            {kSucceed, SCMP_SYS(sync_file_range)},
            {kSucceed, SCMP_SYS(sync_file_range2)},
            {kSucceed, SCMP_SYS(msync), {has_flag(2, MS_SYNC)}}};
}

/// No memory control group counts locks, and a lock on a file of the system's would hold up others.
/// What a bot writes is its own: a program that locks it continues as if nobody else had.
std::vector<Rule> file_locks() {
    constexpr std::uint32_t kSucceed = SCMP_ACT_ERRNO(0);
    return {{kSucceed, SCMP_SYS(fcntl), {is_int(1, F_SETLK)}},
            {kSucceed, SCMP_SYS(fcntl), {is_int(1, F_SETLKW)}},
            {kSucceed, SCMP_SYS(fcntl), {is_int(1, F_OFD_SETLK)}},
            {kSucceed, SCMP_SYS(fcntl), {is_int(1, F_OFD_SETLKW)}},
            {kSucceed, SCMP_SYS(flock)}};
}

/// Huge pages are the whole machine's, and no memory control group counts them. The errors are
/// those of a machine that has none.
std::vector<Rule> huge_pages() {
    return {{SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(mmap), {has_flag(3, MAP_HUGETLB)}},
            {SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(shmget), {has_flag(2, SHM_HUGETLB)}},
            {SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(memfd_create), {has_flag(1, MFD_HUGETLB)}}};
}

/// Opening a file waits until nobody holds a lease on it. Where a bot has the organiser's user it
/// could take one on each of its host's files.
std::vector<Rule> leases() {
    constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
    return {{kRefuse, SCMP_SYS(fcntl), {is_int(1, F_SETLEASE)}},
            {kRefuse, SCMP_SYS(fcntl), {is_int(1, F_SETDELEG)}},
            {kRefuse, SCMP_SYS(fcntl), {is_int(1, F_NOTIFY)}}};
}

/// Only the buffers of Unix sockets are counted with a bot's memory: those of netlink are counted
/// nowhere, those of TCP for the whole machine. AF_VSOCK reaches a virtual machine's host from any
/// network namespace. The error is that of a machine without the others.
std::vector<Rule> socket_families() {
    constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EAFNOSUPPORT);
    return {{kRefuse, SCMP_SYS(socket), {SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)}},
            {kRefuse, SCMP_SYS(socketpair), {SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)}}};
}

/// The kernel compiles filters into memory of which the whole machine has a few hundred megabytes
/// (net.core.bpf_jit_limit); without it no sandbox starts. Sockets keep them, and so do seccomp's
/// listeners, after the process that made them has ended.
std::vector<Rule> compiled_filters() {
    constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
    constexpr int kPrctl = SCMP_SYS(prctl);
    std::vector<Rule> rules;
    rules.push_back({kRefuse, SCMP_SYS(seccomp), {is_int(0, SECCOMP_SET_MODE_FILTER)}});
    rules.push_back({kRefuse, kPrctl, {is_int(0, PR_SET_SECCOMP), is_int(1, SECCOMP_MODE_FILTER)}});
    for (const unsigned option :
         {SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF}) {
        rules.push_back(
            {kRefuse, SCMP_SYS(setsockopt), {is_int(1, SOL_SOCKET), is_int(2, option)}});
    }
    return rules;
}

/// Looking at terabytes that are not there takes minutes, in which the kernel neither freezes nor
/// ends the process.
std::vector<Rule> endless_calls() {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    return {{SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(mincore), {SCMP_A1(SCMP_CMP_GT, kMost, 0)}}};
}

/// Keeping others' threads off the second half of its core.
std::vector<Rule> core_scheduling() {
    return {{SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl), {is_int(0, PR_SCHED_CORE)}}};
}

/// What sends SIGCONT to a bot's stopped processes: those that still run; timers, whose signal is
/// behind a pointer, so that all of them are refused; files that become ready; ends of processes
/// that had begun before.
std::vector<Rule> continuing() {
    constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
    return {{kRefuse, SCMP_SYS(kill), {is_int(1, SIGCONT)}},
            {kRefuse, SCMP_SYS(tkill), {is_int(1, SIGCONT)}},
            {kRefuse, SCMP_SYS(tgkill), {is_int(2, SIGCONT)}},
            {kRefuse, SCMP_SYS(rt_sigqueueinfo), {is_int(1, SIGCONT)}},
            {kRefuse, SCMP_SYS(rt_tgsigqueueinfo), {is_int(2, SIGCONT)}},
            {kRefuse, SCMP_SYS(pidfd_send_signal), {is_int(1, SIGCONT)}},
            {kRefuse, SCMP_SYS(timer_create)},
            {kRefuse, SCMP_SYS(fcntl), {is_int(1, F_SETSIG), is_int(2, SIGCONT)}},
            {kRefuse, SCMP_SYS(prctl), {is_int(0, PR_SET_PDEATHSIG), is_int(1, SIGCONT)}},
            {kRefuse, SCMP_SYS(clone), {SCMP_A0(SCMP_CMP_MASKED_EQ, CSIGNAL, SIGCONT)}}};
}

/// New namespaces by way of clone(). clone3 hides its flags behind a pointer: it is said not to
/// exist, so that the C library takes clone.
int deny_new_namespaces(scmp_filter_ctx context) {
    int failures = 0;
    for (const unsigned flag : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWTIME}) {
        failures += seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                     SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)) != 0;
    }
    failures += seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) != 0;
    return failures;
}

/// Typing into a terminal that the bot may have inherited.
int deny_terminal_input(scmp_filter_ctx context) {
    constexpr unsigned kTiocLinux = 0x541C;
    int failures = 0;
    for (const unsigned long request :
         {static_cast<unsigned long>(TIOCSTI), static_cast<unsigned long>(kTiocLinux)}) {
        failures += seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                     SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffUL, request)) != 0;
    }
    return failures;
}

}  // namespace

base::Result<base::FileDescriptor> make_seccomp_filter(const SeccompOptions& options) {
    const std::unique_ptr<void, Release> context(seccomp_init(SCMP_ACT_ALLOW));
    base::FileDescriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
    if (context == nullptr || !file) return base::fail("cannot prepare the system call filter");

    int failures = 0;
    for (const int call : kDenied) {
        failures += seccomp_rule_add(context.get(), SCMP_ACT_ERRNO(EPERM), call, 0) != 0;
    }
    failures += deny_new_namespaces(context.get());
    failures += deny_terminal_input(context.get());
    for (const auto& rules : {flushing(), file_locks(), huge_pages(), leases(), socket_families(),
                              compiled_filters(), endless_calls(), core_scheduling()}) {
        failures += add_rules(context.get(), rules);
    }
    if (options.stopped_by_signals) failures += add_rules(context.get(), continuing());
    if (options.pinned) {
        failures +=
            add_rules(context.get(), {{SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sched_setaffinity)}});
    }
    if (failures > 0 || seccomp_export_bpf(context.get(), file.number()) != 0 ||
        ::lseek(file.number(), 0, SEEK_SET) != 0) {
        return base::fail("cannot compile the system call filter ({} rules refused)", failures);
    }
    return file;
}

}  // namespace ninefold::process
