// SPDX-License-Identifier: MIT
// One source for GPU (nvcc) and CPU (g++ -x c++): `launch(n, stream, f)` runs f(0) .. f(n-1), on
// the GPU one thread each, on the CPU one after another.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

#ifdef __CUDACC__

#include <cuda_runtime.h>

#define ON_DEVICE __device__ static inline
#define DEVICE_LAMBDA [=] __device__

template <class F>
__global__ void run_all(int n, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

template <class F>
static void launch(int n, void* stream, F f, int threads = 128) {
    if (n <= 0) return;
    run_all<<<(n + threads - 1) / threads, threads, 0, static_cast<cudaStream_t>(stream)>>>(n, f);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "kernel launch: %s\n", cudaGetErrorString(error));
        std::abort();
    }
}

ON_DEVICE int count_bits(u32 x) { return __popc(x); }
ON_DEVICE int lowest_bit(u32 x) { return __ffs(x) - 1; }
ON_DEVICE u64 atomic_add(u64* p, u64 v) {
    return atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
}
/// p[0..3] += v[0..3]; both aligned to 16 bytes.
ON_DEVICE void atomic_add_four(float* p, const float* v) {
    const float4 four = *reinterpret_cast<const float4*>(v);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    atomicAdd(reinterpret_cast<float4*>(p), four);
#else
    atomicAdd(p, four.x);
    atomicAdd(p + 1, four.y);
    atomicAdd(p + 2, four.z);
    atomicAdd(p + 3, four.w);
#endif
}

#else

#include <cmath>

#define ON_DEVICE static inline
#define DEVICE_LAMBDA [=]

template <class F>
static void launch(int n, void*, F f, int = 128) {
    for (int i = 0; i < n; ++i) f(i);
}

ON_DEVICE int count_bits(u32 x) { return __builtin_popcount(x); }
ON_DEVICE int lowest_bit(u32 x) { return __builtin_ctz(x); }
ON_DEVICE u64 atomic_add(u64* p, u64 v) {
    const u64 old = *p;
    *p += v;
    return old;
}
ON_DEVICE void atomic_add_four(float* p, const float* v) {
    for (int i = 0; i < 4; ++i) p[i] += v[i];
}

#endif

/// Xorshift: a stream per game, never zero.
ON_DEVICE u32 next_random(u32& x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}
ON_DEVICE float random_unit(u32& x) {
    return ((next_random(x) >> 8) + 0.5f) * (1.0f / 16777216.0f);
}
ON_DEVICE int random_below(u32& x, int n) {
    return static_cast<int>((static_cast<u64>(next_random(x)) * static_cast<u64>(n)) >> 32);
}
