// SPDX-License-Identifier: MIT
// Two fused kernels of the teacher's inference, bf16, one position per thread block: the embedding,
// and residual addition + swap of block and cell + root-mean-square norm.
#pragma once

#include <cuda_bf16.h>

#include "device.h"

using bf16 = __nv_bfloat16;
using bf16x2 = __nv_bfloat162;

/// Sum over a warp's `per` neighbouring threads.
template <int per>
__device__ inline float add_up(float x) {
#pragma unroll
    for (int k = per / 2; k > 0; k >>= 1) x += __shfl_xor_sync(0xffffffffu, x, k);
    return x;
}

/// A thread has 8 of a place's D numbers, for three of a column's rows.
template <int D>
__global__ void __launch_bounds__(D == 64 ? 224 : (D == 32 ? 128 : 64))
    mix_kernel(const bf16* x_in, const bf16* added, const bf16* scale, bf16* x_out, bf16* y_out) {
    constexpr int per = D / 8;
    __shared__ float squares[81];
    const size_t n = blockIdx.x;
    const int v = threadIdx.x, part = v % per, place = v / per;
    const int column = place % 9, row0 = place / 9;
    const bool works = v < 27 * per;
    uint4 a[3], b[3];
    float sum[3] = {0, 0, 0};
    if (works) {
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            const size_t from = ((n * 9 + column) * 9 + row0 + 3 * j) * D + part * 8;
            a[j] = *reinterpret_cast<const uint4*>(x_in + from);
            b[j] = *reinterpret_cast<const uint4*>(added + from);
        }
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            bf16x2* pa = reinterpret_cast<bf16x2*>(&a[j]);
            const bf16x2* pb = reinterpret_cast<const bf16x2*>(&b[j]);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float2 p = __bfloat1622float2(pa[i]), q = __bfloat1622float2(pb[i]);
                pa[i] = __floats2bfloat162_rn(p.x + q.x, p.y + q.y);
                const float2 t = __bfloat1622float2(pa[i]);
                sum[j] += t.x * t.x + t.y * t.y;
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 3; ++j) sum[j] = add_up<per>(sum[j]);
    if (works && part == 0) {
#pragma unroll
        for (int j = 0; j < 3; ++j) squares[place + 27 * j] = sum[j];
    }
    __syncthreads();
    if (!works) return;
    const uint4 weights = *reinterpret_cast<const uint4*>(scale + column * D + part * 8);
    const bf16x2* pw = reinterpret_cast<const bf16x2*>(&weights);
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        float total = 0;
#pragma unroll
        for (int i = 0; i < 9; ++i) total += squares[(row0 + 3 * j) * 9 + i];
        const float norm = rsqrtf(total * (1.f / (9 * D)) + 1e-5f);
        const size_t to = (n * 81 + place + 27 * j) * D + part * 8;
        *reinterpret_cast<uint4*>(x_out + to) = a[j];
        const bf16x2* pa = reinterpret_cast<const bf16x2*>(&a[j]);
        uint4 y;
        bf16x2* py = reinterpret_cast<bf16x2*>(&y);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float2 p = __bfloat1622float2(pa[i]);
            py[i] = __hmul2(__floats2bfloat162_rn(p.x * norm, p.y * norm), pw[i]);
        }
        *reinterpret_cast<uint4*>(y_out + to) = y;
    }
}

template <int D>
__global__ void embed_kernel(const bf16* inputs, const bf16* weight, const bf16* bias,
                             const bf16* position, const bf16* scale, bf16* x_out, bf16* y_out) {
    constexpr int per = D / 8;
    __shared__ float squares[81];
    const size_t n = blockIdx.x;
    const int v = threadIdx.x, part = v % per, place = v / per;
    const int column = place % 9, row = place / 9;
    const bool works = v < 81 * per;
    float f[8], sum = 0;
    __align__(16) bf16 x[8];
    if (works) {
        const uint4 in = *reinterpret_cast<const uint4*>(inputs + (n * 81 + place) * 8);
        const bf16* pin = reinterpret_cast<const bf16*>(&in);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            const int o = part * 8 + j;
            const uint4 w = *reinterpret_cast<const uint4*>(weight + o * 8);
            const bf16* pw = reinterpret_cast<const bf16*>(&w);
            float s = __bfloat162float(bias[o]) + __bfloat162float(position[place * D + o]);
#pragma unroll
            for (int i = 0; i < 8; ++i) s += __bfloat162float(pin[i]) * __bfloat162float(pw[i]);
            x[j] = __float2bfloat16(s);
            f[j] = __bfloat162float(x[j]);
            sum += f[j] * f[j];
        }
    }
    sum = add_up<per>(sum);
    if (works && part == 0) squares[place] = sum;
    __syncthreads();
    if (!works) return;
    float total = 0;
    for (int j = 0; j < 9; ++j) total += squares[row * 9 + j];
    const float norm = rsqrtf(total * (1.f / (9 * D)) + 1e-5f);
    const size_t to = (n * 81 + place) * D + part * 8;
    *reinterpret_cast<uint4*>(x_out + to) = *reinterpret_cast<uint4*>(x);
    __align__(16) bf16 y[8];
    for (int j = 0; j < 8; ++j) {
        y[j] = __hmul(__float2bfloat16(f[j] * norm), scale[column * D + part * 8 + j]);
    }
    *reinterpret_cast<uint4*>(y_out + to) = *reinterpret_cast<uint4*>(y);
}

extern "C" int mixer_mix(int width, const bf16* x_in, const bf16* added, const bf16* scale,
                         bf16* x_out, bf16* y_out, int n, void* stream) {
    const cudaStream_t s = static_cast<cudaStream_t>(stream);
    if (width == 16) mix_kernel<16><<<n, 64, 0, s>>>(x_in, added, scale, x_out, y_out);
    if (width == 32) mix_kernel<32><<<n, 128, 0, s>>>(x_in, added, scale, x_out, y_out);
    if (width == 64) mix_kernel<64><<<n, 224, 0, s>>>(x_in, added, scale, x_out, y_out);
    return static_cast<int>(cudaGetLastError());
}

extern "C" int mixer_embed(int width, const bf16* inputs, const bf16* weight, const bf16* bias,
                           const bf16* position, const bf16* scale, bf16* x_out, bf16* y_out, int n,
                           void* stream) {
    const cudaStream_t s = static_cast<cudaStream_t>(stream);
    if (width == 16) embed_kernel<16><<<n, 192, 0, s>>>(inputs, weight, bias, position, scale, x_out, y_out);
    if (width == 32) embed_kernel<32><<<n, 352, 0, s>>>(inputs, weight, bias, position, scale, x_out, y_out);
    if (width == 64) embed_kernel<64><<<n, 672, 0, s>>>(inputs, weight, bias, position, scale, x_out, y_out);
    return static_cast<int>(cudaGetLastError());
}
