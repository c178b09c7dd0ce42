// SPDX-License-Identifier: MIT
#include "process/seccomp_filter.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
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

/// Only families that the network namespace confines: AF_VSOCK, for one, reaches a virtual
/// machine's host from any namespace.
int deny_socket_families(scmp_filter_ctx context) {
    constexpr int kLast = 45;
    int failures = 0;
    for (int family = 0; family <= kLast; ++family) {
        if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) {
            continue;
        }
        failures += seccomp_rule_add(context, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                     SCMP_A0(SCMP_CMP_EQ, static_cast<unsigned>(family), 0)) != 0;
    }
    failures += seccomp_rule_add(context, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                 SCMP_A0(SCMP_CMP_GT, static_cast<unsigned>(kLast), 0)) != 0;
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

base::Result<base::FileDescriptor> make_seccomp_filter(bool pinned) {
    const std::unique_ptr<void, Release> context(seccomp_init(SCMP_ACT_ALLOW));
    base::FileDescriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
    if (context == nullptr || !file) return base::fail("cannot prepare the system call filter");

    int failures = 0;
    for (const int call : kDenied) {
        failures += seccomp_rule_add(context.get(), SCMP_ACT_ERRNO(EPERM), call, 0) != 0;
    }
    failures += deny_new_namespaces(context.get());
    failures += deny_socket_families(context.get());
    failures += deny_terminal_input(context.get());
    if (pinned) {
        failures += seccomp_rule_add(context.get(), SCMP_ACT_ERRNO(EPERM),
                                     SCMP_SYS(sched_setaffinity), 0) != 0;
    }
    if (failures > 0 || seccomp_export_bpf(context.get(), file.number()) != 0 ||
        ::lseek(file.number(), 0, SEEK_SET) != 0) {
        return base::fail("cannot compile the system call filter ({} rules refused)", failures);
    }
    return file;
}

}  // namespace ninefold::process
