// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/rng.h"
#include "net/crc32.h"
#include "net/network.h"

namespace ninefold::net::testing {

using FileBytes = std::vector<std::byte>;

template <typename T>
void append(FileBytes& bytes, T value) {
    const auto bits = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xff));
    }
}

template <typename T>
void overwrite(FileBytes& bytes, std::size_t at, T value) {
    FileBytes field;
    append(field, value);
    std::memcpy(bytes.data() + at, field.data(), field.size());
}

/// Makes size and checksum right again after a change.
inline void seal(FileBytes& bytes) {
    overwrite(bytes, 16, static_cast<std::uint32_t>(bytes.size()));
    overwrite(bytes, 12, crc32(std::span(bytes).subspan(16)));
}

/// A valid network file whose weights mean nothing but exercise everything: small ranks, sums on
/// both sides of every clip.
inline FileBytes random_network(rules::Rules rules, std::uint16_t buckets, std::uint64_t seed) {
    constexpr int kRank = 6, kUseRank = 4, kTargetRank = 5, kHidden = 7, kMacroHidden = 8;
    constexpr int kSecondHidden = 9;
    base::Rng rng(seed);
    FileBytes bytes;
    for (const char c : std::string_view("NFNET\r\n\x1a")) append(bytes, c);
    for (const std::uint32_t field : {NetworkFile::kVersion, 0u, 0u}) append(bytes, field);
    append(bytes, static_cast<std::uint8_t>(rules.ruleset));
    append(bytes, static_cast<std::uint8_t>(rules.tie_break));
    append(bytes, buckets);
    for (const int size : {Shape::kLanes, kRank, kUseRank, kTargetRank, kHidden, kMacroHidden,
                           Shape::kHead, Shape::kTail, kSecondHidden}) {
        append(bytes, static_cast<std::uint16_t>(size));
    }
    const std::string_view name = "random";
    for (std::size_t i = 0; i < 24; ++i) append(bytes, i < name.size() ? name[i] : '\0');

    const auto numbers = [&]<typename T>(T, int count, int spread) {
        for (int i = 0; i < count; ++i) {
            const auto drawn =
                static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * spread + 1)));
            append(bytes, static_cast<T>(drawn - spread));
        }
    };
    const auto dense = [&](int inputs, int outputs, bool has_bias) {
        numbers(std::int16_t{}, inputs * outputs, 3000);
        if (has_bias) numbers(std::int32_t{}, outputs, 2'000'000);
    };
    dense(kPatternFacts, kHidden, true);
    dense(kHidden, kSecondHidden, true);
    dense(kSecondHidden, kRank + kUseRank + kTargetRank, true);
    for (int i = 0; i < 9; ++i) dense(kRank, Shape::kLanes, false);
    for (int i = 0; i < 8; ++i) dense(kUseRank, Shape::kLanes, true);
    for (int i = 0; i < 2; ++i) dense(kTargetRank, Shape::kLanes, false);
    numbers(std::int16_t{}, 20 * Shape::kLanes, 500);
    dense(kMacroFacts, kMacroHidden, true);
    dense(kMacroHidden, Shape::kLanes, true);
    numbers(std::int16_t{}, Shape::kLanes, 1000);
    numbers(std::int8_t{}, buckets * Shape::kHead * Shape::kLanes, 127);
    numbers(std::int32_t{}, buckets * Shape::kHead, 8000);
    numbers(std::int8_t{}, buckets * Shape::kTail * 2 * Shape::kHead, 127);
    numbers(std::int32_t{}, buckets * Shape::kTail, 8000);
    numbers(std::int16_t{}, buckets * 2 * Shape::kTail, 3000);
    numbers(std::int32_t{}, buckets * 2, 100'000);
    seal(bytes);
    return bytes;
}

}  // namespace ninefold::net::testing
