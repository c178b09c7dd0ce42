// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/prover.h"
#include "base/result.h"
#include "record/game_record.h"

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

/// When the referee may end a game before the board does. Off by default.
struct Adjudication {
    /// Both bots must report an expected score this sure (of a win, or of a draw within 1 - it)…
    std::optional<double> agreement;
    /// …for this many plies of each in a row.
    int plies = 4;
    /// Asked after every move where there is one; what it proves ends the game. The caller's, and
    /// of the same thread.
    Prover* prover = nullptr;
};

/// How a game ends that need not be played to the end.
struct EarlyEnd {
    std::optional<rules::Side> winner;
    std::string sentence;
};
/// Decides a game that its last move did not end, standing at `position`; nothing: play continues.
std::optional<EarlyEnd> adjudicate(const Adjudication& rule, const record::GameRecord& record,
                                   const rules::AnyPosition& position);

}  // namespace ninefold::arena
