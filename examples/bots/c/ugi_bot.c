/* SPDX-License-Identifier: MIT
 *
 * A first bot in C that speaks UGI, the protocol of docs/protocol.md, under all three rulesets.
 * It wins a block where it can, else stops the opponent from winning one, else takes the centre
 * of a block, else plays at random. Change `score` first: it is the whole strategy.
 *
 *     gcc -std=c11 -O2 -o ugi_bot ugi_bot.c
 *
 * Blocks and cells are numbered 0 to 8, row by row; place 9 * block + cell is 0 to 80.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum Ruleset { STANDARD, OPEN, CORRESPONDENCE };

struct Game {
    char cells[81];  /* 'x', 'o' or '-' */
    char owners[9];  /* who has won each block, or '-' */
    char side;       /* who is to move */
    int last_cell;   /* the cell that decides where the mover must play, or -1 */
    enum Ruleset ruleset;
};

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

/* Under `correspondence`, the blocks that each cell sends to (the centre sends to one only). */
static const int NEIGHBOURS[9][2] = {{1, 3}, {0, 2}, {1, 5}, {0, 6}, {4, 4},
                                     {2, 8}, {3, 7}, {6, 8}, {5, 7}};

static char other(char side) { return side == 'x' ? 'o' : 'x'; }

static bool has_line(const char *nine, char side) {
    for (int i = 0; i < 8; i++) {
        const int *line = LINES[i];
        if (nine[line[0]] == side && nine[line[1]] == side && nine[line[2]] == side) return true;
    }
    return false;
}

static void find_owner(struct Game *game, int block, char side) {
    if (game->owners[block] == '-' && has_line(&game->cells[9 * block], side)) {
        game->owners[block] = side;
    }
}

static enum Ruleset read_ruleset(const char *text) { /* the tie-break behind a + is ignored */
    if (strncmp(text, "open", 4) == 0) return OPEN;
    if (strncmp(text, "correspondence", 14) == 0) return CORRESPONDENCE;
    return STANDARD;
}

static void clear(struct Game *game, enum Ruleset ruleset) {
    memset(game->cells, '-', sizeof game->cells);
    memset(game->owners, '-', sizeof game->owners);
    game->side = 'x';
    game->last_cell = -1;
    game->ruleset = ruleset;
}

/* Reads the BLOCKS of a position: `9/4x4/…`, a digit standing for that many empty cells. */
static void read_blocks(struct Game *game, const char *text) {
    int place = 0;
    for (; *text; text++) {
        if (*text >= '1' && *text <= '9') {
            place += *text - '0';
        } else if (*text != '/' && place < 81) {
            game->cells[place++] = *text;
        }
    }
    for (int block = 0; block < 9; block++) {
        find_owner(game, block, 'x');
        find_owner(game, block, 'o');
    }
}

static void play(struct Game *game, int block, int cell) {
    game->cells[9 * block + cell] = game->side;
    find_owner(game, block, game->side);
    game->last_cell = cell;
    game->side = other(game->side);
}

/* Only under `open` do won blocks stay in play. */
static bool is_open(const struct Game *game, int block) {
    if (game->owners[block] != '-' && game->ruleset != OPEN) return false;
    return memchr(&game->cells[9 * block], '-', 9) != NULL;
}

static bool is_target(const struct Game *game, int block) {
    if (game->last_cell < 0) return false;
    if (game->ruleset != CORRESPONDENCE) return block == game->last_cell;
    const int *pair = NEIGHBOURS[game->last_cell];
    return block == pair[0] || block == pair[1];
}

/* Writes the legal moves as places and returns how many there are. */
static int legal_moves(const struct Game *game, int *moves) {
    bool sent = false; /* whether a target is open; if none is, the move is free */
    for (int block = 0; block < 9; block++) {
        sent = sent || (is_target(game, block) && is_open(game, block));
    }
    int count = 0;
    for (int place = 0; place < 81; place++) {
        int block = place / 9;
        if (game->cells[place] == '-' && is_open(game, block) &&
            (!sent || is_target(game, block))) {
            moves[count++] = place;
        }
    }
    return count;
}

