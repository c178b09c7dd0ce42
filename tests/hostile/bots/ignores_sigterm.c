// SPDX-License-Identifier: MIT
// Hangs, and ignores every signal that can be ignored.
#include "honest.h"

static inline void answer(struct game* game) {
    (void)game;
    for (int signal_number = 1; signal_number < 65; ++signal_number) signal(signal_number, SIG_IGN);
    for (;;) sleep_ms(1000);
}
