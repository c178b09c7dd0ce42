// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <map>
#include <string>

#include "arena/events.h"
#include "arena/score.h"
#include "tui/terminal.h"

namespace ninefold::cli {

/// `+81 [+12, +160]`; `+0 [?]` where nothing is known of the error.
std::string elo_text(const arena::EloEstimate& estimate);

/// When a line of progress is due where lines stay, in a file or a log: none in a match that is
/// over at once, else with every game that ends, but seldom enough to be read.
class ProgressPace {
public:
    ProgressPace() : next_(Clock::now() + std::chrono::seconds(2)) {}

    bool is_due() {
        const auto now = Clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::seconds(5);
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point next_;
};

/// Shows a running match in one line that is written over, on a terminal; elsewhere in a line now
/// and then. Listens behind the match, one event at a time.
class MatchView final : public arena::EventSink {
public:
    MatchView(std::FILE* stream, bool quiet, int games_done);

    void on_event(const arena::Event& event) override;
    bool wants_moves() const override { return false; }
    /// Removes the line.
    void finish();
    /// Counts a game of an earlier run.
    void count(int number, arena::GameResult of_a) { score_.add(number, of_a); }

private:
    void redraw(bool now);
    std::string line() const;

    std::FILE* stream_;
    tui::Style style_;
    bool live_, quiet_;
    ProgressPace pace_;
    int planned_ = 0;
    int done_before_;
    int forfeits_ = 0;
    std::string a_, b_;
    arena::Score score_;
    std::chrono::steady_clock::time_point begin_, drawn_{};
};

/// Writes every event as a JSON line to a file or to standard output.
class EventWriter final : public arena::EventSink {
public:
    explicit EventWriter(std::FILE* file) : file_(file) {}
    void on_event(const arena::Event& event) override;
    bool failed() const { return failed_; }

private:
    std::FILE* file_;
    bool failed_ = false;
};

}  // namespace ninefold::cli
