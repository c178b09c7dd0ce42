// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "arena/events.h"
#include "tournament/tournament.h"
#include "tui/terminal.h"

namespace ninefold::cli {

/// A tournament's table of the running stage, as text fitted to `width` columns (0: no limit).
std::string stage_text(const tournament::Tournament& tournament, int width, int most_rows,
                       const tui::Style& style);
/// The ranking of the whole tournament with points and ratings.
void print_final(std::FILE* stream, const tournament::Tournament& tournament);

/// `3:07`, `2:15:09`, `4 d 03:00`.
std::string duration_words(double seconds);

/// Shows a running tournament: on a terminal a table that is drawn over and over, with the time
/// left; elsewhere one line for every finished wave. Listens to the runner, which stands still
/// meanwhile.
class TournamentView final : public arena::EventSink {
public:
    TournamentView(std::FILE* stream, bool quiet, const tournament::Tournament& tournament,
                   int expected_games);

    void on_event(const arena::Event& event) override;
    bool wants_moves() const override { return false; }
    /// Removes the table.
    void finish();

private:
    std::string head() const;
    void draw();
    void say_progress();

    std::FILE* stream_;
    tui::Style style_;
    bool quiet_, live_;
    const tournament::Tournament& tournament_;
    int expected_games_, games_before_;
    int forfeits_ = 0, lines_ = 0;
    int said_stage_ = 0, said_wave_ = 0;
    std::chrono::steady_clock::time_point begin_, drawn_{};
};

}  // namespace ninefold::cli