static bool wins_block(const struct Game *game, int place, char side) {
    char block[9];
    memcpy(block, &game->cells[place / 9 * 9], 9);
    block[place % 9] = side;
    return game->owners[place / 9] == '-' && has_line(block, side);
}

/* How much we like a move. */
static int score(const struct Game *game, int place) {
    if (wins_block(game, place, game->side)) return 3;
    if (wins_block(game, place, other(game->side))) return 2;
    return place % 9 == 4 ? 1 : 0;
}

/* Random numbers of our own (xorshift), so that a seed gives the same game everywhere. */
static uint64_t random_state = 1;

static void seed(uint64_t value) { random_state = value * 0x9E3779B97F4A7C15u + 1; }

static unsigned random_below(unsigned limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 33) % limit;
}

/* One of the moves that we like best, or -1 where there is none. */
static int choose(const struct Game *game) {
    int moves[81], best[81], best_count = 0, best_score = -1;
    int count = legal_moves(game, moves);
    for (int i = 0; i < count; i++) {
        int s = score(game, moves[i]);
        if (s > best_score) {
            best_score = s;
            best_count = 0;
        }
        if (s == best_score) best[best_count++] = moves[i];
    }
    return best_count == 0 ? -1 : best[random_below((unsigned)best_count)];
}

static const char *next_word(void) {
    const char *word = strtok(NULL, " \r\n");
    return word ? word : "";
}

/* The words after `position`: a position or `startpos`, then perhaps `moves` and moves. */
static void read_position(struct Game *game, enum Ruleset rules) {
    const char *word = next_word();
    clear(game, rules);
    if (strcmp(word, "startpos") != 0) {
        read_blocks(game, word);
        game->side = next_word()[0];
        word = next_word();
        game->last_cell = word[0] == '-' ? -1 : word[0] - '0';
        game->ruleset = read_ruleset(next_word());
    }
    next_word(); /* `moves` */
    for (word = next_word(); *word; word = next_word()) play(game, word[0] - '0', word[1] - '0');
}

/* setoption name NAME value VALUE */
static void set_option(enum Ruleset *rules) {
    next_word();
    const char *name = next_word();
    next_word();
    const char *value = next_word();
    if (strcmp(name, "Rules") == 0) *rules = read_ruleset(value);
    if (strcmp(name, "Seed") == 0) seed(strtoull(value, NULL, 10));
}

static void introduce(void) {
    puts("id name Example (C)");
    puts("id author Ninefold");
    puts("option name Rules type combo default standard"
         " var standard var open var correspondence");
    puts("option name Seed type spin default 0 min 0 max 9223372036854775807");
    puts("ugiok");
}

int main(void) {
    static char line[65536]; /* the protocol's longest line */
    enum Ruleset rules = STANDARD; /* for `position startpos` */
    struct Game game;
    clear(&game, rules);
    seed((uint64_t)time(NULL));
    while (fgets(line, sizeof line, stdin)) {
        const char *command = strtok(line, " \r\n");
        if (!command) continue;
        if (strcmp(command, "ugi") == 0) introduce();
        if (strcmp(command, "isready") == 0) puts("readyok");
        if (strcmp(command, "setoption") == 0) set_option(&rules);
        if (strcmp(command, "position") == 0) read_position(&game, rules);
        if (strcmp(command, "quit") == 0) break;
        if (strcmp(command, "go") == 0) {
            int place = choose(&game);
            if (place < 0) puts("bestmove none");
            else printf("bestmove %d%d\n", place / 9, place % 9);
        }
        fflush(stdout); /* the referee waits for our answer: do not keep it in a buffer */
    }
    return 0;
}
