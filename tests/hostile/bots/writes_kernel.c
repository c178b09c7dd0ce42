// SPDX-License-Identifier: MIT
// Tries to change settings of the kernel, and what else only root may. Says so if it can, else
// plays.
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#include "honest.h"

static inline const char* opened_setting(void) {
    static const char* const kSettings[] = {
        "/proc/sys/kernel/core_pattern", "/proc/sys/fs/lease-break-time",
        "/proc/sys/kernel/hostname",     "/proc/sys/vm/drop_caches",
        "/proc/sysrq-trigger",           "/proc/self/uid_map",
        "/proc/irq/default_smp_affinity"};
    for (unsigned i = 0; i < sizeof kSettings / sizeof *kSettings; ++i) {
        if (open(kSettings[i], O_WRONLY) >= 0) return kSettings[i];
    }
    return NULL;
}

static inline void answer(struct game* game) {
    const char* opened = opened_setting();
    if (opened == NULL && mknod("/tmp/disk", S_IFBLK | 0600, 0x800) == 0) opened = "mknod";
    if (opened == NULL && inotify_init() >= 0) opened = "inotify";
    if (opened == NULL) {
        answer_honestly(game);
    } else {
        printf("opened %s\n", opened);
        fflush(stdout);
    }
}
