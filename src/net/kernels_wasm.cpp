// SPDX-License-Identifier: MIT
// The inner loops for WebAssembly with its 128-bit instructions: the engine in the browser.
#include "net/kernels.h"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

namespace ninefold::net {
namespace {

constexpr int kLanes = Shape::kLanes;
constexpr int kWords = 8;  // int16 in a register
constexpr int kHalf = kLanes / 2;
/// Activations are kept as int16, as dot products read them.
using Active = std::int16_t;

v128_t load(const void* p) { return wasm_v128_load(p); }

void exchange(const Row* in, const Row* removed, const Row* added, Row* out) {
    for (int i = 0; i < kLanes; i += kWords) {
        const v128_t kept = wasm_i16x8_sub(load(in + i), load(removed + i));
        wasm_v128_store(out + i, wasm_i16x8_add(kept, load(added + i)));
    }
}

void exchange_many(const Row* in, std::span<const Row* const> removed,
                   std::span<const Row* const> added, Row* out) {
    constexpr int kRegisters = kLanes / kWords;
    v128_t sums[kRegisters];
    for (int i = 0; i < kRegisters; ++i) sums[i] = load(in + i * kWords);
    for (const Row* row : removed) {
        for (int i = 0; i < kRegisters; ++i) {
            sums[i] = wasm_i16x8_sub(sums[i], load(row + i * kWords));
        }
    }
    for (const Row* row : added) {
        for (int i = 0; i < kRegisters; ++i) {
            sums[i] = wasm_i16x8_add(sums[i], load(row + i * kWords));
        }
    }
    for (int i = 0; i < kRegisters; ++i) wasm_v128_store(out + i * kWords, sums[i]);
}

void dense(const DenseView& dense, const std::int16_t* x, std::int16_t* y) {
    for (int o = 0; o < dense.outputs; o += 8) {
        v128_t low = load(dense.bias + o), high = load(dense.bias + o + 4);
        for (int p = 0; p < dense.pairs; ++p) {
            const v128_t pair = wasm_v128_load32_splat(x + 2 * p);
            const std::int16_t* w = dense.weights + (p * dense.outputs + o) * 2;
            low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(load(w), pair));
            high = wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(load(w + kWords), pair));
        }
        low = wasm_i32x4_shr(low, Shape::kRowShift);
        high = wasm_i32x4_shr(high, Shape::kRowShift);
        wasm_v128_store(y + o, wasm_i16x8_narrow_i32x4(low, high));
    }
}

v128_t clip(v128_t sums) {
    return wasm_i16x8_min(wasm_i16x8_max(sums, wasm_i16x8_const_splat(0)),
                          wasm_i16x8_const_splat(Shape::kOne - 1));
}

v128_t clipped(const Perspective& p, int i) {
    v128_t sum = wasm_i16x8_add(load(p.sums + i), load(p.targets[0] + i));
    sum = wasm_i16x8_add(sum, load(p.targets[1] + i));
    if (p.targets[2] != nullptr) sum = wasm_i16x8_add(sum, load(p.targets[2] + i));
    return clip(sum);
}

void multiply_pairs(const Perspective& p, Active* out) {
    for (int i = 0; i < kHalf; i += kWords) {
        const v128_t a = clipped(p, i), b = clipped(p, i + kHalf);
        const v128_t low = wasm_i32x4_shr(wasm_i32x4_extmul_low_i16x8(a, b), Shape::kPairShift);
        const v128_t high = wasm_i32x4_shr(wasm_i32x4_extmul_high_i16x8(a, b), Shape::kPairShift);
        wasm_v128_store(out + i, wasm_i16x8_narrow_i32x4(low, high));
    }
}

v128_t activation(v128_t sums) {
    const v128_t scaled = wasm_i32x4_shr(sums, Shape::kWeightShift);
    return wasm_i32x4_min(wasm_i32x4_max(scaled, wasm_i32x4_const_splat(0)),
                          wasm_i32x4_const_splat(Shape::kActive));
}

/// The activations of a layer, weights in Head's layout. A register sums two outputs, each in two
/// halves that are added at the end.
template <int kInputs, int kOutputs>
void layer(const Active* inputs, const std::int8_t* weights, const std::int32_t* bias,
           Active* out) {
    constexpr int kRegisters = kOutputs / 2;
    v128_t sums[kRegisters];
    for (int r = 0; r < kRegisters; ++r) sums[r] = wasm_i32x4_const_splat(0);
    for (int i = 0; i < kInputs / 4; ++i) {
        const v128_t four = wasm_v128_load64_splat(inputs + 4 * i);
        const std::int8_t* w = weights + i * kOutputs * 4;
        for (int r = 0; r < kRegisters; ++r) {
            const v128_t products = wasm_i32x4_dot_i16x8(wasm_i16x8_load8x8(w + 8 * r), four);
            sums[r] = wasm_i32x4_add(sums[r], products);
        }
    }
    const auto four_outputs = [&](int o) {
        const v128_t a = sums[o / 2], b = sums[o / 2 + 1];
        const v128_t both = wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6),
                                           wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
        return activation(wasm_i32x4_add(both, load(bias + o)));
    };
    for (int o = 0; o < kOutputs; o += 8) {
        wasm_v128_store(out + o, wasm_i16x8_narrow_i32x4(four_outputs(o), four_outputs(o + 4)));
    }
}

struct Tail {
    alignas(16) Active values[Shape::kTail];
};

Tail tail_of(const Head& head, const Perspective& mover, const Perspective& other) {
    alignas(16) Active inputs[kLanes];
    multiply_pairs(mover, inputs);
    multiply_pairs(other, inputs + kHalf);
    alignas(16) Active middle[2 * Shape::kHead];
    layer<kLanes, Shape::kHead>(inputs, head.head_weights.data(), head.head_bias.data(), middle);
    for (int i = 0; i < Shape::kHead; i += kWords) {
        const v128_t plain = load(middle + i);
        wasm_v128_store(middle + Shape::kHead + i, wasm_u16x8_shr(wasm_i16x8_mul(plain, plain), 7));
    }
    Tail tail;
    layer<2 * Shape::kHead, Shape::kTail>(middle, head.tail_weights.data(), head.tail_bias.data(),
                                          tail.values);
    return tail;
}

std::int32_t output(const Head& head, const Tail& tail, int which) {
    const std::int16_t* w = head.out_weights.data() + which * Shape::kTail;
    v128_t sum = wasm_i32x4_const_splat(0);
    for (int i = 0; i < Shape::kTail; i += kWords) {
        sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(load(tail.values + i), load(w + i)));
    }
    const std::int32_t total = wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
                               wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
    return (total + head.out_bias[which]) >> Shape::kOutShift;
}

std::int32_t score(const Head& head, const Perspective& mover, const Perspective& other) {
    return output(head, tail_of(head, mover, other), 0);
}

Logits logits(const Head& head, const Perspective& mover, const Perspective& other) {
    const Tail tail = tail_of(head, mover, other);
    return {output(head, tail, 0), output(head, tail, 1)};
}

constexpr Kernels kWasm = {"WebAssembly", exchange, exchange_many, dense, score, logits};

}  // namespace

const Kernels& wasm_kernels() { return kWasm; }

}  // namespace ninefold::net

#endif
