// SPDX-License-Identifier: MIT
#include "tui/match_view.h"

#include <cmath>

#include <fmt/format.h>

namespace ninefold::tui {

std::string elo_text(const arena::EloEstimate& estimate) {
    if (std::isinf(estimate.elo)) return estimate.elo > 0 ? "won every game" : "lost every game";
    const std::string elo = arena::signed_elo(estimate.elo);
    // Games that all ended alike, or hardly any games, say nothing of the error.
    if (!estimate.low && !estimate.high) return elo + " [?]";
    const auto end = [](const std::optional<double>& value, const char* open) {
        return value ? arena::signed_elo(*value) : std::string(open);
    };
    return fmt::format("{} [{}, {}]", elo, end(estimate.low, "-inf"), end(estimate.high, "+inf"));
}

std::string duration_words(double seconds) {
    const auto s = static_cast<long>(seconds);
    if (s >= 86400) return fmt::format("{} d {:02}:{:02}", s / 86400, s / 3600 % 24, s / 60 % 60);
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string forfeits_text(int forfeits, const pictures::TextStyle& style) {
    return forfeits == 0 ? "" : "  " + style.red(fmt::format("forfeits {}", forfeits));
}

double time_left(std::chrono::steady_clock::time_point begin, int played, int left) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return played > 0 ? elapsed.count() / played * left : 0;
}

arena::PlayedGame played_game(const arena::GameEnded& game) {
    return {game.game, game.a_is_x, *game.record->ending, game.record->winner};
}

MatchView::MatchView(const arena::MatchSpec& spec, std::span<const arena::PlayedGame> done,
                     bool quiet)
    : spec_(spec),
      progress_(ProgressLine::Elsewhere::kLines, quiet),
      done_before_(static_cast<int>(done.size())) {
    for (const arena::PlayedGame& game : done) score_.add(game.number, game.result_of_a());
    progress_.show([this] { return line(); });
}

void MatchView::on_end(const arena::GameEnded& game) {
    const arena::PlayedGame played = played_game(game);
    score_.add(played.number, played.result_of_a());
    if (rules::is_forfeit(played.ending)) ++forfeits_;
    if (score_.games() < spec_.format.most_games()) progress_.show([this] { return line(); });
}

std::string MatchView::line() const {
    const pictures::TextStyle style(stderr);
    const int games = score_.games(), planned = spec_.format.most_games();
    const double left = time_left(begin_, games - done_before_, planned - games);
    const std::string points = fmt::format("{} - {}", score_.points_a(), score_.points_b());
    return fmt::format("{}  {} {} {}  +{} ={} -{}{}{}{}",
                       style.bold(fmt::format("{}/{}", games, planned)), spec_.a_name,
                       style.bold(points), spec_.b_name, score_.wins(), score_.draws(),
                       score_.losses(), games > 1 ? "  Elo " + elo_text(score_.elo()) : "",
                       forfeits_text(forfeits_, style),
                       left > 0 ? "  ETA " + duration_words(left) : "");
}

}  // namespace ninefold::tui
