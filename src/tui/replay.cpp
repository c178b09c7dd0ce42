// SPDX-License-Identifier: MIT
#include "tui/replay.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "pictures/board_text.h"
#include "record/record_text.h"
#include "rules/move_text.h"

namespace ninefold::tui {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLongestNote = 200;

double seconds(record::Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

std::string shown_name(const std::string& text) { return base::safe_text(text, 60); }

}  // namespace

Replay::Replay(record::GameRecord game) : game_(std::move(game)) {
    positions_.push_back(game_.start);
    for (const record::Ply& ply : game_.plies) {
        positions_.push_back(positions_.back().after(ply.move));
    }
}

std::string Replay::title(const pictures::TextStyle& style) const {
    const std::string played =
        fmt::format("{}{}, {}",
                    game_.id.empty() ? "" : fmt::format("game {}, ", shown_name(game_.id)),
                    rules::name(game_.start.rules()), shown_name(game_.time_control));
    return fmt::format("{} (X) v {} (O)  {}\n", style.as_x(shown_name(game_.x)),
                       style.as_o(shown_name(game_.o)), style.dim(played));
}

/// "move 12 of 23: O plays 47, 0.512 s, 59.900 s left, X's chances 0.53, depth 9", and what the bot
/// noted.
std::string Replay::move_line(int index) const {
    if (index == 0)
        return fmt::format("start, {} to come", base::counted(record::move_number(last()), "move"));
    const auto at = static_cast<std::size_t>(index);
    const record::Ply& ply = game_.plies[at - 1];
    std::string line =
        fmt::format("move {} of {}: {} plays {}", record::move_number(index),
                    record::move_number(last()), rules::to_capital(positions_[at - 1].side()),
                    rules::to_text(ply.move));
    if (index <= game_.opening) line += ", given as the opening";
    if (ply.spent) line += fmt::format(", {:.3f} s", seconds(*ply.spent));
    if (ply.clock) line += fmt::format(", {:.3f} s left", seconds(*ply.clock));
    if (ply.eval) line += fmt::format(", X's chances {:.2f}", *ply.eval);
    if (ply.depth) line += fmt::format(", depth {}", *ply.depth);
    if (!ply.note.empty()) line += '\n' + base::safe_text(ply.note, kLongestNote);
    return line;
}

/// Empty before the end.
std::string Replay::result(int index) const {
    if (index < last() || !game_.ending) return "";
    return fmt::format("{}{} by {}", record::result_text(game_), game_.winner ? "" : ", ended",
                       rules::name(*game_.ending));
}

std::string Replay::frame(int index, const pictures::TextStyle& style) const {
    const auto at = static_cast<std::size_t>(index);
    const auto move = index > 0 ? std::optional(game_.plies[at - 1].move) : std::nullopt;
    const std::string end = result(index);
    const std::string detail = end.empty() || game_.detail.empty()
                                   ? ""
                                   : base::safe_text(game_.detail, kLongestNote) + '\n';
    return fmt::format("\n{}\n{}\n\n{}\n{}", pictures::board_text(positions_[at], move, style),
                       move_line(index),
                       style.bold(end.empty() ? pictures::describe(positions_[at]) : end), detail);
}

ScreenState Replay::screen(int index) const {
    const auto at = static_cast<std::size_t>(index);
    ScreenState state;
    state.position = positions_[at];
    if (index > 0) state.last = game_.plies[at - 1].move;
    const std::vector<rules::Move> moves = game_.moves();
    state.moves = move_lines(game_.start.side(), std::span(moves).first(at));
    state.x_name = shown_name(game_.x);
    state.o_name = shown_name(game_.o);
    for (std::size_t i = 0; i < at; ++i) {
        const record::Ply& ply = game_.plies[i];
        const bool is_x = positions_[i].side() == rules::Side::kX;
        if (ply.clock) (is_x ? state.x_clock : state.o_clock) = clock_text(*ply.clock);
        if (ply.eval) state.eval = *ply.eval;
    }
    state.message = move_line(index);
    state.result = result(index);
    if (!state.result.empty() && !game_.detail.empty()) {
        state.message += '\n' + base::safe_text(game_.detail, kLongestNote);
    }
    return state;
}

namespace {

/// The place in the game and the speed, as time and keys change them.
class ReplayPlayer {
public:
    ReplayPlayer(const Replay& replay, double speed) : replay_(replay), speed_(speed) {}

    int run(std::stop_token stop) {
        Screen screen(false);
        auto next = Clock::now() + frame_time();
        while (!quit_ && !stop.stop_requested()) {
            ScreenState state = replay_.screen(index_);
            state.keys = keys();
            screen.draw(state);
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
            using std::chrono::milliseconds;
            const auto key = screen.key(std::clamp(left, milliseconds(1), milliseconds(50)));
            if (!key && screen.is_gone()) break;
            if (key) press(*key);
            else if (is_paused_ || Clock::now() < next) continue;
            else index_ = std::min(index_ + 1, replay_.last());
            next = Clock::now() + frame_time();
        }
        return index_;
    }

private:
    Clock::duration frame_time() const {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(1 / speed_));
    }

    void press(int key) {
        constexpr int kControlC = 3, kEscape = 27;
        switch (key) {
            case ' ': is_paused_ = !is_paused_; break;
            case KEY_LEFT:
            case 'h': step_to(index_ - 1); break;
            case KEY_RIGHT:
            case 'l': step_to(index_ + 1); break;
            case KEY_HOME:
            case 'g': step_to(0); break;
            case KEY_END:
            case 'G': step_to(replay_.last()); break;
            case KEY_UP:
            case '+': speed_ = std::min(speed_ * 1.5, 100.0); break;
            case KEY_DOWN:
            case '-': speed_ = std::max(speed_ / 1.5, 0.1); break;
            case 'q':
            case kEscape:
            case kControlC: quit_ = true; break;
            default: break;
        }
    }

    void step_to(int index) {
        is_paused_ = true;
        index_ = std::clamp(index, 0, replay_.last());
    }

    std::string keys() const {
        return fmt::format("q quit  space {}  arrows step, speed {:.1f}/s  home  end",
                           is_paused_ ? "plays" : "pauses", speed_);
    }

    const Replay& replay_;
    double speed_;
    int index_ = 0;
    bool is_paused_ = false, quit_ = false;
};

}  // namespace

int replay_on_screen(const Replay& replay, double speed, std::stop_token stop) {
    return ReplayPlayer(replay, speed).run(std::move(stop));
}

}  // namespace ninefold::tui
