// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/enum_names.h"
#include "record/game_record.h"

namespace ninefold::search {
class Solver;
}

namespace ninefold::arena {

/// What may end games before the board does, as organisers say it.
enum class Adjudicate : std::uint8_t {
    kOff,
    kAgree,  ///< both bots are sure of the result
    kProve,  ///< the solver proves it
    kBoth,   ///< whichever comes first
};
constexpr base::EnumNames<Adjudicate, 4> names_of(Adjudicate) {
    return {"off", "agree", "prove", "both"};
}
using base::name, base::parse_name;  // NOLINT(misc-unused-using-decls): for includers

constexpr bool by_agreement(Adjudicate how) {
    return how == Adjudicate::kAgree || how == Adjudicate::kBoth;
}
constexpr bool by_proof(Adjudicate how) {
    return how == Adjudicate::kProve || how == Adjudicate::kBoth;
}

/// What a referee may spend on finding out how a game must end. Nodes rather than time, so that the
/// same game is ended at the same move on every machine; some 20 ms at the most.
struct ProofBudget {
    int cells = 36;  ///< positions with more empty cells in open blocks are not tried
    std::uint64_t nodes = 20'000;
    std::size_t table_mb = 4;
    bool operator==(const ProofBudget&) const = default;
};

/// How a game ends with best play of both.
struct ProvenResult {
    std::optional<rules::Side> winner;  ///< nothing: a draw
};

/// Proves how one game must end, with the exact solver. One thread at a time.
class Prover {
public:
    explicit Prover(const ProofBudget& budget = {});
    ~Prover();

    /// Nothing where the budget does not suffice. Precondition: the game is not over.
    std::optional<ProvenResult> prove(const rules::AnyPosition& position);

private:
    ProofBudget budget_;
    std::unique_ptr<search::Solver> solver_;
};

/// When the referee may end a game before the board does.
struct Adjudication {
    Adjudicate how = Adjudicate::kOff;
    /// By agreement: both bots must report an expected score this sure (of a win, or of a draw
    /// within 1 - it)…
    double agreement = 0.99;
    /// …for this many plies of each in a row.
    int plies = 4;
    /// By proof: what may be spent after every move.
    ProofBudget proof{};
};

/// How a game ends that need not be played to the end.
struct EarlyEnd {
    std::optional<rules::Side> winner;
    std::string sentence;
};
/// Decides a game that its last move did not end, standing at `position`; nothing: play continues.
/// `prover` is that of the game, null where nothing is proved.
std::optional<EarlyEnd> adjudicate(const Adjudication& rule, Prover* prover,
                                   const record::GameRecord& record,
                                   const rules::AnyPosition& position);

}  // namespace ninefold::arena
