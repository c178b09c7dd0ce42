// SPDX-License-Identifier: MIT
// Tries to fill its own input, so that no question can be written while it thinks. Says so if it
// could, else plays.
#include <fcntl.h>
#include <sys/socket.h>

#include "honest.h"

static inline void answer(struct game* game) {
    static char junk[1 << 20];
    const int again = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    int own = -1;
    if (again >= 0) say("opened its input once more");
    else if (write(0, junk, sizeof junk) > 0) say("wrote to its input");
    else if (getsockopt(0, SOL_SOCKET, 77 /* SO_PEERPIDFD */, &own, &(socklen_t){sizeof own}) == 0)
        say("has a handle of the referee");
    else answer_honestly(game);
}
