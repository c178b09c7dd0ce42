// SPDX-License-Identifier: MIT
#include "tui/tournament_view.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "tournament/forecast.h"
#include "tournament/report.h"
#include "tui/fitted_text.h"
#include "tui/match_view.h"
#include "tui/terminal.h"

namespace ninefold::tui {

using tournament::Tournament;

std::string stage_text(const Tournament& t, int width, int most_rows,
                       const pictures::TextStyle& style) {
    TextTable out({{"table", false, 2, 4, true},
                   {"#", true},
                   {"bot", false, 3, 8},
                   {"points", true},
                   {"games", true},
                   {"won", true},
                   {"drawn", true},
                   {"lost", true},
                   {"blocks", true, 1, 6, true},
                   {"forfeits", true, 1, 8, true},
                   {"decided by", false, 1, 6, true}});
    const tournament::StageRanking ranking = t.ranking(t.current_stage());
    int rows = 0;
    // Where there is room for a few only, the best of each group.
    const auto groups = static_cast<int>(ranking.tables.size());
    const int each = std::max(1, most_rows / std::max(1, groups));
    for (const tournament::Table& table : ranking.tables) {
        for (const tournament::TableRow& row : table.rows) {
            if (row.place > each || rows >= most_rows) break;
            ++rows;
            const tournament::Tally& tally = row.tally;
            out.row(table.title, row.place, t.spec().bot(row.team).name,
                    tournament::points_text(tally.points), tally.games, tally.wins, tally.draws,
                    tally.losses, fmt::format("{}-{}", tally.blocks_won, tally.blocks_lost),
                    tally.forfeits, row.decided_by);
        }
    }
    return out.text(width, style);
}

/// Columns that say the same of every bot are left out: one without any text is not shown.
void print_final(std::FILE* stream, const Tournament& t) {
    const auto ratings = tournament::ratings_of(t);
    const auto tallies = tournament::tallies_of(t);
    const bool awards = tournament::has_awards(t);
    const bool forfeits = std::any_of(tallies.begin(), tallies.end(),
                                      [](const auto& tally) { return tally.forfeits > 0; });
    TextTable out({{"#", true},
                   {"bot", false, 2, 8},
                   {"points", true},
                   {"reached", false, 1, 6, true},
                   {"score", true},
                   {"forfeits", true},
                   {"Elo", true},
                   {"±", true},
                   {"games", true},
                   {"", false, 1, 4, true}});
    for (const tournament::FinalRow& row : t.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        const auto& rating = ratings.teams[team];
        out.row(row.place, t.spec().bot(row.team).name,
                awards ? tournament::points_text(row.award) : "", t.stage(row.stage).spec.name,
                tournament::score_text(tallies[team], t.spec().points),
                forfeits ? fmt::to_string(tallies[team].forfeits) : "",
                tournament::rating_text(rating),
                rating.games > 0 ? fmt::format("{:.0f}", rating.error) : "", tallies[team].games,
                row.absence ? tournament::name(row.absence->kind) : "");
    }
    out.print(stream);
}

TournamentView::TournamentView(bool quiet, const Tournament& tournament)
    : quiet_(quiet),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      tournament_(tournament),
      expected_games_(tournament::forecast(tournament.spec()).games),
      games_before_(tournament.games_played()),
      said_stage_(tournament.current_stage()),
      said_wave_(tournament.current_wave()) {}

void TournamentView::on_end(const arena::GameEnded& game) {
    if (quiet_) return;
    forfeits_ += game.record->ending && rules::is_forfeit(*game.record->ending);
    if (!on_terminal_) return say_progress();
    const auto now = std::chrono::steady_clock::now();
    if (now - drawn_ < std::chrono::milliseconds(250) && !tournament_.is_over()) return;
    drawn_ = now;
    draw();
}

std::string TournamentView::head() const {
    const int played = tournament_.games_played();
    const int planned = std::max(expected_games_, tournament_.games_known());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    const double left = time_left(begin_, played - games_before_, planned - played);
    constexpr int kBar = 24;
    const int filled = planned > 0 ? kBar * played / planned : 0;
    std::string bar;
    for (int i = 0; i < kBar; ++i) bar += i < filled ? "█" : "░";
    return fmt::format("{}  {}  {}  {}/{}  elapsed {}  ETA {}{}\n",
                       style_.bold(base::safe_text(tournament_.spec().name, 200)),
                       base::safe_text(tournament_.stages().back().spec.name, 200), bar, played,
                       planned, duration_words(elapsed.count()), duration_words(left),
                       forfeits_text(forfeits_, style_));
}

void TournamentView::draw() {
    const TerminalSize size = terminal_size(stderr);
    const std::string text =
        head() + stage_text(tournament_, size.columns, std::max(3, size.rows - 4), style_);
    finish();
    base::notice("\r\033[J\033[?7l{}\033[?7h", text);
    std::fflush(stderr);
    lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void TournamentView::say_progress() {
    const int stage = tournament_.current_stage();
    const int wave = tournament_.current_wave();
    if (stage == said_stage_ && wave == said_wave_ && !tournament_.is_over()) return;
    said_stage_ = stage;
    said_wave_ = wave;
    base::notice("{}: {} played{}\n", base::safe_text(tournament_.stages().back().spec.name, 200),
                 base::counted(tournament_.games_played(), "game"),
                 tournament_.is_over() ? ", all of them" : "");
    std::fflush(stderr);
}

void TournamentView::finish() const {
    if (lines_ > 0) base::notice("\033[{}A\r\033[J", lines_);
}

}  // namespace ninefold::tui
