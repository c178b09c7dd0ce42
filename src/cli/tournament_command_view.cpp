// SPDX-License-Identifier: MIT
#include "cli/tournament_command_view.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/counted.h"
#include "cli/commands.h"
#include "tournament/report.h"
#include "tui/text_table.h"

namespace ninefold::cli {

namespace {

using tournament::FinalRow;
using tournament::Tournament;

int terminal_rows(std::FILE* stream) {
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0) return size.ws_row;
    return 24;
}

int line_count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

std::string duration_words(double seconds) {
    const auto s = static_cast<long>(seconds);
    if (s >= 86400) return fmt::format("{} d {:02}:{:02}", s / 86400, s / 3600 % 24, s / 60 % 60);
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string stage_text(const Tournament& t, int width, int most_rows, const tui::Style& style) {
    tui::TextTable out({{"table", false, 2, 4, true},
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
            out.add({table.title, fmt::format("{}", row.place), t.spec().bot(row.team).name,
                     tournament::points_text(tally.points), fmt::format("{}", tally.games),
                     fmt::format("{}", tally.wins), fmt::format("{}", tally.draws),
                     fmt::format("{}", tally.losses),
                     fmt::format("{}-{}", tally.blocks_won, tally.blocks_lost),
                     fmt::format("{}", tally.forfeits), row.decided_by});
        }
    }
    return out.text(width, style);
}

void print_final(std::FILE* stream, const Tournament& t) {
    const auto ratings = tournament::ratings_of(t);
    const auto tallies = tournament::tallies_of(t);
    const bool awards = tournament::has_awards(t);
    const bool forfeits = std::any_of(tallies.begin(), tallies.end(),
                                      [](const auto& tally) { return tally.forfeits > 0; });
    std::vector<tui::TextTable::Column> columns = {{"#", true}, {"bot", false, 2, 8}};
    if (awards) columns.push_back({"points", true});
    columns.push_back({"reached", false, 1, 6, true});
    columns.push_back({"score", true});
    if (forfeits) columns.push_back({"forfeits", true});
    for (tui::TextTable::Column column : {tui::TextTable::Column{"Elo", true},
                                          {"±", true},
                                          {"games", true},
                                          {"", false, 1, 4, true}}) {
        columns.push_back(std::move(column));
    }
    tui::TextTable out(columns);
    for (const FinalRow& row : t.final_ranking()) {
        const auto team = static_cast<std::size_t>(row.team.index);
        const auto& rating = ratings.teams[team];
        std::vector<std::string> cells = {fmt::format("{}", row.place),
                                          t.spec().bot(row.team).name};
        if (awards) cells.push_back(tournament::points_text(row.award));
        cells.push_back(t.stages()[static_cast<std::size_t>(row.stage)].spec.name);
        cells.push_back(tournament::score_text(tallies[team], t.spec().points));
        if (forfeits) cells.push_back(fmt::format("{}", tallies[team].forfeits));
        cells.push_back(tournament::rating_text(rating));
        cells.push_back(rating.games > 0 ? fmt::format("{:.0f}", rating.error) : "");
        cells.push_back(fmt::format("{}", tallies[team].games));
        cells.push_back(row.absence ? std::string(tournament::name(row.absence->kind)) : "");
        out.add(std::move(cells));
    }
    out.print(stream);
}

TournamentView::TournamentView(std::FILE* stream, bool quiet, const Tournament& tournament,
                               int expected_games)
    : stream_(stream),
      style_(stream),
      quiet_(quiet),
      live_(!quiet && isatty(fileno(stream)) == 1),
      tournament_(tournament),
      expected_games_(expected_games),
      games_before_(tournament.games_played()),
      said_stage_(tournament.current_stage()),
      said_wave_(tournament.current_wave()),
      begin_(std::chrono::steady_clock::now()) {}

void TournamentView::on_event(const arena::Event& event) {
    const auto* ended = std::get_if<arena::GameEnded>(&event);
    if (ended == nullptr || quiet_) return;
    forfeits_ += ended->record->ending && rules::is_forfeit(*ended->record->ending);
    if (!live_) return say_progress();
    const auto now = std::chrono::steady_clock::now();
    if (now - drawn_ < std::chrono::milliseconds(250) && !tournament_.is_over()) return;
    drawn_ = now;
    draw();
}

std::string TournamentView::head() const {
    const int played = tournament_.games_played();
    const int planned = std::max(expected_games_, tournament_.games_known());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    const int now = played - games_before_;
    const double left = now > 0 ? elapsed.count() / now * (planned - played) : 0;
    constexpr int kBar = 24;
    const int filled = planned > 0 ? kBar * played / planned : 0;
    std::string bar;
    for (int i = 0; i < kBar; ++i) bar += i < filled ? "█" : "░";
    return fmt::format("{}{}{}  {}  {}  {}/{}  elapsed {}  ETA {}{}\n", style_.bold(),
                       tournament_.spec().name, style_.off(), tournament_.stages().back().spec.name,
                       bar, played, planned, duration_words(elapsed.count()), duration_words(left),
                       forfeits_ > 0
                           ? fmt::format("  {}forfeits {}{}", style_.red(), forfeits_, style_.off())
                           : "");
}

void TournamentView::draw() {
    const int rows = std::max(3, terminal_rows(stream_) - 4);
    const std::string text = head() + stage_text(tournament_, tui::columns(stream_), rows, style_);
    std::string frame = lines_ > 0 ? fmt::format("\033[{}A\r\033[J", lines_) : "\r\033[J";
    frame += "\033[?7l" + text + "\033[?7h";
    lines_ = line_count(text);
    fmt::print(stream_, "{}", frame);
    std::fflush(stream_);
}

void TournamentView::say_progress() {
    const int stage = tournament_.current_stage();
    const int wave = tournament_.current_wave();
    if (stage == said_stage_ && wave == said_wave_ && !tournament_.is_over()) return;
    said_stage_ = stage;
    said_wave_ = wave;
    fmt::print(stream_, "{}: {} played{}\n", tournament_.stages().back().spec.name,
               base::counted(tournament_.games_played(), "game"),
               tournament_.is_over() ? ", all of them" : "");
    std::fflush(stream_);
}

void TournamentView::finish() {
    if (!live_ || lines_ == 0) return;
    fmt::print(stream_, "\033[{}A\r\033[J", lines_);
    std::fflush(stream_);
}

}  // namespace ninefold::cli
