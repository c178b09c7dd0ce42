/* SPDX-License-Identifier: MIT */
/* The same from C:  cc hello.c $(pkg-config --cflags --libs ninefold-c) && ./a.out */
#include <ninefold.h>
#include <stdio.h>

int main(void) {
    ninefold_position* position = ninefold_position_new("standard");
    ninefold_engine* engine = ninefold_engine_new(NULL);
    ninefold_limits limits = {0, 10000, 0};
    ninefold_search_result result;
    char text[3];
    if (position == NULL || engine == NULL || ninefold_position_play(position, 40) != 0 ||
        ninefold_engine_search(engine, position, &limits, &result) != 0) {
        fprintf(stderr, "%s\n", ninefold_last_error());
        return 1;
    }
    ninefold_move_to_text(result.move, text);
    printf("%s  %.0f %%  depth %d\n", text, 100 * result.score, result.depth);
    ninefold_engine_free(engine);
    ninefold_position_free(position);
    return 0;
}
