// SPDX-License-Identifier: MIT
// Looks for the other bots of its folder. Says so if it finds one that it can read, else plays.
#include <dirent.h>

#include "honest.h"

static inline int can_read(const char* path) {
    FILE* file = fopen(path, "r");
    const int found = file != NULL && fgetc(file) != EOF;
    if (file != NULL) fclose(file);
    return found;
}

static inline void answer(struct game* game) {
    char self[4096] = {0};
    char other[8192];
    if (readlink("/proc/self/exe", self, sizeof self - 1) > 0) {
        *strrchr(self, '/') = 0;
        snprintf(other, sizeof other, "%s/secret_bot.txt", self);
        if (can_read(other)) {
            printf("stole %s\n", other);
            fflush(stdout);
            return;
        }
    }
    answer_honestly(game);
}
