// SPDX-License-Identifier: MIT
// The functions Python calls (ninefold_train/native.py): batched search, self-play, batches for the
// teacher. On the GPU all pointers are device memory; every call is asynchronous on `stream`.
#include "tree.h"

#ifdef __CUDACC__
#include "mixer.cuh"
#endif

/// Games under way and the ring buffer of finished games' positions.
struct SelfPlay {
    int opening_plies;
    float from_start;
    // of each running game, ply by ply: [games][81]
    State* live_state;
    u8* live_policy;  ///< [games][81][81], 255 = 1
    float* live_value;
    int *length, *finished;
    u64* first_slot;
    int* began_empty;
    // ring buffer
    u64 capacity;
    u64* written;
    State* state;
    u8* policy;
    float* value;
    signed char* result;
    u64* statistics;  ///< games, X wins, O wins, draws, plies; then the same for whole games
};

/// Result for the side that just moved, or -9 until the game is over. A game stops when the next
/// mover can win at once.
ON_DEVICE int result_after(const Rules& rules, const State& next, int status) {
    if (status == kMoverWon) return 1;
    if (status == kMoverLost) return -1;
    if (status == kDrawn) return 0;
    return wins_at_once(rules, next) ? -1 : -9;
}

ON_DEVICE void count_game(const SelfPlay& p, int game, const State& last, int result) {
    const int x_result = (marks_on(last) - 1) % 2 == 0 ? result : -result;
    const int which = x_result == 1 ? 1 : x_result == -1 ? 2 : 3;
    for (int base = 0; base <= (p.began_empty[game] ? 5 : 0); base += 5) {
        atomic_add(p.statistics + base, 1);
        atomic_add(p.statistics + base + which, 1);
        atomic_add(p.statistics + base + 4, marks_on(last));
    }
}

ON_DEVICE void play_chosen(const Tree& t, const SelfPlay& p, int game) {
    const int ply = p.length[game];
    const size_t at = static_cast<size_t>(game) * 81 + ply;
    State s = t.root[game];
    p.live_state[at] = s;
    p.live_value[at] = t.root_value[game];
    const int status = play(t.rules, s, t.chosen[game]);
    const int result = result_after(t.rules, s, status);
    t.root[game] = s;
    p.length[game] = ply + 1;
    p.finished[game] = 0;
    if (result == -9) return;
    p.finished[game] = (ply + 1) | (result + 1) << 8;
    p.first_slot[game] = atomic_add(p.written, ply + 1);
    count_game(p, game, s, result);
}

ON_DEVICE void store_position(const SelfPlay& p, int game, int ply) {
    const int length = p.finished[game] & 255, result = (p.finished[game] >> 8) - 1;
    if (ply >= length) return;
    const u64 slot = (p.first_slot[game] + ply) % p.capacity;
    const size_t at = static_cast<size_t>(game) * 81 + ply;
    p.state[slot] = p.live_state[at];
    p.value[slot] = p.live_value[at];
    p.result[slot] = static_cast<signed char>((length - 1 - ply) & 1 ? -result : result);
    for (int c = 0; c < 81; ++c) p.policy[slot * 81 + c] = p.live_policy[at * 81 + c];
}

ON_DEVICE void begin_game(const Tree& t, const SelfPlay& p, int game) {
    u32& random = t.random[game];
    int plies = 0;
    if (random_unit(random) >= p.from_start) plies = 1 + random_below(random, p.opening_plies);
    p.length[game] = 0;
    p.began_empty[game] = plies == 0;
    random_opening(t.rules, t.root[game], random, plies);
}

