// SPDX-License-Identifier: MIT
// Plays well, and has the kernel copy memory while its opponent thinks: inside the kernel nothing is
// frozen.
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "honest.h"

enum { THREADS = 110, SIZE = 60 << 20 };  // hardly less than a bot may have

static int file;

static void* copy(void* buffer) {
    while (pread(file, buffer, SIZE, 0) > 0) {
    }
    return NULL;
}

static inline void answer(struct game* game) {
    if (game->asked == 1) {
        file = memfd_create("memory", 0);
        void* buffer = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(buffer, 1, SIZE);
        if (write(file, buffer, SIZE) != SIZE) return;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 64 << 10);  // addresses may be limited
        for (int i = 0; i < THREADS; ++i) {
            pthread_t thread;
            pthread_create(&thread, &attributes, copy, buffer);
        }
        usleep(200 * 1000);
    }
    answer_honestly(game);
}
