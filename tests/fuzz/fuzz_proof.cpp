// SPDX-License-Identifier: MIT
// Any bytes as a proof: refused, or one that survives printing and that the checker can walk.
#include <string_view>

#include "require.h"
#include "search/proof.h"

namespace ninefold::fuzz_proof {

void run(std::string_view text) {
    fuzz::require_round_trip(text, search::parse_proof,
                             [](const search::Proof& proof) { return to_text(proof); });
    const auto proof = search::parse_proof(text);
    if (!proof) return;
    if (const auto checked = search::check_proof(*proof); !checked) {
        fuzz::require_one_line(checked.error().message);
    }
}

}  // namespace ninefold::fuzz_proof