extern "C" {

int size_of(int what) {
    return static_cast<int>(what == 0 ? sizeof(State) : what == 1 ? sizeof(Node)
                            : what == 2 ? sizeof(Tree) : sizeof(SelfPlay));
}

void random_positions(Tree* tree, int least, int most, void* stream) {
    const Tree t = *tree;
    launch(t.games, stream, DEVICE_LAMBDA(int g) {
        const int plies = least + random_below(t.random[g], most - least + 1);
        random_opening(t.rules, t.root[g], t.random[g], plies);
    });
}

void count_all_moves(Rules rules, State* states, int n, int* out, void* stream) {
    launch(n, stream, DEVICE_LAMBDA(int i) { out[i] = count_moves(rules, states[i]); });
}

/// Children of states; finished ones get no moves (all blocks closed).
void list_children(Rules rules, State* states, int n, long long* offset, State* out,
                   void* stream) {
    launch(n, stream, DEVICE_LAMBDA(int i) {
        u8 moves[81];
        const int count = list_moves(rules, states[i], moves);
        for (int j = 0; j < count; ++j) {
            State s = states[i];
            if (play(rules, s, moves[j]) != kGoesOn) s.won |= 511u << 18, s.target = kFree;
            out[offset[i] + j] = s;
        }
    });
}

void select_leaves(Tree* tree, int first, int n, void* stream) {
    const Tree t = *tree;
    launch(n, stream, DEVICE_LAMBDA(int i) { select_leaf(t, first + i, *t.step); }, 64);
}

void set_step(Tree* tree, int step, void* stream) {
    const Tree t = *tree;
    launch(1, stream, DEVICE_LAMBDA(int) { *t.step = step; });
}

void next_step(Tree* tree, void* stream) {
    const Tree t = *tree;
    launch(1, stream, DEVICE_LAMBDA(int) { *t.step += 1; });
}

void encode_leaves(Tree* tree, int first, int n, u16* out, void* stream) {
    const Tree t = *tree;
    launch(n * 81, stream, DEVICE_LAMBDA(int i) {
        const int j = i / 81, c = i - 81 * j, game = first + j;
        const int b = c / 9, cell = c - 9 * b, symmetry = t.leaf_symmetry[game];
        const State& s = t.states[static_cast<size_t>(game) * t.nodes + t.leaf[game]];
        const int image = symmetric(symmetry, b) * 9 + symmetric(symmetry, cell);
        cell_inputs(t.rules, s, c, out + (static_cast<size_t>(j) * 81 + image) * 8);
    }, 256);
}

void back_up_leaves(Tree* tree, int first, int n, const float* logits, const float* values,
                    void* stream) {
    const Tree t = *tree;
    launch(n, stream, DEVICE_LAMBDA(int i) {
        back_up(t, first + i, logits + static_cast<size_t>(i) * 81, values[i]);
    }, 64);
}

void conclude_all(Tree* tree, int first, int n, void* stream) {
    const Tree t = *tree;
    launch(n, stream, DEVICE_LAMBDA(int i) { conclude(t, first + i); }, 64);
}

void begin_games(Tree* tree, SelfPlay* self_play, void* stream) {
    const Tree t = *tree;
    const SelfPlay p = *self_play;
    launch(t.games, stream, DEVICE_LAMBDA(int g) { begin_game(t, p, g); });
}

/// Records the searched positions, plays the chosen moves, stores finished games, begins new ones.
void advance_games(Tree* tree, SelfPlay* self_play, void* stream) {
    const Tree t = *tree;
    const SelfPlay p = *self_play;
    launch(t.games * 81, stream, DEVICE_LAMBDA(int i) {
        const int g = i / 81, c = i - 81 * g;
        const size_t at = static_cast<size_t>(g) * 81 + p.length[g];
        p.live_policy[at * 81 + c] =
            static_cast<u8>(t.policy[static_cast<size_t>(g) * 81 + c] * 255.f + 0.5f);
    }, 256);
    launch(t.games, stream, DEVICE_LAMBDA(int g) { play_chosen(t, p, g); }, 64);
    launch(t.games * 81, stream, DEVICE_LAMBDA(int i) {
        const int g = i / 81;
        if (p.finished[g]) store_position(p, g, i - 81 * g);
    }, 256);
    launch(t.games, stream, DEVICE_LAMBDA(int g) {
        if (p.finished[g]) begin_game(t, p, g);
    }, 64);
}

/// Roots of `branches` become positions 1 .. most random plies off the games of `tree`; plies[g] is
/// how many, 0 where none was found that is not over and has no immediate win.
void branch_off(Tree* tree, Tree* branches, int offset, int most, u8* plies, void* stream) {
    const Tree t = *tree, b = *branches;
    launch(b.games, stream, DEVICE_LAMBDA(int g) {
        const State origin = t.root[(g + offset) % t.games];
        u32& random = b.random[g];
        plies[g] = 0;
        b.root[g] = origin;
        for (int attempt = 0; attempt < 4 && plies[g] == 0; ++attempt) {
            State s = origin;
            const int wanted = 1 + random_below(random, most);
            bool fine = true;
            for (int k = 0; k < wanted && fine; ++k) {
                fine = play(t.rules, s, random_move(t.rules, s, random)) == kGoesOn &&
                       !wins_at_once(t.rules, s);
            }
            if (fine) b.root[g] = s, plies[g] = static_cast<u8>(wanted);
        }
    }, 64);
}

/// Match play: plays the chosen moves of games that are not over. results: 0 not over, else 2 + the first
/// mover's result.
void apply_moves(Tree* tree, int first, int n, int first_mover, int* results, void* stream) {
    const Tree t = *tree;
    launch(n, stream, DEVICE_LAMBDA(int i) {
        const int g = first + i;
        if (results[g]) return;
        State s = t.root[g];
        const int status = play(t.rules, s, t.chosen[g]);
        const int result = result_after(t.rules, s, status);
        if (result == -9) {
            t.root[g] = s;
        } else {
            results[g] = 2 + (first_mover ? result : -result);
        }
    });
}

void random_choices(Tree* tree, int first, int n, void* stream) {
    const Tree t = *tree;
    launch(n, stream, DEVICE_LAMBDA(int i) {
        t.chosen[first + i] = random_move(t.rules, t.root[first + i], t.random[first + i]);
    });
}

/// For the student's training: table[rows[i][k]] += gradient[i] for all i and k, except where the
/// row is `nothing`. `width` is a multiple of four.
void scatter_rows(const int* rows, int n, int per_sum, int nothing, const float* gradient,
                  int width, float* table, void* stream) {
    const int parts = width / 4;
    launch(n * per_sum * parts, stream, DEVICE_LAMBDA(int i) {
        const int entry = i / parts, part = i - entry * parts;
        const int row = rows[entry];
        if (row == nothing) return;
        const size_t sum = static_cast<size_t>(entry / per_sum);
        atomic_add_four(table + static_cast<size_t>(row) * width + 4 * part,
                        gradient + sum * width + 4 * part);
    }, 256);
}

/// Inputs and targets of buffer positions under symmetries, for the teacher's training.
void training_batch(Tree* tree, SelfPlay* self_play, const long long* index, const u8* symmetry,
                    int n, float result_share, u16* inputs, float* policy, float* value,
                    void* stream) {
    const Rules rules = tree->rules;
    const SelfPlay p = *self_play;
    launch(n * 81, stream, DEVICE_LAMBDA(int i) {
        const int j = i / 81, c = i - 81 * j, b = c / 9, cell = c - 9 * b;
        const u64 k = static_cast<u64>(index[j]);
        const int s = symmetry[j];
        const size_t at = static_cast<size_t>(j) * 81 + symmetric(s, b) * 9 + symmetric(s, cell);
        cell_inputs(rules, p.state[k], c, inputs + at * 8);
        policy[at] = p.policy[k * 81 + c] * (1.f / 255.f);
        if (c == 0) value[j] = result_share * p.result[k] + (1.f - result_share) * p.value[k];
    }, 256);
}

}  // extern "C"
