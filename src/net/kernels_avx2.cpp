// SPDX-License-Identifier: MIT
// The inner loops for processors with AVX2. Only these functions are compiled for it: the rest of
// the program runs on any x86-64-v2 processor.
#include "net/kernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define NINEFOLD_AVX2 __attribute__((target("avx2")))

namespace ninefold::net {
namespace {

constexpr int kLanes = Shape::kLanes;
constexpr int kWords = 16;  // int16 in a register
constexpr int kHalf = kLanes / 2;

NINEFOLD_AVX2 inline __m256i load(const void* p) {
    return _mm256_load_si256(static_cast<const __m256i*>(p));
}
NINEFOLD_AVX2 inline void store(void* p, __m256i v) {
    _mm256_store_si256(static_cast<__m256i*>(p), v);
}

NINEFOLD_AVX2 void exchange(const Row* in, const Row* removed, const Row* added, Row* out) {
    for (int i = 0; i < kLanes; i += kWords) {
        const __m256i kept = _mm256_sub_epi16(load(in + i), load(removed + i));
        store(out + i, _mm256_add_epi16(kept, load(added + i)));
    }
}

NINEFOLD_AVX2 void exchange_many(const Row* in, std::span<const Row* const> removed,
                                 std::span<const Row* const> added, Row* out) {
    constexpr int kRegisters = kLanes / kWords;
    __m256i sums[kRegisters];
    for (int i = 0; i < kRegisters; ++i) sums[i] = load(in + i * kWords);
    for (const Row* row : removed) {
        for (int i = 0; i < kRegisters; ++i) {
            sums[i] = _mm256_sub_epi16(sums[i], load(row + i * kWords));
        }
    }
    for (const Row* row : added) {
        for (int i = 0; i < kRegisters; ++i) {
            sums[i] = _mm256_add_epi16(sums[i], load(row + i * kWords));
        }
    }
    for (int i = 0; i < kRegisters; ++i) store(out + i * kWords, sums[i]);
}

NINEFOLD_AVX2 void dense(const DenseView& dense, const std::int16_t* x, std::int16_t* y) {
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

NINEFOLD_AVX2 inline __m256i clip(__m256i sums) {
    return _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()),
                            _mm256_set1_epi16(Shape::kOne - 1));
}

/// Sixteen clipped sums, of a position with one or two target blocks.
template <int kTargetBlocks>
NINEFOLD_AVX2 inline __m256i clipped(const Perspective& p, int i) {
    __m256i sum = _mm256_add_epi16(load(p.sums + i), load(p.targets[0] + i));
    sum = _mm256_add_epi16(sum, load(p.targets[1] + i));
    if constexpr (kTargetBlocks == 2) sum = _mm256_add_epi16(sum, load(p.targets[2] + i));
    return clip(sum);
}

template <int kTargetBlocks>
NINEFOLD_AVX2 inline __m256i pair_products(const Perspective& p, int i) {
    // (8a * b) >> 16 = (a * b) >> 13, and 8a fits an int16.
    static_assert(Shape::kPairShift == 13 && Shape::kOne == 1024);
    return _mm256_mulhi_epi16(_mm256_slli_epi16(clipped<kTargetBlocks>(p, i), 3),
                              clipped<kTargetBlocks>(p, i + kHalf));
}

template <int kTargetBlocks>
NINEFOLD_AVX2 inline void multiply_pairs(const Perspective& p, std::uint8_t* out) {
    for (int i = 0; i < kHalf; i += 2 * kWords) {
        const __m256i packed = _mm256_packus_epi16(pair_products<kTargetBlocks>(p, i),
                                                   pair_products<kTargetBlocks>(p, i + kWords));
        store(out + i, _mm256_permute4x64_epi64(packed, 0b11'01'10'00));
    }
}

/// Adds four inputs' products to eight outputs. No pair of products can saturate:
/// 2 * 127 * 127 < 2^15.
NINEFOLD_AVX2 inline __m256i multiply_add(__m256i sums, __m256i inputs, const std::int8_t* w) {
    const __m256i pairs = _mm256_maddubs_epi16(inputs, load(w));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/// kRegisters * 8 outputs from kInputs activations, weights in Head's layout.
template <int kInputs, int kRegisters>
NINEFOLD_AVX2 inline void layer(const std::uint8_t* inputs, const std::int8_t* weights,
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

NINEFOLD_AVX2 inline __m256i activation(__m256i sums) {
    const __m256i scaled = _mm256_srai_epi32(sums, Shape::kWeightShift);
    return _mm256_min_epi32(_mm256_max_epi32(scaled, _mm256_setzero_si256()),
                            _mm256_set1_epi32(Shape::kActive));
}

/// Sixteen activations and their squares, as bytes: the tail's inputs.
NINEFOLD_AVX2 inline void middle_of(const __m256i* sums, std::uint8_t* out) {
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

NINEFOLD_AVX2 inline Tail tail_of(const Head& head, const Perspective& mover,
                                  const Perspective& other) {
    static_assert(Shape::kTail == 32);
    alignas(32) std::uint8_t inputs[kLanes];
    if (mover.targets[2] == nullptr) {
        multiply_pairs<1>(mover, inputs);
        multiply_pairs<1>(other, inputs + kHalf);
    } else {
        multiply_pairs<2>(mover, inputs);
        multiply_pairs<2>(other, inputs + kHalf);
    }
    __m256i first[2];
    layer<kLanes, 2>(inputs, head.head_weights.data(), head.head_bias.data(), first);
    alignas(32) std::uint8_t middle[2 * Shape::kHead];
    middle_of(first, middle);
    __m256i second[4];
    layer<2 * Shape::kHead, 4>(middle, head.tail_weights.data(), head.tail_bias.data(), second);
    return {_mm256_packs_epi32(activation(second[0]), activation(second[1])),
            _mm256_packs_epi32(activation(second[2]), activation(second[3]))};
}

/// Sixteen weights in the order of a register of Tail.
NINEFOLD_AVX2 inline __m256i reordered(const std::int16_t* p) {
    return _mm256_permute4x64_epi64(load(p), 0b11'01'10'00);
}

NINEFOLD_AVX2 inline std::int32_t output(const Head& head, const Tail& tail, int which) {
    const std::int16_t* w = head.out_weights.data() + which * Shape::kTail;
    const __m256i sums = _mm256_add_epi32(_mm256_madd_epi16(tail.low, reordered(w)),
                                          _mm256_madd_epi16(tail.high, reordered(w + 16)));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b01'00'11'10));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b10'11'00'01));
    return (_mm_cvtsi128_si32(sum) + head.out_bias[which]) >> Shape::kOutShift;
}

NINEFOLD_AVX2 std::int32_t score(const Head& head, const Perspective& mover,
                                 const Perspective& other) {
    return output(head, tail_of(head, mover, other), 0);
}

NINEFOLD_AVX2 Logits logits(const Head& head, const Perspective& mover, const Perspective& other) {
    const Tail tail = tail_of(head, mover, other);
    return {output(head, tail, 0), output(head, tail, 1)};
}

constexpr Kernels kAvx2 = {"AVX2", exchange, exchange_many, dense, score, logits};

}  // namespace

const Kernels& avx2_kernels() { return kAvx2; }

}  // namespace ninefold::net

#endif
