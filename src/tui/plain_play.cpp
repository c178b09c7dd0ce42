// SPDX-License-Identifier: MIT
#include <poll.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/split.h"
#include "pictures/board_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "tui/sitting.h"

namespace ninefold::tui {

namespace {

constexpr std::string_view kHelp =
    "a move: block, then cell, as the board is numbered: 40 is block 4, cell 0\n"
    "        (or column and row, e5; or row and column from 0 with a blank, 4 4)\n"
    "moves       the legal moves          u, undo   take a move back\n"
    "h, hint     what the engine plays    resign    give the game up\n"
    "b, board    draw the board again     q, quit   leave; the game is kept, unfinished\n";

/// `4 7`: row 4, column 7 of the 9x9 board.
std::optional<rules::Move> parse_row_column(const std::vector<std::string_view>& words) {
    if (words.size() != 2 || words[0].size() != 1 || words[1].size() != 1) return std::nullopt;
    const int row = words[0][0] - '0';
    const int column = words[1][0] - '0';
    if (row < 0 || row > 8 || column < 0 || column > 8) return std::nullopt;
    return rules::move_at({row, column});
}

/// Waits for the next line where it comes from a terminal, so that a stop is noticed meanwhile.
/// (A terminal hands out one line at a time: nothing is left in a buffer that could be waited
/// past.)
void wait_for_line(const std::istream& in, const std::stop_token& stop) {
    if (&in != &std::cin || isatty(STDIN_FILENO) == 0) return;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!stop.stop_requested() && poll(&input, 1, 50) == 0) continue;
}

/// What a person wants besides a move; it breaks the game off.
enum class Wish : std::uint8_t { kNone, kUndo, kQuit };

/// A person who reads and writes lines.
class LineHuman final : public bots::Bot {
public:
    LineHuman(std::istream& in, std::FILE* out, bool can_undo, Wish& wish)
        : in_(in), out_(out), can_undo_(can_undo), wish_(wish) {}

    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return std::nullopt; }

    bots::Answer ask(const bots::Question& question, std::stop_token stop) override {
        const auto begin = std::chrono::steady_clock::now();
        show(question);
        bots::Answer answer;
        for (std::string line;;) {
            fmt::print(out_, "{}> ", rules::to_capital(question.position.side()));
            std::fflush(out_);
            wait_for_line(in_, stop);
            if (stop.stop_requested() || !std::getline(in_, line)) {
                wish_ = Wish::kQuit;
                answer.what = bots::NoAnswer{true};
                break;
            }
            if (auto what = understand(line, question, stop)) {
                answer.what = std::move(*what);
                break;
            }
        }
        answer.elapsed = std::chrono::steady_clock::now() - begin;
        return answer;
    }

private:
    using What = decltype(bots::Answer::what);

    void show(const bots::Question& question) const {
        const auto last =
            question.moves.empty() ? std::nullopt : std::optional(question.moves.back());
        fmt::print(out_, "\n{}\n{}\n",
                   pictures::board_text(question.position, last, pictures::TextStyle(out_)),
                   pictures::describe(question.position));
    }

    std::optional<What> understand(const std::string& line, const bots::Question& question,
                                   std::stop_token stop) {
        const auto words = base::split_words(line);
        if (words.empty()) return std::nullopt;
        if (const auto move = parse_row_column(words)) {
            fmt::print(out_, "row {}, column {} is {}\n", words[0], words[1],
                       rules::to_text(*move));
            return check(*move, question.position);
        }
        const std::string_view word = words[0];
        if (word == "quit" || word == "q") return leave(Wish::kQuit, question);
        if (word == "undo" || word == "u") return leave(Wish::kUndo, question);
        if (word == "resign") return bots::Resignation{};
        if (word == "help" || word == "?") fmt::print(out_, "{}", kHelp);
        else if (word == "board" || word == "b") show(question);
        else if (word == "moves") print_moves(question.position);
        else if (word == "hint" || word == "h") hint(question.position, stop);
        else if (const auto move = rules::parse_move(word)) return check(*move, question.position);
        else fmt::print(out_, "{}; 'help' lists the commands\n", move.error().message);
        return std::nullopt;
    }

