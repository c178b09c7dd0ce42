// SPDX-License-Identifier: MIT
// Tries to get more of the processor than its opponent. Says so where it can.
#include <sched.h>
#include <sys/resource.h>

#include "honest.h"

static inline void answer(struct game* game) {
    const struct sched_param highest = {.sched_priority = 1};
    if (setpriority(PRIO_PROCESS, 0, -10) == 0 && getpriority(PRIO_PROCESS, 0) < 0)
        say("I am nicer");
    else if (sched_setscheduler(0, SCHED_FIFO, &highest) == 0) say("I am in real time");
    else answer_honestly(game);
}
