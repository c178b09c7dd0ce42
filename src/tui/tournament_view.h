// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "arena/events.h"
#include "pictures/text_style.h"
#include "tournament/tournament.h"

namespace ninefold::tui {

/// A tournament's table of the running stage, as text fitted to `width` columns (0: no limit).
std::string stage_text(const tournament::Tournament& tournament, int width, int most_rows,
                       const pictures::TextStyle& style);
/// The ranking of the whole tournament with points and ratings.
void print_final(std::FILE* stream, const tournament::Tournament& tournament);

/// Shows a running tournament on standard error: on a terminal a table that is drawn over and over,
/// with the time left; elsewhere one line for every finished wave. Listens to the runner, which
/// stands still meanwhile.
class TournamentView final : public arena::GameEndSink {
public:
    TournamentView(bool quiet, const tournament::Tournament& tournament);

    void on_end(const arena::GameEnded& game) override;
    /// Removes the table.
    void finish() const;

private:
    std::string head() const;
    void draw();
    void say_progress();

    pictures::TextStyle style_{stderr};
    bool quiet_, on_terminal_;
    const tournament::Tournament& tournament_;
    int expected_games_, games_before_;
    int forfeits_ = 0, lines_ = 0;
    int said_stage_, said_wave_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now(), drawn_{};
};

}  // namespace ninefold::tui
