// SPDX-License-Identifier: MIT
// Any bytes as a choice of openings, and as a file of them.
#include <string_view>

#include "arena/openings.h"
#include "memory_file.h"
#include "require.h"

using namespace ninefold;
using fuzz::require;

namespace {

void check(std::string_view text) {
    const rules::AnyPosition start;
    const auto openings = arena::Openings::parse(text, start);
    if (!openings) return fuzz::require_one_line(openings.error().message);
    for (int pair = 0; pair < 4; ++pair) {
        rules::AnyPosition position = start;
        for (const rules::Move move : openings->opening(pair, 1, start)) {
            require(position.is_legal(move), "a move of an opening is legal");
            position = position.after(move);
        }
        require(!position.is_over(), "a game is not over after its opening");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (!text.starts_with("file:")) check(text);  // a path outside would be read
    const fuzz::MemoryFile file(text);
    check("file:" + file.path());
    return 0;
}
