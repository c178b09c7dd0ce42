// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "arena/events.h"
#include "arena/match.h"
#include "pictures/text_style.h"
#include "tui/terminal.h"

namespace ninefold::tui {

/// `+81 [+12, +160]`; `+0 [?]` where nothing is known of the error.
std::string elo_text(const arena::EloEstimate& estimate);

/// `3:07`, `2:15:09`, `4 d 03:00`.
std::string duration_words(double seconds);

/// `  forfeits 3` behind a line of progress, nothing where there are none.
std::string forfeits_text(int forfeits, const pictures::TextStyle& style);

/// How long `left` more games take, by those that were played since `begin`; 0 without any.
double time_left(std::chrono::steady_clock::time_point begin, int played, int left);

/// The game as far as the score needs it.
arena::PlayedGame played_game(const arena::GameEnded& game);

/// Shows a running match in one line. Listens behind the match, one event at a time.
class MatchView final : public arena::GameEndSink {
public:
    MatchView(const arena::MatchSpec& spec, std::span<const arena::PlayedGame> done, bool quiet);

    void on_end(const arena::GameEnded& game) override;
    /// Removes the line.
    void finish() { progress_.remove(); }

private:
    std::string line() const;

    const arena::MatchSpec& spec_;
    ProgressLine progress_;
    int done_before_, forfeits_ = 0;
    arena::Score score_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace ninefold::tui
