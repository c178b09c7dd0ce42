// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <cstdio>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "base/counted.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "protocol/safe_text.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "rules/move_text.h"
#include "tui/board_drawing.h"
#include "tui/folded_text.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMaxText = 200;

struct ReplayOptions {
    DatabaseOption database;
    std::string game;
    int number = 1;
    double speed = 2;
    bool plain = false, text = false, json = false;
};

/// A game as a series of pictures: frame 0 is the start, frame i the position after i moves.
class Film {
public:
    explicit Film(record::GameRecord game) : game_(std::move(game)) {
        positions_.push_back(game_.start);
        for (const record::Ply& ply : game_.plies) {
            positions_.push_back(positions_.back().after(ply.move));
        }
    }

    int last() const { return static_cast<int>(game_.plies.size()); }

    std::string title(const tui::Style& style) const {
        const auto name = [](const std::string& text) { return protocol::safe_text(text, 60); };
        return fmt::format("{}{}{} (X) v {}{}{} (O)  {}{}{}, {}{}\n", style.x_colour(),
                           name(game_.x), style.off(), style.o_colour(), name(game_.o), style.off(),
                           style.dim(),
                           game_.id.empty() ? "" : fmt::format("game {}, ", name(game_.id)),
                           rules::name(game_.start.rules()), name(game_.time_control), style.off());
    }

    std::string frame(int index, const tui::Style& style) const {
        const auto at = static_cast<std::size_t>(index);
        std::optional<rules::Move> move;
        if (index > 0) move = game_.plies[at - 1].move;
        return fmt::format("\n{}\n{}\n{}", tui::draw_board(positions_[at], move, style),
                           move_line(index, style), status(index, style));
    }

private:
    /// "move 12 of 45: O plays 47, 0.512 s, clock 59.9 s, X expects 0.53, depth 9 …"
    std::string move_line(int index, const tui::Style& style) const {
        if (index == 0)
            return fmt::format("{}start, {} to come{}\n", style.dim(),
                               base::counted(last(), "move"), style.off());
        const auto at = static_cast<std::size_t>(index);
        const record::Ply& ply = game_.plies[at - 1];
        std::string line =
            fmt::format("move {} of {}: {} plays {}", index, last(),
                        rules::to_capital(positions_[at - 1].side()), rules::to_text(ply.move));
        if (index <= game_.opening) line += ", given as the opening";
        if (ply.spent) line += fmt::format(", {:.3f} s", seconds(*ply.spent));
        if (ply.clock) line += fmt::format(", {:.3f} s left", seconds(*ply.clock));
        if (ply.eval) line += fmt::format(", X's chances {:.2f}", *ply.eval);
        if (ply.depth) line += fmt::format(", depth {}", *ply.depth);
        if (!ply.note.empty()) line += fmt::format("\n{}", protocol::safe_text(ply.note, kMaxText));
        return line + '\n';
    }

    std::string status(int index, const tui::Style& style) const {
        const rules::AnyPosition& position = positions_[static_cast<std::size_t>(index)];
        if (index < last() || !game_.ending) {
            return fmt::format("{}{}{}\n", style.bold(), tui::describe(position), style.off());
        }
        std::string text =
            fmt::format("{}{}{} by {}{}\n", style.bold(), result_text(game_),
                        game_.winner ? "" : ", ended", rules::name(*game_.ending), style.off());
        if (!game_.detail.empty()) text += protocol::safe_text(game_.detail, kMaxText) + '\n';
        return text;
    }

    static double seconds(record::Duration duration) {
        return std::chrono::duration<double>(duration).count();
    }

    record::GameRecord game_;
    std::vector<rules::AnyPosition> positions_;
};

enum class Key { kNone, kPause, kBack, kForward, kFirst, kLast, kFaster, kSlower, kQuit };

/// Takes the terminal over: keys come one by one and unseen, pictures go to a screen of their own.
/// Everything is put back at the end, whichever way it comes.
class Screen {
public:
    Screen() {
        tcgetattr(STDIN_FILENO, &before_);
        termios raw = before_;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
        raw.c_cc[VMIN] = 0;
        raw.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
        write("\033[?1049h\033[?25l");
    }
    ~Screen() {
        write("\033[?25h\033[?1049l");
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    void show(const std::string& text) {
        std::string out = "\033[H";
        for (const char c : text) {
            if (c == '\n') out += "\033[K";
            out += c;
        }
        write(out + "\033[J");
    }

    /// The next key, kNone when the time is over.
    Key wait(Clock::duration time) {
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, static_cast<int>(std::max<std::int64_t>(0, ms))) <= 0)
            return Key::kNone;
        char bytes[8] = {};
        const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
        if (size <= 0) return Key::kQuit;  // the terminal is gone
        return key_of(std::string_view(bytes, static_cast<std::size_t>(size)));
    }

private:
    static Key key_of(std::string_view bytes) {
        if (bytes == "\033[D" || bytes == "\033OD" || bytes == "h") return Key::kBack;
        if (bytes == "\033[C" || bytes == "\033OC" || bytes == "l") return Key::kForward;
        if (bytes == "\033[H" || bytes == "\033[1~" || bytes == "g") return Key::kFirst;
        if (bytes == "\033[F" || bytes == "\033[4~" || bytes == "G") return Key::kLast;
        if (bytes == "\033[A" || bytes == "\033OA" || bytes == "+") return Key::kFaster;
        if (bytes == "\033[B" || bytes == "\033OB" || bytes == "-") return Key::kSlower;
        if (bytes == " ") return Key::kPause;
        constexpr char kControlC = 3;
        if (bytes == "q" || bytes == "\033" || bytes[0] == kControlC) return Key::kQuit;
        return Key::kNone;
    }

    static void write(const std::string& text) {
        fmt::print("{}", text);
        std::fflush(stdout);
    }

    termios before_{};
};

