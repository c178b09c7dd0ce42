// SPDX-License-Identifier: MIT
// The inner loops for processors with AVX2, and for WebAssembly with its 128-bit instructions. On
// x86-64 only these functions are compiled for AVX2: the rest of the program runs on any x86-64-v2
// processor.
#include "net/kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define NINEFOLD_SIMD __attribute__((target("avx2")))
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define NINEFOLD_SIMD
#endif

#if defined(NINEFOLD_SIMD)

namespace ninefold::net {
namespace {

constexpr int kLanes = Shape::kLanes;
constexpr int kHalf = kLanes / 2;

// Each instruction set brings: Register, of kWords int16; load, store, add, subtract, clip; dense;
// Active, an activation; multiply_pairs and layers, from sums to the tail; output, from the tail.

#if defined(__x86_64__)

using Register = __m256i;
constexpr int kWords = 16;

NINEFOLD_SIMD inline Register load(const void* p) {
    return _mm256_load_si256(static_cast<const Register*>(p));
}
NINEFOLD_SIMD inline void store(void* p, Register v) {
    _mm256_store_si256(static_cast<Register*>(p), v);
}
NINEFOLD_SIMD inline Register add(Register a, Register b) { return _mm256_add_epi16(a, b); }
NINEFOLD_SIMD inline Register subtract(Register a, Register b) { return _mm256_sub_epi16(a, b); }
NINEFOLD_SIMD inline Register clip(Register sums) {
    return _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()),
                            _mm256_set1_epi16(Shape::kOne - 1));
}

#else

using Register = v128_t;
constexpr int kWords = 8;

Register load(const void* p) { return wasm_v128_load(p); }
void store(void* p, Register v) { wasm_v128_store(p, v); }
Register add(Register a, Register b) { return wasm_i16x8_add(a, b); }
Register subtract(Register a, Register b) { return wasm_i16x8_sub(a, b); }
Register clip(Register sums) {
    return wasm_i16x8_min(wasm_i16x8_max(sums, wasm_i16x8_const_splat(0)),
                          wasm_i16x8_const_splat(Shape::kOne - 1));
}

#endif

NINEFOLD_SIMD void exchange(const Row* in, const Row* removed, const Row* added, Row* out) {
    for (int i = 0; i < kLanes; i += kWords) {
        store(out + i, add(subtract(load(in + i), load(removed + i)), load(added + i)));
    }
}

NINEFOLD_SIMD void exchange_many(const Row* in, std::span<const Row* const> removed,
                                 std::span<const Row* const> added, Row* out) {
    constexpr int kRegisters = kLanes / kWords;
    Register sums[kRegisters];
    for (int i = 0; i < kRegisters; ++i) sums[i] = load(in + i * kWords);
    for (const Row* row : removed) {
        for (int i = 0; i < kRegisters; ++i) sums[i] = subtract(sums[i], load(row + i * kWords));
    }
    for (const Row* row : added) {
        for (int i = 0; i < kRegisters; ++i) sums[i] = add(sums[i], load(row + i * kWords));
    }
    for (int i = 0; i < kRegisters; ++i) store(out + i * kWords, sums[i]);
}

/// A register of clipped sums, of a position with one or two target blocks.
template <int kTargetBlocks>
NINEFOLD_SIMD inline Register clipped(const Perspective& p, int i) {
    Register sum = add(load(p.sums + i), load(p.targets[0] + i));
    sum = add(sum, load(p.targets[1] + i));
    if constexpr (kTargetBlocks == 2) sum = add(sum, load(p.targets[2] + i));
    return clip(sum);
}

#if defined(__x86_64__)

using Active = std::uint8_t;

