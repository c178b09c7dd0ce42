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
constexpr std::uint64_t kOpen[] = {
#include "net/builtin_open.inc"
};
constexpr std::uint64_t kOpenMajority[] = {
#include "net/builtin_open_majority.inc"
};
constexpr std::uint64_t kCorrespondence[] = {
#include "net/builtin_correspondence.inc"
};
constexpr std::uint64_t kCorrespondenceDraw[] = {
#include "net/builtin_correspondence_draw.inc"
};

/// A file says at byte 16 how long it is; the last number may be padded.
template <std::size_t n>
std::span<const std::byte> file_in(const std::uint64_t (&words)[n]) {
    const auto size = static_cast<std::size_t>(words[2] & 0xffffffffu);
    return std::as_bytes(std::span(words)).first(size);
}

}  // namespace

std::span<const std::byte> builtin_network(rules::Rules rules) {
    using rules::Ruleset, rules::TieBreak;
    const bool majority = rules.tie_break == TieBreak::kMajority;
    switch (rules.ruleset) {
        case Ruleset::kStandard: return majority ? file_in(kStandardMajority) : file_in(kStandard);
        case Ruleset::kOpen: return majority ? file_in(kOpenMajority) : file_in(kOpen);
        case Ruleset::kCorrespondence: break;
    }
    return majority ? file_in(kCorrespondence) : file_in(kCorrespondenceDraw);
}

}  // namespace ninefold::net
