// SPDX-License-Identifier: MIT
#include "net/kernels.h"

#include <algorithm>

namespace ninefold::net {

const Kernels& simd_kernels();  // kernels_simd.cpp, where there are any

namespace {

constexpr int kLanes = Shape::kLanes;
constexpr int kHalf = kLanes / 2;
using Bytes = std::uint8_t;

Row wrap(int value) { return static_cast<Row>(static_cast<std::uint16_t>(value)); }

void exchange(const Row* in, const Row* removed, const Row* added, Row* out) {
    for (int i = 0; i < kLanes; ++i) out[i] = wrap(in[i] - removed[i] + added[i]);
}

void exchange_many(const Row* in, std::span<const Row* const> removed,
                   std::span<const Row* const> added, Row* out) {
    std::array<Row, kLanes> sums;
    std::copy_n(in, kLanes, sums.begin());
    for (const Row* row : removed) {
        for (int i = 0; i < kLanes; ++i) sums[i] = wrap(sums[i] - row[i]);
    }
    for (const Row* row : added) {
        for (int i = 0; i < kLanes; ++i) sums[i] = wrap(sums[i] + row[i]);
    }
    std::copy_n(sums.begin(), kLanes, out);
}

void dense(const DenseView& dense, const std::int16_t* x, std::int16_t* y) {
    for (int o = 0; o < dense.outputs; ++o) {
        auto sum = static_cast<std::uint32_t>(dense.bias[o]);
        for (int p = 0; p < dense.pairs; ++p) {
            const std::int16_t* w = dense.weights + (p * dense.outputs + o) * 2;
            sum += static_cast<std::uint32_t>(w[0] * x[2 * p]);
            sum += static_cast<std::uint32_t>(w[1] * x[2 * p + 1]);
        }
        const int scaled = static_cast<std::int32_t>(sum) >> Shape::kRowShift;
        y[o] = static_cast<std::int16_t>(std::clamp(scaled, -32768, 32767));
    }
}

void multiply_pairs(const Perspective& p, Bytes* out) {
    const auto clipped = [&p](int i) {
        const int second = p.targets[2] != nullptr ? p.targets[2][i] : 0;
        const int sum = p.sums[i] + p.targets[0][i] + p.targets[1][i] + second;
        return std::clamp<int>(wrap(sum), 0, Shape::kOne - 1);
    };
    for (int i = 0; i < kHalf; ++i) {
        out[i] = static_cast<Bytes>(clipped(i) * clipped(i + kHalf) >> Shape::kPairShift);
    }
}

/// sums += weights * inputs, with Head's layout.
void add_layer(const Bytes* inputs, int count, const std::int8_t* weights, std::int32_t* sums,
               int outputs) {
    for (int i = 0; i < count; i += 4) {
        for (int o = 0; o < outputs; ++o) {
            const std::int8_t* w = weights + (i / 4 * outputs + o) * 4;
            for (int k = 0; k < 4; ++k) sums[o] += w[k] * inputs[i + k];
        }
    }
}

Bytes activation(std::int32_t sum) {
    return static_cast<Bytes>(std::clamp(sum >> Shape::kWeightShift, 0, Shape::kActive));
}

std::array<Bytes, Shape::kTail> tail_of(const Head& head, const Perspective& mover,
                                        const Perspective& other) {
    std::array<Bytes, kLanes> inputs;
    multiply_pairs(mover, inputs.data());
    multiply_pairs(other, inputs.data() + kHalf);
    std::array<std::int32_t, Shape::kHead> first = head.head_bias;
    add_layer(inputs.data(), kLanes, head.head_weights.data(), first.data(), Shape::kHead);
    std::array<Bytes, 2 * Shape::kHead> middle;
    for (int i = 0; i < Shape::kHead; ++i) {
        const Bytes a = activation(first[i]);
        middle[i] = a;
        middle[i + Shape::kHead] = static_cast<Bytes>(a * a >> 7);
    }
    std::array<std::int32_t, Shape::kTail> second = head.tail_bias;
    add_layer(middle.data(), 2 * Shape::kHead, head.tail_weights.data(), second.data(),
              Shape::kTail);
    std::array<Bytes, Shape::kTail> tail;
    for (int i = 0; i < Shape::kTail; ++i) tail[i] = activation(second[i]);
    return tail;
}

std::int32_t output(const Head& head, const std::array<Bytes, Shape::kTail>& tail, int which) {
    std::int32_t sum = head.out_bias[which];
    for (int i = 0; i < Shape::kTail; ++i) {
        sum += head.out_weights[which * Shape::kTail + i] * tail[i];
    }
    return sum >> Shape::kOutShift;
}

std::int32_t score(const Head& head, const Perspective& mover, const Perspective& other) {
    return output(head, tail_of(head, mover, other), 0);
}

Logits logits(const Head& head, const Perspective& mover, const Perspective& other) {
    const auto tail = tail_of(head, mover, other);
    return {output(head, tail, 0), output(head, tail, 1)};
}

constexpr Kernels kPortable = {"portable", exchange, exchange_many, dense, score, logits};

}  // namespace

const Kernels& portable_kernels() { return kPortable; }

const Kernels& best_kernels() {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) return simd_kernels();
#elif defined(__wasm_simd128__)
    return simd_kernels();
#endif
    return kPortable;
}

}  // namespace ninefold::net