    std::optional<What> leave(Wish wish, const bots::Question& question) {
        if (wish == Wish::kUndo && (!can_undo_ || question.moves.empty())) {
            fmt::print(out_, "{}\n",
                       can_undo_ ? "there is no move to take back"
                                 : "no taking back under a clock");
            return std::nullopt;
        }
        wish_ = wish;
        return bots::NoAnswer{true};
    }

    std::optional<What> check(rules::Move move, const rules::AnyPosition& position) const {
        const std::string why = rules::why_illegal(position, move);
        if (why.empty()) return move;
        fmt::print(out_, "{} cannot be played: {}\n", rules::to_text(move), why);
        return std::nullopt;
    }

    void print_moves(const rules::AnyPosition& position) const {
        for (const rules::Move move : position.legal_moves()) {
            fmt::print(out_, "{} ", rules::to_text(move));
        }
        fmt::print(out_, "\n");
    }

    void hint(const rules::AnyPosition& position, std::stop_token stop) {
        if (!engine_) engine_ = search::make_search();
        const Hint hint = find_hint(*engine_, position, std::chrono::milliseconds(500), stop);
        if (hint.move) {
            fmt::print(out_, "the engine plays {} ({})\n", rules::to_text(*hint.move), hint.score);
        }
    }

    std::istream& in_;
    std::FILE* out_;
    bool can_undo_;
    Wish& wish_;
    std::unique_ptr<search::Search> engine_;
};

/// Says what the bots play.
class MoveTeller final : public arena::EventSink {
public:
    MoveTeller(const Sitting& sitting, std::FILE* out) : sitting_(sitting), out_(out) {}
    void on_event(const arena::Event& event) override {
        const auto* played = std::get_if<arena::MovePlayed>(&event);
        if (played == nullptr || sitting_.seat(played->side).is_human()) return;
        fmt::print(out_, "{} ({}) plays {}\n", rules::to_capital(played->side),
                   sitting_.seat(played->side).name, rules::to_text(played->move->move));
    }

private:
    const Sitting& sitting_;
    std::FILE* out_;
};

}  // namespace

int play_plain(Sitting& sitting, std::istream& in, std::FILE* out, std::stop_token stop) {
    Wish wish = Wish::kNone;
    const bool can_undo = sitting.time_control.is_none();
    LineHuman x(in, out, can_undo, wish);
    LineHuman o(in, out, can_undo, wish);
    MoveTeller teller(sitting, out);
    std::vector<rules::Move> moves;
    fmt::print(out, "{} (X) v {} (O), {}; 'help' lists the commands\n", sitting.x.name,
               sitting.o.name, rules::name(sitting.start.rules()));
    for (int number = 0;; ++number) {
        wish = Wish::kNone;
        const auto record = arena::play_game(sitting.game(moves, number), sitting.x.player(x),
                                             sitting.o.player(o), &teller, stop);
        if (!record.ending && wish == Wish::kUndo) {
            moves = sitting.taken_back(record.moves());
            continue;
        }
        if (!record.ending) {
            fmt::print(out, "\n{}", sitting.keep_unfinished(record));
            return 1;
        }
        const std::string kept = sitting.keep_finished(record);
        const auto last =
            record.plies.empty() ? std::nullopt : std::optional(record.plies.back().move);
        fmt::print(out, "\n{}\n{}  {}\n",
                   pictures::board_text(last_position(record), last, pictures::TextStyle(out)),
                   record::result_text(record), record.detail);
        if (!kept.empty()) fmt::print(out, "{}\n", kept);
        return 0;
    }
}

}  // namespace ninefold::tui
