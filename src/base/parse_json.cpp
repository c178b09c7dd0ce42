// SPDX-License-Identifier: MIT
#include "base/parse_json.h"

#include <vector>

namespace ninefold::base {

namespace {

/// Hands over brackets, braces and commas outside of strings, until `found` returns true; returns
/// whether it did.
template <typename Found>
bool any_mark(std::string_view text, Found&& found) {
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            else if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (std::string_view("{}[],").find(c) != std::string_view::npos && found(c)) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool nests_deeper(std::string_view text, int depth) {
    int open = 0;
    return any_mark(text, [&](char c) {
        if (c == '{' || c == '[') return ++open > depth;
        if (c != ',') --open;
        return false;
    });
}

bool has_larger_object(std::string_view text, std::size_t members) {
    struct Open {
        bool is_object;
        std::size_t commas;
    };
    std::vector<Open> open;
    return any_mark(text, [&](char c) {
        if (c == '{' || c == '[') open.push_back({c == '{', 0});
        else if (open.empty()) return false;
        else if (c == ',') return ++open.back().commas >= members && open.back().is_object;
        else open.pop_back();
        return false;
    });
}

}  // namespace ninefold::base
