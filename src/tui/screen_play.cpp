// SPDX-License-Identifier: MIT
#include "tui/screen_play.h"

#include <cmath>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include "rules/move_text.h"
#include "rules/position_text.h"
#include "tui/board_drawing.h"
#include "tui/human_bot.h"
#include "tui/screen.h"

namespace ninefold::tui {

namespace {

using rules::Move;
using rules::Side;
using Clock = std::chrono::steady_clock;

std::string clock_text(std::chrono::nanoseconds left) {
    const double seconds = std::max(0.0, static_cast<double>(left.count()) / 1e9);
    if (seconds < 20) return fmt::format("{:.1f}", seconds);
    const auto whole = static_cast<long>(seconds);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// A game in progress as its events tell it. Written by the game's thread, read by the screen's.
class Progress final : public arena::EventSink {
public:
    Progress(const Sitting& sitting, std::vector<Move> moves)
        : sitting_(sitting), moves_(std::move(moves)) {
        position_ = sitting.start;
        for (const Move move : moves_) position_ = position_.after(move);
        for (auto& left : left_) left = sitting.time_control.game;
        since_ = Clock::now();
    }

    void on_event(const arena::Event& event) override {
        const auto* played = std::get_if<arena::MovePlayed>(&event);
        if (played == nullptr) return;
        {
            const std::scoped_lock lock(mutex_);
            moves_.push_back(played->move.move);
            position_ = position_.after(played->move.move);
            left_[static_cast<std::size_t>(played->side)] = played->move.clock;
            since_ = Clock::now();
        }
        // Two bots would be over before one could look.
        if (!sitting_.has_human()) std::this_thread::sleep_for(sitting_.pace);
    }
    void end(const record::GameRecord& record) {
        const std::scoped_lock lock(mutex_);
        if (record.ending) {
            result_ = fmt::format("{}  {}", record::result_text(record), record.detail);
        }
        ended_ = true;
    }

    bool ended() const {
        const std::scoped_lock lock(mutex_);
        return ended_;
    }
    std::vector<Move> moves() const {
        const std::scoped_lock lock(mutex_);
        return moves_;
    }
    rules::AnyPosition position() const {
        const std::scoped_lock lock(mutex_);
        return position_;
    }
    void fill(ScreenState& state) const {
        const std::scoped_lock lock(mutex_);
        state.position = position_;
        state.last = moves_.empty() ? std::nullopt : std::optional(moves_.back());
        state.result = result_;
        state.x_clock = clock_of(Side::kX);
        state.o_clock = clock_of(Side::kO);
        state.moves.clear();
        const std::size_t shift = sitting_.start.side() == Side::kX ? 0 : 1;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const std::string move = rules::to_text(moves_[i]);
            if ((i + shift) % 2 == 0 || state.moves.empty()) {
                state.moves.push_back(fmt::format("{:2}. {}", (i + shift) / 2 + 1, move));
            } else {
                state.moves.back() += "  " + move;
            }
        }
    }

private:
    std::string clock_of(Side side) const {
        auto left = left_[static_cast<std::size_t>(side)];
        if (!left) return {};
        if (position_.side() == side && !ended_) *left -= Clock::now() - since_;
        return clock_text(*left);
    }

    const Sitting& sitting_;
    mutable std::mutex mutex_;
    std::vector<Move> moves_;
    rules::AnyPosition position_;
    std::array<std::optional<arena::Duration>, 2> left_;
    Clock::time_point since_;
    std::string result_;
    bool ended_ = false;
};

/// The engine beside the board, thinking on a thread of its own so that keys are never kept
/// waiting. The screen's thread asks and looks.
class Adviser {
public:
    void ask(const rules::AnyPosition& position, std::chrono::milliseconds time) {
        thread_ = {};  // stops and joins an older thought
        if (!engine_) engine_ = search::make_search();
        thread_ = std::jthread([this, position, time](std::stop_token stop) {
            const Advice advice = advise(*engine_, position, time, stop);
            if (stop.stop_requested()) return;
            const std::scoped_lock lock(mutex_);
            advice_ = advice;
        });
    }
    std::optional<Advice> take() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(advice_, std::nullopt);
    }

private:
    std::unique_ptr<search::Search> engine_;
    std::mutex mutex_;
    std::optional<Advice> advice_;
    std::jthread thread_;
};

enum class Next : std::uint8_t { kQuit, kAgain, kTakeBack };

/// One game on the screen, from its first position to the key that leaves it.
class ScreenGame {
public:
    ScreenGame(Sitting& sitting, Screen& screen, Adviser& adviser, bool& evaluates,
               std::vector<Move> moves, int number)
        : sitting_(sitting),
          screen_(screen),
          adviser_(adviser),
          evaluates_(evaluates),
          x_(sitting.x.name),
          o_(sitting.o.name),
          progress_(sitting, moves),
          spec_(sitting.game(moves, number)) {
        state_.x_name = sitting.x.name;
        state_.o_name = sitting.o.name;
        if (sitting.has_human()) state_.cursor = Move(40);
    }

    Next run(std::stop_token stop);
    std::vector<Move> moves() const { return progress_.moves(); }
    bool finished() const { return finished_; }

private:
    void play(std::stop_token stop);
    std::optional<Next> press(int key);
    void digit(int digit);
    void try_move(Move move);
    void step(int rows, int columns);
    void look();
    HumanBot* asked();

