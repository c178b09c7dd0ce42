// SPDX-License-Identifier: MIT
// Looks for its sandbox's first process, through whose memory it could outlive the referee. Says so
// if it can be reached, else plays.
#include <fcntl.h>

#include "honest.h"

static inline void answer(struct game* game) {
    static const char* const kDoors[] = {"/proc/1/mem", "/proc/1/maps", "/proc/1/root/.",
                                         "/proc/1/fd/0", "/proc/1/task/1/mem", "/proc/1/environ"};
    for (unsigned i = 0; i < sizeof kDoors / sizeof *kDoors; ++i) {
        if (open(kDoors[i], O_RDONLY) >= 0 || open(kDoors[i], O_RDWR) >= 0) {
            printf("opened %s\n", kDoors[i]);
            fflush(stdout);
            return;
        }
    }
    answer_honestly(game);
}
