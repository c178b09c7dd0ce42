// SPDX-License-Identifier: MIT
// Looks into the organiser's home and the system's secrets. Says so if it finds anything, else
// plays. Folders that lead to the bot itself may show, with nothing else in them.
#include <dirent.h>

#include "honest.h"

static inline int leads_to_self(const char* path) {
    char self[4096] = {0};
    return readlink("/proc/self/exe", self, sizeof self - 1) > 0 &&
           strncmp(self, path, strlen(path)) == 0;
}

static inline void look(const char* folder) {
    DIR* dir = opendir(folder);
    if (dir == NULL) return;
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;) {
        char path[8192];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (leads_to_self(path)) continue;
        printf("stole %s\n", path);
        fflush(stdout);
        _exit(0);
    }
    closedir(dir);
}

static inline void answer(struct game* game) {
    look("/root");
    look("/home");
    look("/var");
    look("/sys");
    FILE* shadow = fopen("/etc/shadow", "r");
    if (shadow != NULL) say("stole /etc/shadow");
    else answer_honestly(game);
}
