// SPDX-License-Identifier: MIT
// Tries the doors of a sandbox. Says which one opened, else plays.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "honest.h"

/// Calls that use up or stall what the whole machine shares; NULL where all are refused.
static inline const char* shared_call(void) {
    unsigned long context = 0;
    const int folder = open("/usr", O_RDONLY | O_DIRECTORY);
    if (syscall(SYS_io_setup, 1, &context) == 0) return "io_setup";
    if (syscall(SYS_sync) == 0) return "sync";
    if (syscall(SYS_syncfs, folder) == 0) return "syncfs";
    if (syscall(SYS_set_mempolicy, 0, NULL, 0) == 0) return "set_mempolicy";
#ifdef SYS_modify_ldt
    if (syscall(SYS_modify_ldt, 0, &context, sizeof context) >= 0) return "modify_ldt";
#endif
    close(folder);
    return NULL;
}

static inline void answer(struct game* game) {
    const char* opened = NULL;
    if (unshare(CLONE_NEWUSER) == 0) opened = "unshare";
    else if (mount("none", "/tmp", "tmpfs", 0, NULL) == 0) opened = "mount";
    else if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) opened = "ptrace";
    else if (syscall(SYS_keyctl, 0, -3, 1) >= 0) opened = "keyctl";
    else if (syscall(SYS_bpf, 0, NULL, 0) >= 0) opened = "bpf";
    else if (syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) >= 0) opened = "perf";
    else if (syscall(SYS_userfaultfd, 0) >= 0) opened = "userfaultfd";
    else if (sethostname("mine", 4) == 0) opened = "sethostname";
    else if (kill(1, SIGKILL) == 0 && kill(1, 0) != 0) opened = "kill init";
    else opened = shared_call();
    if (opened == NULL) {
        answer_honestly(game);
    } else {
        printf("opened %s\n", opened);
        fflush(stdout);
    }
}
