// SPDX-License-Identifier: MIT
// Opens pseudo-terminals, of which the whole machine has a few thousand. Says so if it gets one,
// else plays.
#include <fcntl.h>

#include "honest.h"

static inline void answer(struct game* game) {
    static const char* const kDoors[] = {"/dev/ptmx", "/dev/pts/ptmx", "/dev/pts/0"};
    for (unsigned i = 0; i < sizeof kDoors / sizeof *kDoors; ++i) {
        if (open(kDoors[i], O_RDWR | O_NOCTTY) >= 0) {
            printf("opened %s\n", kDoors[i]);
            fflush(stdout);
            return;
        }
    }
    answer_honestly(game);
}
