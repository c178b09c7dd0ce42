// SPDX-License-Identifier: MIT
#include <cmath>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include "pictures/board_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "tui/human_bot.h"
#include "tui/screen.h"
#include "tui/sitting.h"

namespace ninefold::tui {

namespace {

using Clock = std::chrono::steady_clock;

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
            moves_.push_back(played->move->move);
            position_ = position_.after(played->move->move);
            left_[static_cast<std::size_t>(played->side)] = played->move->clock;
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
        state.moves = move_lines(sitting_.start.side(), moves_);
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
class HintThread {
public:
    void ask(const rules::AnyPosition& position, std::chrono::milliseconds time) {
        thread_ = {};  // stops and joins an older thought
        if (!engine_) engine_ = search::make_search();
        thread_ = std::jthread([this, position, time](std::stop_token stop) {
            const Hint hint = find_hint(*engine_, position, time, stop);
            if (stop.stop_requested()) return;
            const std::scoped_lock lock(mutex_);
            hint_ = hint;
        });
    }
    std::optional<Hint> take() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(hint_, std::nullopt);
    }

private:
    std::unique_ptr<search::Search> engine_;
    std::mutex mutex_;
    std::optional<Hint> hint_;
    std::jthread thread_;
};

enum class Next : std::uint8_t { kQuit, kAgain, kTakeBack };

/// One game on the screen, from its first position to the key that leaves it.
class ScreenGame {
public:
    ScreenGame(Sitting& sitting, Screen& screen, HintThread& hints, bool& evaluates,
               std::vector<Move> moves, int number)
        : sitting_(sitting),
          screen_(screen),
          hints_(hints),
          evaluates_(evaluates),
          progress_(sitting, moves),
          spec_(sitting.game(moves, number)) {
        state_.x_name = sitting.x.name;
        state_.o_name = sitting.o.name;
        if (sitting.has_human()) state_.cursor = Move(40);
    }

    Next run(std::stop_token stop) {
        std::jthread game([this](std::stop_token ending) { play(ending); });
        while (!stop.stop_requested()) {
            look();
            screen_.draw(state_);
            const auto key = screen_.key();
            if (!key && screen_.is_gone()) break;
            if (!key) continue;
            if (const auto next = press(*key)) return *next;
        }
        return Next::kQuit;
    }

    std::vector<Move> moves() const { return progress_.moves(); }
    /// What the referee made of the game. Precondition: run() is over.
    const record::GameRecord& record() const { return record_; }

private:
    void play(std::stop_token stop) {
        record_ =
            arena::play_game(spec_, sitting_.x.player(x_), sitting_.o.player(o_), &progress_, stop);
        if (record_.ending) kept_ = sitting_.keep_finished(record_);
        progress_.end(record_);
    }

    HumanBot* asked() {
        const Side side = state_.position.side();
        if (!state_.result.empty() || !sitting_.seat(side).is_human()) return nullptr;
        return side == Side::kX ? &x_ : &o_;
    }

    /// Puts the cursor where a person may play: where it is, else in the middle of the first
    /// target.
    void begin_turn() {
        state_.message = pictures::describe(state_.position);
        state_.picked.reset();
        if (asked() == nullptr || !state_.cursor || state_.position.is_legal(*state_.cursor))
            return;
        const rules::BlockSet targets = state_.position.targets();
        const Move middle(targets.first(), rules::Cell{4});
        state_.cursor =
            state_.position.is_legal(middle) ? middle : state_.position.legal_moves().nth(0);
    }

    void heed_hint() {
        const auto hint = hints_.take();
        if (!hint) return;
        if (evaluates_) state_.eval = hint->eval;
        if (std::exchange(wants_hint_, false) && hint->move) {
            state_.hint = hint->move;
            state_.message = fmt::format("hint: {}, marked <{}> ({})", rules::to_text(*hint->move),
                                         hint->move->cell().index, hint->score);
        }
    }

    /// Brings the state up to date with the game and the engine.
    void look() {
        progress_.fill(state_);
        const std::size_t played = progress_.moves().size();
        if (advised_at_ != played) {
            advised_at_ = played;
            state_.hint.reset();
            if (evaluates_) hints_.ask(state_.position, std::chrono::milliseconds(300));
            begin_turn();
        }
        if (!evaluates_) state_.eval.reset();
        heed_hint();
        const bool over = !state_.result.empty();
        if (over) state_.message = kept_;
        state_.keys = over                   ? "n new  u take back  q leave  ? help"
                      : sitting_.has_human() ? "? help  h hint  u back  q leave"
                                             : "? help  e evaluation  n new  q leave";
    }

    void try_move(Move move) {
        state_.cursor = move;
        state_.picked.reset();
        HumanBot* human = asked();
        if (human == nullptr) {
            state_.message = "it is not your turn";
            return;
        }
        const std::string why = rules::why_illegal(state_.position, move);
        if (why.empty()) human->offer(move, advised_at_);
        else state_.message = fmt::format("{} cannot be played: {}", rules::to_text(move), why);
    }

    void step(int rows, int columns) {
        if (!state_.cursor) return;
        const auto at = rules::coordinates(*state_.cursor);
        state_.cursor = rules::move_at({(at.row + rows + 9) % 9, (at.column + columns + 9) % 9});
    }

