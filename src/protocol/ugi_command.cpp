// SPDX-License-Identifier: MIT
#include "base/enum_names.h"
#include "base/foreign_text.h"
#include "base/try.h"
#include "protocol/tokenizer.h"
#include "protocol/ugi.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::protocol::ugi {

namespace {

using base::fail;
using std::chrono::milliseconds;

constexpr base::EnumNames<Word, 6> kWords = {"ugi",  "isready",   "uginewgame",
                                             "stop", "ponderhit", "quit"};

/// Longer times than 30 years are read as 30 years, so that adding two of them cannot overflow.
constexpr std::int64_t kMaxMilliseconds = std::int64_t{30} * 365 * 24 * 3600 * 1000;

base::Result<std::int64_t> number_after(std::string_view word, Tokenizer& words) {
    const std::string_view text = words.next();
    const auto number = parse_number<std::int64_t>(text);
    if (number) return *number;
    return fail("'{}' in 'go' is followed by {}; it takes a whole number", word,
                base::quoted(text));
}

/// Where a time word of `go` is kept, or nothing for other words.
struct TimeField {
    std::optional<Duration> Limits::*optional = nullptr;
    Duration Limits::*plain = nullptr;
};

TimeField time_field(std::string_view word) {
    if (word == "xtime" || word == "p1time") return {.optional = &Limits::x_time};
    if (word == "otime" || word == "p2time") return {.optional = &Limits::o_time};
    if (word == "xinc" || word == "p1inc") return {.plain = &Limits::x_increment};
    if (word == "oinc" || word == "p2inc") return {.plain = &Limits::o_increment};
    if (word == "movetime") return {.optional = &Limits::move_time};
    if (word == "hardtime") return {.optional = &Limits::hard_time};
    return {};
}

base::Result<void> read_go_word(std::string_view word, Tokenizer& words, Limits& limits) {
    const TimeField field = time_field(word);
    const bool counts = word == "depth" || word == "nodes";
    if (word == "infinite") limits.infinite = true;
    if (word == "ponder") limits.ponder = true;
    if (field.optional == nullptr && field.plain == nullptr && !counts) return {};

    const std::int64_t value = std::max<std::int64_t>(TRY(number_after(word, words)), 0);
    if (word == "depth") {
        limits.depth = static_cast<int>(std::min<std::int64_t>(value, 1000));
    } else if (word == "nodes") {
        limits.nodes = static_cast<std::uint64_t>(value);
    } else {
        const Duration time = milliseconds(std::min(value, kMaxMilliseconds));
        if (field.optional != nullptr) limits.*field.optional = time;
        if (field.plain != nullptr) limits.*field.plain = time;
    }
    return {};
}

base::Result<Command> parse_go(Tokenizer words) {
    Go go;
    while (!words.empty()) {
        TRY(read_go_word(words.next(), words, go.limits));
    }
    return Command(std::move(go));
}

base::Result<Command> parse_position_command(Tokenizer words) {
    SetPosition command;
    if (words.peek() == "startpos") {
        words.next();
    } else {
        std::string text;
        for (int field = 0; field < 4 && !words.empty() && words.peek() != "moves"; ++field) {
            if (field > 0) text += ' ';
            text += words.next();
        }
        command.start = TRY(rules::parse_position(text));
    }
    if (words.empty()) return Command(std::move(command));
    if (const auto word = words.next(); word != "moves") {
        return fail("'position' has {} after the position; 'moves' or the end is expected",
                    base::quoted(word));
    }
    while (!words.empty()) {
        command.moves.push_back(TRY(rules::parse_move(words.next())));
    }
    return Command(std::move(command));
}

base::Result<Command> parse_set_option(Tokenizer words) {
    constexpr std::string_view kShape = "it reads 'setoption name NAME value VALUE'";
    if (words.next() != "name") return fail("'setoption' lacks 'name'; {}", kShape);
    SetOption command;
    while (!words.empty() && words.peek() != "value") {
        if (!command.name.empty()) command.name += ' ';
        command.name += words.next();
    }
    if (command.name.empty()) return fail("'setoption' names no option; {}", kShape);
    words.next();
    command.value = words.rest();
    return Command(std::move(command));
}

void append_time(std::string& line, std::string_view word, Duration time) {
    std::int64_t count = std::chrono::duration_cast<milliseconds>(time).count();
    if (count <= 0) count = time > Duration::zero() ? 1 : 0;
    fmt::format_to(std::back_inserter(line), " {} {}", word, count);
}

struct CommandPrinter {
    std::string operator()(const Unknown& c) const { return c.word; }
    std::string operator()(Word c) const { return std::string(kWords.of(c)); }
    std::string operator()(const SetOption& c) const {
        return c.value.empty() ? fmt::format("setoption name {}", c.name)
                               : fmt::format("setoption name {} value {}", c.name, c.value);
    }
    std::string operator()(const SetPosition& c) const {
        std::string line = "position " + (c.start ? rules::to_text(*c.start) : "startpos");
        append_moves(line, c.moves);
        return line;
    }
    std::string operator()(const Go& c) const {
        std::string line;
        append_go(line, c.limits);
        return line;
    }
};

}  // namespace

base::Result<Command> parse_command(std::string_view line) {
    Tokenizer words(line);
    const std::string_view word = words.next();
    if (word == "go") return parse_go(words);
    if (word == "position") return parse_position_command(words);
    if (word == "setoption") return parse_set_option(words);
    if (const auto known = kWords.find(word)) return Command(*known);
    return Command(Unknown{base::safe_text(word, 60)});
}

std::string to_text(const Command& command) { return std::visit(CommandPrinter{}, command); }

base::Result<rules::AnyPosition> replay(const SetPosition& command, rules::Rules rules) {
    rules::AnyPosition position = command.start ? *command.start : rules::AnyPosition::start(rules);
    for (std::size_t i = 0; i < command.moves.size(); ++i) {
        const rules::Move move = command.moves[i];
        if (!position.is_legal(move)) {
            return fail("move {} of 'position', {}, is illegal: {}", i + 1, rules::to_text(move),
                        position.is_over() ? "the game is over"
                                           : rules::why_illegal(position, move));
        }
        position = position.after(move);
    }
    return position;
}

void append_moves(std::string& line, const std::vector<rules::Move>& moves) {
    if (moves.empty()) return;
    line += " moves";
    for (const rules::Move move : moves) {
        const char text[] = {' ', static_cast<char>('0' + move.block().index),
                             static_cast<char>('0' + move.cell().index)};
        line.append(text, sizeof text);
    }
}

void append_go(std::string& line, const Limits& limits) {
    line += "go";
    if (limits.ponder) line += " ponder";
    if (limits.x_time) append_time(line, "xtime", *limits.x_time);
    if (limits.o_time) append_time(line, "otime", *limits.o_time);
    if (limits.x_increment != Duration::zero()) append_time(line, "xinc", limits.x_increment);
    if (limits.o_increment != Duration::zero()) append_time(line, "oinc", limits.o_increment);
    if (limits.move_time) append_time(line, "movetime", *limits.move_time);
    if (limits.hard_time) append_time(line, "hardtime", *limits.hard_time);
    if (limits.depth) fmt::format_to(std::back_inserter(line), " depth {}", *limits.depth);
    if (limits.nodes) fmt::format_to(std::back_inserter(line), " nodes {}", *limits.nodes);
    if (limits.infinite) line += " infinite";
}

}  // namespace ninefold::protocol::ugi
