// SPDX-License-Identifier: MIT
#include "base/parse_json.h"

namespace ninefold::base {

bool nests_deeper(std::string_view text, int depth) {
    int open = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            else if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++open > depth) return true;
        } else if (c == '}' || c == ']') {
            --open;
        }
    }
    return false;
}

}  // namespace ninefold::base
