// SPDX-License-Identifier: MIT
// Plays well, and has the kernel fill memory while its opponent thinks: inside the kernel nothing is
// frozen.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "honest.h"

// Each call fills the same memory again and again, 2 GiB in all, with the zeros of a file without
// contents. Half of that is left when the bot must rest: a second of work in all, on a fast machine.
enum { THREADS = 30, PARTS = 1024, SIZE = 2 << 20 };

static int file;
static struct iovec parts[PARTS];

static void* fill(void* unused) {
    while (preadv(file, parts, PARTS, 0) > 0) {
    }
    return unused;
}

static inline void answer(struct game* game) {
    if (game->asked == 1) {
        file = memfd_create("memory", 0);
        if (ftruncate(file, (off_t)PARTS * SIZE) != 0) return;
        void* buffer = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int i = 0; i < PARTS; ++i) parts[i] = (struct iovec){buffer, SIZE};
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 64 << 10);  // addresses may be limited
        for (int i = 0; i < THREADS; ++i) {
            pthread_t thread;
            pthread_create(&thread, &attributes, fill, NULL);
        }
        usleep(200 * 1000);
    }
    answer_honestly(game);
}
