// SPDX-License-Identifier: MIT
#include "cli/forfeits.h"

#include <algorithm>

#include <fmt/format.h>

#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

/// Where neither bot started, both have lost.
std::string loser_of(const record::GameRecord& game) {
    if (!game.winner) return fmt::format("{} and {}", game.x, game.o);
    return *game.winner == rules::Side::kX ? game.o : game.x;
}

}  // namespace

std::string forfeit_text(const record::GameRecord& game) {
    return fmt::format("{} lost by {}: {}", loser_of(game), rules::name(*game.ending), game.detail);
}

void print_forfeits(std::FILE* out, store::Store& store, store::MatchId match,
                    std::span<const arena::PlayedGame> forfeits, std::size_t most) {
    if (forfeits.empty()) return;
    const tui::Style style(out);
    fmt::print(out, "forfeits {}\n", forfeits.size());
    for (const arena::PlayedGame& forfeit : forfeits.first(std::min(most, forfeits.size()))) {
        const store::GameId id{match, forfeit.number};
        const auto game = store.load(id);
        if (!game) continue;
        fmt::print(out, "  {}{}{} lost by {}: {}  (ninefold {} {})\n", style.red(), loser_of(*game),
                   style.off(), rules::name(*game->ending), game->detail,
                   game->log.empty() ? "replay" : "log", store::to_text(id));
    }
    if (forfeits.size() > most) {
        fmt::print(out, "  … and {} more: ninefold games --match {} --forfeits\n",
                   forfeits.size() - most, store::to_text(match));
    }
}

void ForfeitWatch::add(const record::GameRecord& game) {
    ++games_;
    const bool failed_start = game.ending == rules::Ending::kStartFailed;
    in_a_row_ = failed_start ? in_a_row_ + 1 : 0;
    failed_starts_ += failed_start;
    if (!game.ending || !rules::is_forfeit(*game.ending)) return;
    if (forfeits_++ == 0) first_ = forfeit_text(game);
}

}  // namespace ninefold::cli
