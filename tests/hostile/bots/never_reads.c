// SPDX-License-Identifier: MIT
// Says what is expected at the start without reading, and never reads a question.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts("ugiok\nreadyok");
    fflush(stdout);
    for (;;) pause();
}
