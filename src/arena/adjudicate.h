// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace ninefold::arena {

/// What may end games before the board does, as organisers say it.
enum class Adjudicate : std::uint8_t {
    kOff,
    kAgree,  ///< both bots are sure of the result
    kProve,  ///< the solver proves it
    kBoth,   ///< whichever comes first
};
std::string_view name(Adjudicate how);
base::Result<Adjudicate> parse_adjudicate(std::string_view text);

constexpr bool by_agreement(Adjudicate how) {
    return how == Adjudicate::kAgree || how == Adjudicate::kBoth;
}
constexpr bool by_proof(Adjudicate how) {
    return how == Adjudicate::kProve || how == Adjudicate::kBoth;
}

}  // namespace ninefold::arena
