/* SPDX-License-Identifier: MIT
 *
 * The fastest bot there can be, to measure the referee and not the bot: it follows `standard`
 * games and answers with some legal move at once. With `timed` as its argument it computes
 * for about a millisecond and reports, as `info meta`, how long it believes it took from reading
 * `go` to writing its answer, to be compared with what the referee charges.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

struct Game {
    int marks[2][9];
    int closed;
    int target; /* block, or -1 */
    int side;
};

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void play(struct Game *game, int block, int cell) {
    int own = game->marks[game->side][block] |= 1 << cell;
    for (int i = 0; i < 8; i++) {
        if ((own & LINES[i]) == LINES[i]) game->closed |= 1 << block;
    }
    if ((own | game->marks[1 - game->side][block]) == 0777) game->closed |= 1 << block;
    game->target = game->closed >> cell & 1 ? -1 : cell;
    game->side = 1 - game->side;
}

/* A legal move that looks random, so that games last about 60 plies. */
static void choose(const struct Game *game, unsigned number, int *block, int *cell) {
    int found[81], count = 0;
    for (int b = 0; b < 9; b++) {
        if (game->closed >> b & 1 || (game->target >= 0 && game->target != b)) continue;
        int taken = game->marks[0][b] | game->marks[1][b];
        for (int c = 0; c < 9; c++) {
            if (!(taken >> c & 1)) found[count++] = 9 * b + c;
        }
    }
    int move = found[(number * 2654435761u >> 8) % (unsigned)count];
    *block = move / 9;
    *cell = move % 9;
}

int main(int argc, char **argv) {
    const int timed = argc > 1 && strcmp(argv[1], "timed") == 0;
    static char line[1 << 16];
    unsigned asked = 0;
    struct Game game = {.target = -1};
    setvbuf(stdout, NULL, _IOFBF, 1 << 12);
    while (fgets(line, sizeof line, stdin)) {
        const long long begin = timed ? now() : 0;
        if (strncmp(line, "position", 8) == 0) {
            memset(&game, 0, sizeof game);
            game.target = -1;
            const char *moves = strstr(line, "moves ");
            for (const char *m = moves ? moves + 6 : ""; m[0] >= '0' && m[0] <= '8'; m += 3) {
                play(&game, m[0] - '0', m[1] - '0');
                if (m[2] != ' ') break;
            }
        } else if (strncmp(line, "go", 2) == 0) {
            int block, cell;
            choose(&game, ++asked, &block, &cell);
            if (timed) {
                while (now() - begin < 1000000) {
                }
                printf("info meta {\"own\":%lld}\n", now() - begin);
            }
            printf("bestmove %d%d\n", block, cell);
            fflush(stdout);
        } else if (strncmp(line, "isready", 7) == 0) {
            puts("readyok");
            fflush(stdout);
        } else if (strncmp(line, "quit", 4) == 0) {
            return 0;
        } else if (strncmp(line, "ugi", 3) == 0 && line[3] == '\n') {
            puts("id name instant\nugiok");
            fflush(stdout);
        }
    }
    return 0;
}
