// SPDX-License-Identifier: MIT
// Any bytes as a game in a database: a number of moves, the moves, and what was noted beside them.
#include <algorithm>
#include <string>
#include <string_view>

#include "require.h"
#include "store/ply_blob.h"

using namespace ninefold;
using fuzz::require;

namespace {

base::Result<record::GameRecord> decode(std::string_view moves, std::string_view extra) {
    record::GameRecord game;
    if (const auto read = store::decode_moves(moves, game); !read) return read.error();
    if (const auto read = store::decode_extra(extra, game); !read) return read.error();
    return game;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t plies = std::min<std::size_t>(data[0], bytes.size());
    const std::string_view moves = bytes.substr(0, plies);
    const auto game = decode(moves, bytes.substr(plies));
    if (!game) return fuzz::require_one_line(game.error().message), 0;
    require(store::encode_moves(*game) == moves, "moves are written as they were");
    const std::string extra = store::encode_extra(*game);
    const auto again = decode(moves, extra);
    require(again.has_value(), "what is written can be read");
    require(store::encode_extra(*again) == extra, "and is the same");
    return 0;
}
