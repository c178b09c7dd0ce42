// SPDX-License-Identifier: MIT
// Any bytes as a proof: refused, or one that survives printing and that the checker can walk.
#include <string_view>

#include "require.h"
#include "search/proof.h"

using namespace ninefold;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    fuzz::require_round_trip(text, search::parse_proof,
                             [](const search::Proof& proof) { return to_text(proof); });
    const auto proof = search::parse_proof(text);
    if (!proof) return 0;
    if (const auto checked = search::check_proof(*proof); !checked) {
        fuzz::require_one_line(checked.error().message);
    }
    return 0;
}