NINEFOLD_SIMD void dense(const DenseView& dense, const std::int16_t* x, std::int16_t* y) {
    for (int o = 0; o < dense.outputs; o += 8) {
        __m256i sums = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(dense.bias + o));
        for (int p = 0; p < dense.pairs; ++p) {
            std::int32_t pair;
            __builtin_memcpy(&pair, x + 2 * p, 4);
            const auto* w =
                reinterpret_cast<const __m256i*>(dense.weights + (p * dense.outputs + o) * 2);
            const __m256i products =
                _mm256_madd_epi16(_mm256_loadu_si256(w), _mm256_set1_epi32(pair));
            sums = _mm256_add_epi32(sums, products);
        }
        sums = _mm256_srai_epi32(sums, Shape::kRowShift);
        const __m128i clipped =
            _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(y + o), clipped);
    }
}

template <int kTargetBlocks>
NINEFOLD_SIMD inline __m256i pair_products(const Perspective& p, int i) {
    // (8a * b) >> 16 = (a * b) >> 13, and 8a fits an int16.
    static_assert(Shape::kPairShift == 13 && Shape::kOne == 1024);
    return _mm256_mulhi_epi16(_mm256_slli_epi16(clipped<kTargetBlocks>(p, i), 3),
                              clipped<kTargetBlocks>(p, i + kHalf));
}

