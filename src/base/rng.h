// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ninefold::base {

/// One step of SplitMix64 (Steele, Lea and Flood 2014): scatters nearby seeds far apart.
constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// A small, fast random source whose sequence is fixed by its seed on every machine. It is passed
/// in wherever chance is wanted; there is no global one. Not for secrets. One thread per object.
class Rng {
public:
    using result_type = std::uint64_t;

    explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    /// 64 random bits: a counter folded through one wide multiplication, so that successive draws
    /// do not wait for each other.
    constexpr result_type operator()() {
        state_ += 0x9e3779b97f4a7c15ULL;
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(state_ ^ (state_ >> 29)) * 0xd6e8feb86659fd93ULL;
        const auto mixed =
            static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
        return mixed ^ (mixed >> 32);
    }

    /// A number from 0 to bound-1. The bias is below bound / 2^32. Precondition: bound > 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        const auto bits = static_cast<std::uint32_t>((*this)() >> 32);
        return static_cast<std::uint32_t>((std::uint64_t{bits} * bound) >> 32);
    }

    /// A number in [0, 1).
    constexpr double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

/// A seed for the `index`-th part of something seeded with `seed`; distinct parts get unrelated
/// sequences.
constexpr std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t state = seed;
    state = split_mix(state) ^ (index * 0xd1342543de82ef95ULL);
    return split_mix(state);
}

}  // namespace ninefold::base