    /// Block, then cell, always both: what a hint or the list of moves says can be typed as it is.
    void digit(int digit) {
        if (asked() == nullptr) {
            state_.message = "it is not your turn";
        } else if (digit > 8) {
            state_.message = "blocks and cells are numbered 0 to 8";
        } else if (state_.picked) {
            try_move(Move(*state_.picked, rules::Cell{static_cast<std::uint8_t>(digit)}));
        } else {
            pick_block(rules::Block{static_cast<std::uint8_t>(digit)});
        }
    }

    void pick_block(rules::Block block) {
        const rules::BlockSet targets = state_.position.targets();
        if (!targets.contains(block)) {
            const bool closed = state_.position.closed().contains(block);
            state_.message = closed ? fmt::format("block {} is closed", block.index)
                                    : fmt::format("not block {}: {}", block.index,
                                                  pictures::describe(state_.position));
            return;
        }
        state_.picked = block;
        for (const rules::Cell cell : rules::CellSet::all()) {
            if (state_.cursor && state_.cursor->block() == block) break;
            if (state_.position.is_legal(Move(block, cell))) state_.cursor = Move(block, cell);
        }
        state_.message = fmt::format("block {}; now the cell", block.index);
    }

    void forget_digit() {
        if (state_.picked) state_.message = pictures::describe(state_.position);
        state_.picked.reset();
    }

    bool has_stakes() const {
        return sitting_.has_human() && state_.result.empty() && !progress_.moves().empty();
    }

    /// Whether the key is pressed for the second time; the first time puts the question.
    bool confirmed(int key, const std::string& question) {
        if (pressed_ == key) return true;
        asked_again_ = key;
        state_.message = question;
        return false;
    }

    void resign(int key) {
        HumanBot* human = asked();
        if (human == nullptr) {
            if (state_.result.empty()) state_.message = "it is not your turn";
        } else if (confirmed(key, "r again to resign")) {
            human->resign(advised_at_);
        }
    }

    void ask_for_hint() {
        if (!state_.result.empty()) return;
        wants_hint_ = true;
        state_.message = "the engine thinks...";
        hints_.ask(state_.position, std::chrono::milliseconds(500));
    }

    std::optional<Next> press(int key) {
        constexpr int kControlC = 3, kEscape = 27;
        if (key == kControlC) key = 'q';
        pressed_ = std::exchange(asked_again_, 0);
        if (pressed_ != 0 && pressed_ != key) state_.message = pictures::describe(state_.position);
        switch (key) {
            case 'q':
                if (!has_stakes() || confirmed(key, "q again to leave; the game is kept")) {
                    return Next::kQuit;
                }
                break;
            case 'n':
                if (!has_stakes() || confirmed(key, "n again for a new game; this is kept")) {
                    return Next::kAgain;
                }
                break;
            case 'u':
                if (!sitting_.has_human()) break;
                if (sitting_.time_control.is_none()) return Next::kTakeBack;
                state_.message = "no taking back under a clock";
                break;
            case 'r': resign(key); break;
            case 'h': ask_for_hint(); break;
            case 'e':
                evaluates_ = !evaluates_;
                advised_at_ = ~std::size_t{0};
                break;
            case '?': state_.help = !state_.help; break;
            case KEY_UP: step(-1, 0); break;
            case KEY_DOWN: step(1, 0); break;
            case KEY_LEFT: step(0, -1); break;
            case KEY_RIGHT: step(0, 1); break;
            case kEscape:
            case KEY_BACKSPACE: forget_digit(); break;
            case KEY_ENTER:
            case '\n':
            case ' ':
                if (state_.cursor) try_move(*state_.cursor);
                break;
            case KEY_MOUSE:
                if (const auto move = screen_.clicked()) try_move(*move);
                break;
            default:
                if (key >= '0' && key <= '9') digit(key - '0');
        }
        return std::nullopt;
    }

    Sitting& sitting_;
    Screen& screen_;
    HintThread& hints_;
    bool& evaluates_;
    HumanBot x_, o_;
    Progress progress_;
    arena::GameSpec spec_;
    ScreenState state_;
    std::size_t advised_at_ = ~std::size_t{0};
    bool wants_hint_ = false;
    int pressed_ = 0;  ///< the key before this one, where it asks to be pressed again
    int asked_again_ = 0;
    record::GameRecord record_;
    std::string kept_;  ///< whether the finished game was, for the person
};

/// One game after another. Returns whether the last was finished; `notes` tells of those that
/// were not, for when the terminal is given back.
bool play_games(Sitting& sitting, std::stop_token stop, std::string& notes) {
    Screen screen(sitting.ascii);
    HintThread hints;
    bool evaluates = false;
    std::vector<Move> moves;
    for (int number = 0;; ++number) {
        ScreenGame game(sitting, screen, hints, evaluates, moves, number);
        const Next next = game.run(stop);
        if (next != Next::kTakeBack) notes += sitting.keep_unfinished(game.record());
        if (next == Next::kQuit) return game.record().ending.has_value();
        moves = next == Next::kAgain ? std::vector<Move>() : sitting.taken_back(game.moves());
    }
}

}  // namespace

int play_on_screen(Sitting& sitting, std::stop_token stop) {
    std::string notes;
    const bool finished = play_games(sitting, stop, notes);
    fmt::print("{}", notes);
    return finished ? 0 : 1;
}

}  // namespace ninefold::tui