template <int kTargetBlocks>
NINEFOLD_SIMD inline void multiply_pairs(const Perspective& p, Active* out) {
    for (int i = 0; i < kHalf; i += 2 * kWords) {
        const __m256i packed = _mm256_packus_epi16(pair_products<kTargetBlocks>(p, i),
                                                   pair_products<kTargetBlocks>(p, i + kWords));
        store(out + i, _mm256_permute4x64_epi64(packed, 0b11'01'10'00));
    }
}

/// Adds four inputs' products to eight outputs. No pair of products can saturate:
/// 2 * 127 * 127 < 2^15.
NINEFOLD_SIMD inline __m256i multiply_add(__m256i sums, __m256i inputs, const std::int8_t* w) {
    const __m256i pairs = _mm256_maddubs_epi16(inputs, load(w));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/// kRegisters * 8 outputs from kInputs activations, weights in Head's layout.
template <int kInputs, int kRegisters>
NINEFOLD_SIMD inline void layer(const Active* inputs, const std::int8_t* weights,
                                const std::int32_t* bias, __m256i* sums) {
    for (int r = 0; r < kRegisters; ++r) sums[r] = load(bias + 8 * r);
    for (int i = 0; i < kInputs / 4; ++i) {
        std::int32_t four;
        __builtin_memcpy(&four, inputs + 4 * i, 4);
        const __m256i spread = _mm256_set1_epi32(four);
        for (int r = 0; r < kRegisters; ++r) {
            sums[r] = multiply_add(sums[r], spread, weights + (i * kRegisters + r) * 32);
        }
    }
}

NINEFOLD_SIMD inline __m256i activation(__m256i sums) {
    const __m256i scaled = _mm256_srai_epi32(sums, Shape::kWeightShift);
    return _mm256_min_epi32(_mm256_max_epi32(scaled, _mm256_setzero_si256()),
                            _mm256_set1_epi32(Shape::kActive));
}

/// Sixteen activations and their squares, as bytes: the tail's inputs.
NINEFOLD_SIMD inline void middle_of(const __m256i* sums, Active* out) {
    static_assert(Shape::kHead == 16);
    const __m256i packed = _mm256_packs_epi32(activation(sums[0]), activation(sums[1]));
    const __m256i plain = _mm256_permute4x64_epi64(packed, 0b11'01'10'00);
    const __m256i square = _mm256_srli_epi16(_mm256_mullo_epi16(plain, plain), 7);
    const __m256i bytes = _mm256_packus_epi16(plain, square);
    store(out, _mm256_permute4x64_epi64(bytes, 0b11'01'10'00));
}

/// The tail's 32 activations as two registers of int16, in the order
/// 0-3 8-11 4-7 12-15 and 16-19 24-27 20-23 28-31 that packing leaves.
struct Tail {
    __m256i low, high;
};

NINEFOLD_SIMD inline Tail layers(const Head& head, const Active* inputs) {
    static_assert(Shape::kTail == 32);
    __m256i first[2];
    layer<kLanes, 2>(inputs, head.head_weights.data(), head.head_bias.data(), first);
    alignas(32) Active middle[2 * Shape::kHead];
    middle_of(first, middle);
    __m256i second[4];
    layer<2 * Shape::kHead, 4>(middle, head.tail_weights.data(), head.tail_bias.data(), second);
    return {_mm256_packs_epi32(activation(second[0]), activation(second[1])),
            _mm256_packs_epi32(activation(second[2]), activation(second[3]))};
}

/// Sixteen weights in the order of a register of Tail.
NINEFOLD_SIMD inline __m256i reordered(const std::int16_t* p) {
    return _mm256_permute4x64_epi64(load(p), 0b11'01'10'00);
}

NINEFOLD_SIMD inline std::int32_t output(const Head& head, const Tail& tail, int which) {
    const std::int16_t* w = head.out_weights.data() + which * Shape::kTail;
    const __m256i sums = _mm256_add_epi32(_mm256_madd_epi16(tail.low, reordered(w)),
                                          _mm256_madd_epi16(tail.high, reordered(w + 16)));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01'00'11'10));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10'11'00'01));
    return (_mm_cvtsi128_si32(sum) + head.out_bias[which]) >> Shape::kOutShift;
}

#else

using Active = std::int16_t;  ///< as dot products read them

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
        store(y + o, wasm_i16x8_narrow_i32x4(low, high));
    }
}

template <int kTargetBlocks>
void multiply_pairs(const Perspective& p, Active* out) {
    for (int i = 0; i < kHalf; i += kWords) {
        const v128_t a = clipped<kTargetBlocks>(p, i), b = clipped<kTargetBlocks>(p, i + kHalf);
        const v128_t low = wasm_i32x4_shr(wasm_i32x4_extmul_low_i16x8(a, b), Shape::kPairShift);
        const v128_t high = wasm_i32x4_shr(wasm_i32x4_extmul_high_i16x8(a, b), Shape::kPairShift);
        store(out + i, wasm_i16x8_narrow_i32x4(low, high));
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
        store(out + o, wasm_i16x8_narrow_i32x4(four_outputs(o), four_outputs(o + 4)));
    }
}

struct Tail {
    alignas(16) Active values[Shape::kTail];
};

Tail layers(const Head& head, const Active* inputs) {
    alignas(16) Active middle[2 * Shape::kHead];
    layer<kLanes, Shape::kHead>(inputs, head.head_weights.data(), head.head_bias.data(), middle);
    for (int i = 0; i < Shape::kHead; i += kWords) {
        const v128_t plain = load(middle + i);
        store(middle + Shape::kHead + i, wasm_u16x8_shr(wasm_i16x8_mul(plain, plain), 7));
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

#endif

NINEFOLD_SIMD inline Tail tail_of(const Head& head, const Perspective& mover,
                                  const Perspective& other) {
    alignas(32) Active inputs[kLanes];
    if (mover.targets[2] == nullptr) {
        multiply_pairs<1>(mover, inputs);
        multiply_pairs<1>(other, inputs + kHalf);
    } else {
        multiply_pairs<2>(mover, inputs);
        multiply_pairs<2>(other, inputs + kHalf);
    }
    return layers(head, inputs);
}

NINEFOLD_SIMD std::int32_t score(const Head& head, const Perspective& mover,
                                 const Perspective& other) {
    return output(head, tail_of(head, mover, other), 0);
}

NINEFOLD_SIMD Logits logits(const Head& head, const Perspective& mover, const Perspective& other) {
    const Tail tail = tail_of(head, mover, other);
    return {output(head, tail, 0), output(head, tail, 1)};
}

}  // namespace

const Kernels& simd_kernels() {
#if defined(__x86_64__)
    static constexpr Kernels kKernels = {"AVX2", exchange, exchange_many, dense, score, logits};
#else
    static constexpr Kernels kKernels = {"WebAssembly", exchange, exchange_many,
                                         dense,         score,    logits};
#endif
    return kKernels;
}

}  // namespace ninefold::net

#endif
