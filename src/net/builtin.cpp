// SPDX-License-Identifier: MIT
#include "net/builtin.h"

#include <bit>
#include <cstdint>

namespace ninefold::net {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the numbers below hold a little-endian file");

/// Copies of the files in nets/, eight bytes a number.
constexpr std::uint64_t kStandard[] = {
#include "net/builtin_standard.inc"
};
constexpr std::uint64_t kStandardMajority[] = {
#include "net/builtin_standard_majority.inc"
};

/// A file says at byte 16 how long it is; the last number may be padded.
template <std::size_t n>
std::span<const std::byte> file_in(const std::uint64_t (&words)[n]) {
    const auto size = static_cast<std::size_t>(words[2] & 0xffffffffu);
    return std::as_bytes(std::span(words)).first(size);
}

}  // namespace

std::span<const std::byte> builtin_network(rules::Rules rules) {
    if (rules.ruleset != rules::Ruleset::kStandard) return {};
    return rules.tie_break == rules::TieBreak::kDraw ? file_in(kStandard)
                                                     : file_in(kStandardMajority);
}

}  // namespace ninefold::net