    Sitting& sitting_;
    Screen& screen_;
    Adviser& adviser_;
    bool& evaluates_;
    HumanBot x_, o_;
    Progress progress_;
    arena::GameSpec spec_;
    ScreenState state_;
    std::size_t advised_at_ = ~std::size_t{0};
    bool wants_hint_ = false;
    bool finished_ = false;
    std::string trouble_;
};

void ScreenGame::play(std::stop_token stop) {
    bots::Bot& x = sitting_.x.bot ? *sitting_.x.bot : static_cast<bots::Bot&>(x_);
    bots::Bot& o = sitting_.o.bot ? *sitting_.o.bot : static_cast<bots::Bot&>(o_);
    const record::GameRecord record = arena::play_game(spec_, x, o, &progress_, stop);
    finished_ = record.ending.has_value();
    if (finished_ && sitting_.keep) trouble_ = sitting_.keep(record);
    progress_.end(record);
}

HumanBot* ScreenGame::asked() {
    const Side side = state_.position.side();
    if (!state_.result.empty() || !sitting_.seat(side).is_human()) return nullptr;
    return side == Side::kX ? &x_ : &o_;
}

/// Brings the state up to date with the game and the engine.
void ScreenGame::look() {
    progress_.fill(state_);
    const std::size_t played = progress_.moves().size();
    if (advised_at_ != played) {
        advised_at_ = played;
        state_.hint.reset();
        if (evaluates_) adviser_.ask(state_.position, std::chrono::milliseconds(300));
        state_.message = describe(state_.position);
    }
    if (!evaluates_) state_.eval.reset();
    if (const auto advice = adviser_.take()) {
        if (evaluates_) state_.eval = advice->eval;
        if (wants_hint_ && advice->move) {
            state_.hint = advice->move;
            state_.message = fmt::format("the engine plays {} ({})", rules::to_text(*advice->move),
                                         advice->score);
        }
        wants_hint_ = false;
    }
    if (!state_.result.empty()) {
        state_.message = trouble_.empty() ? "n new game, u take back, q quit"
                                          : "the game was not kept: " + trouble_;
    }
}

void ScreenGame::try_move(Move move) {
    state_.cursor = move;
    state_.picked.reset();
    HumanBot* human = asked();
    if (human == nullptr) {
        state_.message = "it is not your turn";
        return;
    }
    const std::string why = rules::why_illegal(state_.position, move);
    if (why.empty()) human->offer(move);
    else state_.message = fmt::format("{} cannot be played: {}", rules::to_text(move), why);
}

void ScreenGame::step(int rows, int columns) {
    if (!state_.cursor) return;
    const auto at = rules::coordinates(*state_.cursor);
    state_.cursor = rules::move_at({(at.row + rows + 9) % 9, (at.column + columns + 9) % 9});
}

/// Block, then cell, in the places of a keypad: 7 8 9 is the top row. Where only one block can be
/// played in, the cell alone is enough.
void ScreenGame::digit(int digit) {
    const auto place = static_cast<std::uint8_t>((2 - (digit - 1) / 3) * 3 + (digit - 1) % 3);
    const rules::BlockSet targets = state_.position.targets();
    if (!state_.picked && targets.size() > 1) {
        state_.picked = rules::Block{place};
        state_.cursor = Move(*state_.picked, rules::Cell{4});
        state_.message = fmt::format("block {}: now the cell", place);
        return;
    }
    if (targets.empty()) return;
    try_move(Move(state_.picked.value_or(targets.first()), rules::Cell{place}));
}

std::optional<Next> ScreenGame::press(int key) {
    switch (key) {
        case 'q': return Next::kQuit;
        case 'n': return Next::kAgain;
        case 'u':
            if (!sitting_.has_human()) break;
            if (sitting_.time_control.is_none()) return Next::kTakeBack;
            state_.message = "no taking back under a clock";
            break;
        case 'r':
            if (HumanBot* human = asked()) human->resign();
            break;
        case 'h':
            wants_hint_ = true;
            state_.message = "the engine thinks…";
            adviser_.ask(state_.position, std::chrono::milliseconds(500));
            break;
        case 'e':
            evaluates_ = !evaluates_;
            advised_at_ = ~std::size_t{0};
            break;
        case '?': state_.help = !state_.help; break;
        case KEY_UP: step(-1, 0); break;
        case KEY_DOWN: step(1, 0); break;
        case KEY_LEFT: step(0, -1); break;
        case KEY_RIGHT: step(0, 1); break;
        case KEY_ENTER:
        case '\n':
        case ' ':
            if (state_.cursor) try_move(*state_.cursor);
            break;
        case KEY_MOUSE:
            if (const auto move = screen_.clicked()) try_move(*move);
            break;
        default:
            if (key >= '1' && key <= '9') digit(key - '0');
    }
    return std::nullopt;
}

Next ScreenGame::run(std::stop_token stop) {
    std::jthread game([this](std::stop_token ending) { play(ending); });
    while (!stop.stop_requested()) {
        look();
        screen_.draw(state_);
        const auto key = screen_.key();
        if (!key) continue;
        if (const auto next = press(*key)) return *next;
    }
    return Next::kQuit;
}

}  // namespace

int play_on_screen(Sitting& sitting, std::stop_token stop) {
    Screen screen(sitting.ascii);
    Adviser adviser;
    bool evaluates = false;
    std::vector<Move> moves = sitting.moves;
    for (int number = 0;; ++number) {
        bool finished = false;
        Next next = Next::kQuit;
        std::vector<Move> played;
        {
            ScreenGame game(sitting, screen, adviser, evaluates, moves, number);
            next = game.run(stop);
            finished = game.finished();
            played = game.moves();
        }
        if (next == Next::kQuit) return finished ? 0 : 1;
        moves = next == Next::kAgain ? sitting.moves : sitting.taken_back(played);
    }
}

}  // namespace ninefold::tui
