// SPDX-License-Identifier: MIT
// Any bytes as a game in a database: a number of moves, the moves, and what was noted beside them.
#include <algorithm>
#include <string>
#include <string_view>

#include "require.h"
#include "store/ply_blob.h"

namespace ninefold::fuzz_store {

using fuzz::require;

namespace {

base::Result<record::GameRecord> decode(std::string_view moves, std::string_view extra) {
    record::GameRecord game;
    if (const auto read = store::decode_moves(moves, game); !read) return read.error();
    if (const auto read = store::decode_extra(extra, game); !read) return read.error();
    return game;
}

}  // namespace

void run(std::string_view text) {
    if (text.empty()) return;
    const std::string_view bytes = text.substr(1);
    const auto plies = std::min<std::size_t>(static_cast<unsigned char>(text[0]), bytes.size());
    const std::string_view moves = bytes.substr(0, plies);
    const auto game = decode(moves, bytes.substr(plies));
    if (!game) return fuzz::require_one_line(game.error().message);
    require(store::encode_moves(*game) == moves, "moves are written as they were");
    const std::string extra = store::encode_extra(*game);
    const auto again = decode(moves, extra);
    require(again.has_value(), "what is written can be read");
    require(store::encode_extra(*again) == extra, "and is the same");
}

}  // namespace ninefold::fuzz_store