/// Shows the film by itself, or as the keys say. Returns the frame that was shown last.
class Projector {
public:
    Projector(const Film& film, double speed) : film_(film), speed_(speed) {}

    int run() {
        const Interruption interruption;
        Screen screen;
        measure();
        const tui::Style style(stdout);
        auto next = Clock::now();
        for (bool changed = true; !quit_ && !interruption.requested();) {
            if (changed) {
                screen.show(picture(style));
                next = Clock::now() + frame_time();
            }
            const std::pair shown(rows_, columns_);
            const bool moving = !paused_ && index_ < film_.last();
            const auto left = moving ? next - Clock::now() : kTick;
            const Key key = screen.wait(std::min<Clock::duration>(left, kTick));
            changed = key != Key::kNone;
            if (changed) press(key);
            else if (moving && Clock::now() >= next) {
                ++index_;
                changed = true;
            }
            measure();
            changed |= shown != std::pair(rows_, columns_);
        }
        return index_;
    }

private:
    /// How long a signal may go unnoticed.
    static constexpr Clock::duration kTick = std::chrono::milliseconds(50);

    Clock::duration frame_time() const {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(1 / speed_));
    }

    void press(Key key) {
        switch (key) {
            case Key::kPause: paused_ = !paused_; break;
            case Key::kBack: step_to(index_ - 1); break;
            case Key::kForward: step_to(index_ + 1); break;
            case Key::kFirst: step_to(0); break;
            case Key::kLast: step_to(film_.last()); break;
            case Key::kFaster: speed_ = std::min(speed_ * 1.5, 100.0); break;
            case Key::kSlower: speed_ = std::max(speed_ / 1.5, 0.1); break;
            case Key::kQuit: quit_ = true; break;
            case Key::kNone: break;
        }
    }

    void measure() {
        rows_ = tui::rows(stdout);
        columns_ = tui::columns(stdout);
    }

    /// Title, board and keys stay whole on a small screen; what is noted about the move may go.
    std::string picture(const tui::Style& style) const {
        const int width = columns_ - 1;  // a full line would wrap on some terminals
        const std::string keys = help(style);
        return tui::fitted_to_screen(film_.title(style) + film_.frame(index_, style) + keys, rows_,
                                     width, tui::folded(keys, width).size() - 1);
    }

    void step_to(int index) {
        paused_ = true;
        index_ = std::clamp(index, 0, film_.last());
    }

    std::string help(const tui::Style& style) const {
        return fmt::format(
            "\n{}{}, space {}  left/right step  home/end  up/down speed {:.1f}/s  q quit{}\n",
            style.dim(), paused_ ? "paused" : "playing", paused_ ? "plays" : "pauses", speed_,
            style.off());
    }

    const Film& film_;
    double speed_;
    int index_ = 0, rows_ = 24, columns_ = 80;
    bool paused_ = false, quit_ = false;
};

bool is_animated(const ReplayOptions& options) {
    const char* term = std::getenv("TERM");
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return !options.plain && !dumb && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

record::GameRecord chosen_game(const ReplayOptions& options) {
    GameSource games(options.game, options.database);
    auto game = games.next();
    for (int number = 1; number < options.number; ++number) {
        game = games.next();
        if (game) continue;
        throw CommandError(fmt::format("{} holds {}", options.game, base::counted(number, "game")));
    }
    return std::move(*game);
}

int replay(const ReplayOptions& options) {
    record::GameRecord game = chosen_game(options);
    if (options.text || options.json) {
        fmt::print("{}", options.text ? record::to_text(game) : record::to_json_line(game) + '\n');
        return 0;
    }
    const Film film(std::move(game));
    const tui::Style style(stdout);
    int first = 0;
    int last = film.last();
    if (is_animated(options)) first = last = Projector(film, options.speed).run();
    fmt::print("{}", film.title(style));
    for (int index = first; index <= last; ++index) fmt::print("{}", film.frame(index, style));
    return 0;
}

}  // namespace

void add_replay_command(Command& app) {
    auto options = std::make_shared<ReplayOptions>();
    Command& command = app.add_subcommand("replay", "Show a game in the terminal");
    command.add_option("GAME", options->game, GameSource::kHelp).required();
    command
        .add_option("-n,--number", options->number, "which game of a file (default 1, the first)")
        .range(1, 1'000'000'000);
    options->database.add_to(command);
    command.add_option("-s,--speed", options->speed, "moves a second (default 2)")
        .range(0.1, 100.0);
    auto plain = command.add_flag("--plain", options->plain, "print all positions at once");
    auto text = command.add_flag("--text", options->text, "print the record as text");
    auto json = command.add_flag("--json", options->json, "print the record as JSON");
    plain.excludes(text).excludes(json);
    text.excludes(json);
    command.footer("Keys: space pauses, left and right step, home and end jump, up and down change "
                   "the speed,\n"
                   "q quits. Where the output is no terminal, all positions are printed.\n\n"
                   "Examples:\n"
                   "  ninefold replay 3.17\n"
                   "  ninefold replay 3.17 --speed 10 --db results/games.db\n"
                   "  ninefold replay games.jsonl --number 5\n"
                   "  ninefold replay 3.17 --text > game.txt");
    command.runs([options] { return replay(*options); });
}

}  // namespace ninefold::cli
