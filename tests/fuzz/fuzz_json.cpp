// SPDX-License-Identifier: MIT
// Any bytes as JSON: refused, or a value of bounded depth that survives printing.
#include <string>
#include <string_view>

#include "base/parse_json.h"
#include "require.h"

using namespace ninefold;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto json = base::parse_json(text);
    if (json.is_discarded()) return 0;
    require(!base::nests_deeper(text, base::kDeepestJson), "what is parsed is not too deep");
    const std::string printed = json.dump();
    const auto again = base::parse_json(printed);
    require(!again.is_discarded(), "what is printed can be parsed");
    require(again.dump() == printed, "and prints the same again");
    return 0;
}
