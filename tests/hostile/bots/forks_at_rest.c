// SPDX-License-Identifier: MIT
// Thinks on while its opponent does, in processes that end before a signal stops them: each works
// for a moment, continues or replaces stopped ones, forks its successor and ends. Says so if it
// could, else plays.
#include <sys/mman.h>
#include <sys/prctl.h>

#include "honest.h"

enum { kChains = 30 };
// In microseconds. What is done soon after an answer counts nothing: it may still be its own turn.
enum {
    kWork = 100,
    kLate = 5000,
    kFrom = 4000000,
    kTo = 5900000,
    kMost = 150000,
    kLife = 20000000
};

struct chain {
    pid_t pid;
    long seen;  // when it last ran
};
struct state {  // shared by all processes
    struct chain chains[kChains];
    long answered, worked;
};
static struct state* state;
static long end;

static long microseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void run(int own);

static void replace(struct chain* chain, long now) {
    if (now - chain->seen < kLate) return;
    chain->seen = now;
    if (chain->pid > 0) kill(chain->pid, SIGKILL);
    if (fork() == 0) run((int)(chain - state->chains));
}

static void work(long now) {
    const long before = microseconds(CLOCK_PROCESS_CPUTIME_ID);
    while (microseconds(CLOCK_MONOTONIC) - now < kWork) {
    }
    const long used = microseconds(CLOCK_PROCESS_CPUTIME_ID) - before;
    const long rested = now - state->answered;
    if (rested > kFrom && rested < kTo) __atomic_add_fetch(&state->worked, used, __ATOMIC_RELAXED);
}

static void run(int own) {
    for (int other = own;; other = (other + 1) % kChains) {
        const long now = microseconds(CLOCK_MONOTONIC);
        if (now > end) _exit(0);
        state->chains[own] = (struct chain){getpid(), now};
        work(now);
        if (kill(0, SIGCONT) != 0 && other != own) replace(&state->chains[other], now);
        if (fork() > 0) _exit(0);
    }
}

static void start(void) {
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    end = microseconds(CLOCK_MONOTONIC) + kLife;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < kChains; ++i) {
        if (fork() == 0) run(i);
    }
}

static inline void answer(struct game* game) {
    if (game->asked == 1) start();
    if (state->worked > kMost) {
        printf("worked for %ld us at rest\n", state->worked);
        fflush(stdout);
        return;
    }
    state->worked = 0;
    state->answered = microseconds(CLOCK_MONOTONIC);
    answer_honestly(game);
}
