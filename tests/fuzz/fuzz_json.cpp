// SPDX-License-Identifier: MIT
// Any bytes as JSON: refused, or a value of bounded depth that survives printing.
#include <string>
#include <string_view>

#include "base/parse_json.h"
#include "require.h"

namespace ninefold::fuzz_json {

using fuzz::require;

void run(std::string_view text) {
    const auto json = base::parse_json(text);
    if (json.is_discarded()) return;
    require(!base::nests_deeper(text, base::kDeepestJson), "what is parsed is not too deep");
    const std::string printed = json.dump();
    const auto again = base::parse_json(printed);
    require(!again.is_discarded(), "what is printed can be parsed");
    require(again.dump() == printed, "and prints the same again");
}

}  // namespace ninefold::fuzz_json
