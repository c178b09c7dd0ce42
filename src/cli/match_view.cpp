// SPDX-License-Identifier: MIT
#include "cli/match_view.h"

#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/event_json.h"

namespace ninefold::cli {

namespace {

std::string clock_text(double seconds) {
    const auto s = static_cast<long>(seconds);
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace

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

MatchView::MatchView(std::FILE* stream, bool quiet, int games_done)
    : stream_(stream),
      style_(stream),
      live_(!quiet && isatty(fileno(stream)) == 1),
      quiet_(quiet),
      done_before_(games_done),
      begin_(std::chrono::steady_clock::now()) {}

void MatchView::on_event(const arena::Event& event) {
    if (const auto* started = std::get_if<arena::MatchStarted>(&event)) {
        planned_ = started->games;
        a_ = started->a;
        b_ = started->b;
        redraw(true);
    } else if (const auto* ended = std::get_if<arena::GameEnded>(&event)) {
        const auto& winner = ended->record->winner;
        const bool a_won = winner && (*winner == rules::Side::kX) == ended->a_is_x;
        score_.add(ended->game, !winner ? arena::GameResult::kDraw
                                : a_won ? arena::GameResult::kWin
                                        : arena::GameResult::kLoss);
        if (rules::is_forfeit(*ended->record->ending)) ++forfeits_;
        if (live_) redraw(score_.games() == planned_);
        else if (!quiet_ && score_.games() < planned_ && pace_.is_due()) {
            fmt::print(stream_, "{}\n", line());
            std::fflush(stream_);
        }
    }
}

std::string MatchView::line() const {
    const int played = score_.games() - done_before_;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    std::string eta;
    if (played > 0 && planned_ > score_.games()) {
        eta = "  ETA " + clock_text(elapsed.count() / played * (planned_ - score_.games()));
    }
    return fmt::format("{}{}/{}{}  {} {}{} - {}{} {}  +{} ={} -{}{}{}{}", style_.bold(),
                       score_.games(), planned_, style_.off(), a_, style_.bold(), score_.points_a(),
                       score_.points_b(), style_.off(), b_, score_.wins(), score_.draws(),
                       score_.losses(),
                       score_.games() > 1 ? "  Elo " + elo_text(score_.elo()) : std::string(),
                       forfeits_ > 0
                           ? fmt::format("  {}forfeits {}{}", style_.red(), forfeits_, style_.off())
                           : std::string(),
                       eta);
}

void MatchView::redraw(bool now) {
    if (!live_) return;
    const auto time = std::chrono::steady_clock::now();
    if (!now && time - drawn_ < std::chrono::milliseconds(100)) return;
    drawn_ = time;
    // Cut at the terminal's width; escape sequences make the text longer than it looks, so the cut
    // is done by the terminal itself with line wrap switched off.
    fmt::print(stream_, "\r\033[K\033[?7l{}\033[?7h", line());
    std::fflush(stream_);
}

void MatchView::finish() {
    if (!live_) return;
    fmt::print(stream_, "\r\033[K");
    std::fflush(stream_);
}

void EventWriter::on_event(const arena::Event& event) {
    if (failed_) return;
    const std::string line = arena::to_json_line(event) + '\n';
    failed_ =
        std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0;
}

}  // namespace ninefold::cli
