/* SPDX-License-Identifier: MIT */
/* Ninefold for C, and for every language that can call C (docs/cpp.md).
 *
 * Link with -lninefold. Objects are handles: what a function named …_new, …_copy or …_from_text
 * returns is yours, until you pass it to …_free (NULL is allowed there). Any thread may use an
 * object, one at a time; only ninefold_engine_stop may be called while another thread searches.
 *
 * A function that can fail returns NULL or -1 then, and ninefold_last_error() says why, in a
 * sentence. No C++ exception leaves the library.
 *
 * A move is 9 * block + cell, 0 to 80. Scores and chances are those of the side to move.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define NINEFOLD_API __attribute__((visibility("default")))
#else
#define NINEFOLD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { NINEFOLD_MOVES = 81 };

/* "1.0.0" */
NINEFOLD_API const char* ninefold_version(void);

/* Why the last call in this thread that failed did so; empty where none has. Valid until the next
 * one. */
NINEFOLD_API const char* ninefold_last_error(void);

/* ---- Moves ---- */

/* A move from two digits ("40": block 4, cell 0) or column and row ("d6"); -1 where it is neither.
 */
NINEFOLD_API int ninefold_move_from_text(const char* text);
/* Writes two digits and a zero. -1 where the move is not 0 to 80. */
NINEFOLD_API int ninefold_move_to_text(int move, char text[3]);

/* ---- Positions ---- */

typedef struct ninefold_position ninefold_position;

/* The start. The rules are the name of a ruleset, such as "standard" or "open", with "+draw" or
 * "+majority" behind it for another tie-break; NULL stands for "standard". */
NINEFOLD_API ninefold_position* ninefold_position_new(const char* rules);
NINEFOLD_API ninefold_position* ninefold_position_from_text(const char* text);
NINEFOLD_API ninefold_position* ninefold_position_copy(const ninefold_position* position);
NINEFOLD_API void ninefold_position_free(ninefold_position* position);

/* Writes the position string with a zero behind it, cut to `size` bytes, and returns its whole
 * length without the zero. 160 bytes are always enough. */
NINEFOLD_API size_t ninefold_position_text(const ninefold_position* position, char* buffer,
                                           size_t size);
/* The same with the board as an SVG picture, some 15,000 bytes; ask for the length with size 0
 * first. */
NINEFOLD_API size_t ninefold_position_svg(const ninefold_position* position, char* buffer,
                                          size_t size);

/* 'x' or 'o', the side to move. */
NINEFOLD_API char ninefold_position_side(const ninefold_position* position);
/* Writes the legal moves, ascending, and returns their number; 0 when the game is over. */
NINEFOLD_API int ninefold_position_moves(const ninefold_position* position,
                                         uint8_t moves[NINEFOLD_MOVES]);
/* 'x' or 'o' for a mark, '.' for an empty cell; 0 where the move is not 0 to 80. */
NINEFOLD_API char ninefold_position_cell(const ninefold_position* position, int move);
/* Plays a move: 0, or -1 where it is illegal. */
NINEFOLD_API int ninefold_position_play(ninefold_position* position, int move);
/* 'x' or 'o' has won, '=' for a draw, 0 while the game runs. */
NINEFOLD_API char ninefold_position_outcome(const ninefold_position* position);
/* Equal positions have equal hashes. */
NINEFOLD_API uint64_t ninefold_position_hash(const ninefold_position* position);

/* ---- Engine ---- */

typedef struct ninefold_engine ninefold_engine;

/* Set all to 0 and change what you want: 0 stands for the default. */
typedef struct ninefold_engine_options {
    int threads;     /* 1 to 256, default 1 */
    int hash_mb;     /* default 64 */
    int level;       /* 1 to 10, default 10: full strength */
    const char* net; /* path of a network; default: the one inside */
} ninefold_engine_options;

/* What a search may use up, whichever comes first; 0 stands for no limit. Without any it takes 0.5
 * s. */
typedef struct ninefold_limits {
    double seconds;
    uint64_t nodes;
    int depth;
} ninefold_limits;

typedef struct ninefold_search_result {
    int move;               /* the move to play */
    double score;           /* expected score of the side to move, 0 to 1 */
    double win, draw, loss; /* its chances; they add up to 1 */
    char proven;            /* 'w', 'd' or 'l' where the result is proved, else 0 */
    int plies;              /* to the end of a proven win or loss */
    int depth;              /* plies searched */
    uint64_t nodes;         /* positions searched */
    double seconds;         /* the time it took */
    int line_length;        /* the expected line, which begins with the move */
    uint8_t line[NINEFOLD_MOVES];
} ninefold_search_result;

/* NULL stands for all defaults. */
NINEFOLD_API ninefold_engine* ninefold_engine_new(const ninefold_engine_options* options);
NINEFOLD_API void ninefold_engine_free(ninefold_engine* engine);
/* Thinks, and returns 0; -1 where the game is over or another thread uses the engine. NULL limits
 * take 0.5 s. */
NINEFOLD_API int ninefold_engine_search(ninefold_engine* engine, const ninefold_position* position,
                                        const ninefold_limits* limits,
                                        ninefold_search_result* result);
/* Lets a running search end soon, from any thread. */
NINEFOLD_API void ninefold_engine_stop(ninefold_engine* engine);
/* Forgets what earlier searches found. */
NINEFOLD_API int ninefold_engine_new_game(ninefold_engine* engine);

/* ---- Solver ---- */

/* The exact result of a late position for the side to move: 'w', 'd' or 'l'; '?' where the limits
 * (NULL: none) ran out; 0 where it failed, with a last error. `move` may be NULL; else it gets a
 * move that keeps the result, or -1. */
NINEFOLD_API char ninefold_solve(const ninefold_position* position, const ninefold_limits* limits,
                                 int* move);

/* ---- Records ---- */

/* Reads one game, in the readable form or as JSON, checks it by the rules and returns its last
 * position. */
NINEFOLD_API ninefold_position* ninefold_position_after_record(const char* record);

#ifdef __cplusplus
}
#endif
