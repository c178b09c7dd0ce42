// SPDX-License-Identifier: MIT
#include "arena/forfeit_watch.h"

#include <fmt/format.h>

namespace ninefold::arena {

std::string loser_of(const record::GameRecord& game) {
    if (!game.winner) return fmt::format("{} and {}", game.x, game.o);
    return *game.winner == rules::Side::kX ? game.o : game.x;
}

void ForfeitWatch::add(const record::GameRecord& game) {
    ++games_;
    const bool failed_start = game.ending == rules::Ending::kStartFailed;
    in_a_row_ = failed_start ? in_a_row_ + 1 : 0;
    failed_starts_ += failed_start;
    if (!first_.empty() || !game.ending || !rules::is_forfeit(*game.ending)) return;
    first_ =
        fmt::format("{} lost by {}: {}", loser_of(game), rules::name(*game.ending), game.detail);
}

}  // namespace ninefold::arena
