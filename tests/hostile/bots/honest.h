// SPDX-License-Identifier: MIT
//
// The honest part that all hostile bots share: UGI's handshake and the first legal move under the
// standard rules. A bot defines answer(), which is called for every `go`.
#pragma once

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct game {
    char cell[9][9];  // 'x', 'o' or 0
    char owner[9];    // 'x', 'o', 'd' for full, 0 for open
    int target;       // -1: free move
    char side;
    int asked;  // how often since the program began, from 1
};

static inline void answer(struct game* game);

static inline void say(const char* line) {
    fputs(line, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

static inline void sleep_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000L};
    while (nanosleep(&left, &left) != 0) {
    }
}

static inline void close_block(struct game* g, int b) {
    static const int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                     {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    const char* c = g->cell[b];
    for (int i = 0; i < 8; ++i) {
        const char first = c[kLines[i][0]];
        if (first && first == c[kLines[i][1]] && first == c[kLines[i][2]]) g->owner[b] = first;
    }
    if (!g->owner[b] && memchr(c, 0, 9) == NULL) g->owner[b] = 'd';
}

static inline void play(struct game* g, int b, int c) {
    g->cell[b][c] = g->side;
    close_block(g, b);
    g->target = g->owner[c] ? -1 : c;
    g->side = g->side == 'x' ? 'o' : 'x';
}

// position BLOCKS SIDE TARGET RULES [moves …]
static inline void read_position(struct game* g, char* text) {
    memset(g->cell, 0, sizeof g->cell);
    memset(g->owner, 0, sizeof g->owner);
    char* rest = NULL;
    const char* blocks = strtok_r(text, " ", &rest);
    const char* side = strtok_r(NULL, " ", &rest);
    const char* target = strtok_r(NULL, " ", &rest);
    strtok_r(NULL, " ", &rest);
    int b = 0, c = 0;
    for (const char* p = blocks; *p && b < 9; ++p) {
        if (*p == '/') ++b, c = 0;
        else if (*p >= '1' && *p <= '9') c += *p - '0';
        else if (c < 9) g->cell[b][c++] = *p;
    }
    for (b = 0; b < 9; ++b) close_block(g, b);
    g->side = side[0];
    g->target = target[0] == '-' ? -1 : target[0] - '0';
    strtok_r(NULL, " ", &rest);  // moves
    for (const char* m; (m = strtok_r(NULL, " ", &rest)) != NULL;) play(g, m[0] - '0', m[1] - '0');
}

static inline int first_legal(const struct game* g) {
    for (int b = 0; b < 9; ++b) {
        if (g->owner[b] || (g->target >= 0 && g->target != b)) continue;
        for (int c = 0; c < 9; ++c) {
            if (!g->cell[b][c]) return 10 * b + c;
        }
    }
    return -1;
}

static inline void say_move(int move) {
    printf("bestmove %02d\n", move);
    fflush(stdout);
}

static inline void answer_honestly(const struct game* g) { say_move(first_legal(g)); }

int main(void) {
    static char line[65536];
    static char buffer[65536];
    static struct game game;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = 0;
        if (strcmp(line, "ugi") == 0) say("id name hostile\nugiok");
        else if (strcmp(line, "isready") == 0) say("readyok");
        else if (strncmp(line, "position ", 9) == 0) read_position(&game, line + 9);
        else if (strncmp(line, "go", 2) == 0) ++game.asked, answer(&game);
        else if (strcmp(line, "quit") == 0) return 0;
    }
    return 0;
}
