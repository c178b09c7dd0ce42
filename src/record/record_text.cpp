// SPDX-License-Identifier: MIT
#include "record/record_text.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "record/record_json.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::record {

namespace {

using base::fail;
using Json = nlohmann::ordered_json;
using rules::Side;

// ---- writing ------------------------------------------------------------------------------

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
    return out;
}

std::string note_text(const Note& note, const Json& value) {
    if (note.is_time) return seconds_text(to_duration(value));
    if (value.is_string()) return fmt::format("\"{}\"", escaped(value.get<std::string>()));
    return value.is_number() ? fmt::format("{}", value.get<double>()) : value.dump();
}

std::string comment_text(const Ply& ply) {
    std::vector<std::string> items;
    for (const Note& note : notes()) {
        const Json value = note.get(ply);
        if (value.is_null()) continue;
        items.push_back(fmt::format("{} {}", note.name, note_text(note, value)));
    }
    if (items.empty()) return {};
    return fmt::format(" {{{}}}", fmt::join(items, ", "));
}

std::string tag_lines(const GameRecord& record) {
    std::string text;
    const auto tag = [&](std::string_view name, std::string_view value) {
        text += fmt::format("[{} \"{}\"]\n", name, escaped(value));
    };
    const auto tag_if = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) tag(name, value);
    };
    const rules::Rules rules = record.start.rules();
    tag_if("Game", record.id);
    tag_if("Event", record.event);
    tag_if("Date", record.date);
    tag("X", record.x);
    tag("O", record.o);
    tag("Rules", rules::name(rules.ruleset));
    tag("TieBreak", rules::name(rules.tie_break));
    if (record.start != rules::AnyPosition::start(rules)) tag("Position", to_text(record.start));
    tag("TimeControl", record.time_control);
    tag("Seed", fmt::to_string(record.seed));
    tag("Opening", fmt::to_string(record.opening));
    for (const auto& [name, value] : record.tags) tag(name, value);
    if (record.ending) tag("Ending", rules::name(*record.ending));
    tag("Result", result_text(record));
    tag_if("Detail", record.detail);
    return text;
}

std::string move_lines(const GameRecord& record) {
    std::string text;
    std::string line;
    int index = record.start.side() == Side::kX ? 0 : 1;
    bool first = true;
    const auto flush = [&] {
        if (!line.empty()) text += line + '\n';
        line.clear();
    };
    for (const Ply& ply : record.plies) {
        const std::string comment = comment_text(ply);
        std::string word;
        if (index % 2 == 0) word = fmt::format("{}. ", index / 2 + 1);
        if (index % 2 == 1 && first) word = fmt::format("{}... ", index / 2 + 1);
        word += rules::to_text(ply.move) + comment;
        const bool new_number = index % 2 == 0;
        if (new_number && (line.find('{') != std::string::npos || line.size() > 88)) flush();
        if (!line.empty()) line += ' ';
        line += word;
        first = false;
        ++index;
    }
    flush();
    return text;
}

// ---- reading ------------------------------------------------------------------------------

/// Walks over the text of one game, keeping the line number for messages.
class Parser {
public:
    Parser(std::string_view text, int first_line) : text_(text), line_(first_line) {}

    base::Result<GameRecord> parse();

private:
    template <typename... Args>
    base::Error wrong(fmt::format_string<Args...> format, Args&&... args) const {
        return fail("line {}: {}", line_, fmt::format(format, std::forward<Args>(args)...));
    }
    void skip_blanks();
    base::Result<std::string> quoted_string();
    base::Result<void> read_tag();
    base::Result<void> set_tag(const std::string& name, std::string value);
    base::Result<void> read_moves();
    base::Result<void> read_move_word(std::string_view word);
    base::Result<void> read_comment();
    base::Result<void> read_item(Ply& ply);
    base::Result<std::string> json_object();
    base::Result<Json> note_value();
    std::string_view word(std::string_view stops);
    base::Result<void> finish(std::string_view result);

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return text_[at_]; }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_;
    GameRecord record_;
    std::string rules_ = "standard";
    std::string tie_break_;
    std::string position_;
    std::string result_tag_;
    bool done_ = false;
};

void Parser::skip_blanks() {
    for (; !at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n');
         ++at_) {
        if (peek() == '\n') ++line_;
    }
}

std::string_view Parser::word(std::string_view stops) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(stops, at_), text_.size());
    return text_.substr(begin, at_ - begin);
}

/// After the opening quote is found at at_.
base::Result<std::string> Parser::quoted_string() {
    if (at_end() || peek() != '"') return wrong("a value in double quotes is needed");
    std::string value;
    for (++at_; !at_end() && peek() != '"' && peek() != '\n'; ++at_) {
        if (peek() == '\\' && at_ + 1 < text_.size()) {
            ++at_;
            value += peek() == 'n' ? '\n' : peek();
        } else {
            value += peek();
        }
    }
    if (at_end() || peek() != '"') return wrong("the closing quote is missing");
    ++at_;
    return value;
}

base::Result<void> Parser::read_tag() {
    ++at_;  // the bracket
    const std::string name(word(" \t\n]\""));
    if (name.empty()) return wrong("a tag reads [Name \"value\"]");
    while (!at_end() && (peek() == ' ' || peek() == '\t')) ++at_;
    auto value = TRY(quoted_string());
    if (at_end() || peek() != ']')
        return wrong("the tag {} is not closed by ]", base::quoted(name));
    ++at_;
    return set_tag(name, std::move(value));
}

template <typename T>
bool read_number(std::string_view text, T& field) {
    const auto value = base::parse_number<T>(text);
    if (value) field = *value;
    return value.has_value();
}

base::Result<void> Parser::set_tag(const std::string& name, std::string value) {
    if (name == "Game") record_.id = std::move(value);
    else if (name == "Event") record_.event = std::move(value);
    else if (name == "Date") record_.date = std::move(value);
    else if (name == "X") record_.x = std::move(value);
    else if (name == "O") record_.o = std::move(value);
    else if (name == "Rules") rules_ = std::move(value);
    else if (name == "TieBreak") tie_break_ = std::move(value);
    else if (name == "Position") position_ = std::move(value);
    else if (name == "TimeControl") record_.time_control = std::move(value);
    else if (name == "Result") result_tag_ = std::move(value);
    else if (name == "Detail") record_.detail = std::move(value);
    else if (name == "Seed") {
        if (!read_number(value, record_.seed))
            return wrong("Seed {} is not a number", base::quoted(value));
    } else if (name == "Opening") {
        if (!read_number(value, record_.opening)) {
            return wrong("Opening {} is not a number of plies", base::quoted(value));
        }
    } else if (name == "Ending") {
        const auto ending = rules::parse_ending(value);
        if (!ending) return wrong("{}", ending.error().message);
        record_.ending = *ending;
    } else {
        record_.tags.emplace_back(name, std::move(value));
    }
    return {};
}

/// An object as it stands, found by counting braces outside strings.
base::Result<std::string> Parser::json_object() {
    const std::size_t begin = at_;
    int depth = 0;
    bool in_string = false;
    for (; !at_end(); ++at_) {
        const char c = peek();
        if (c == '\n') break;
        if (in_string && c == '\\') ++at_;
        else if (c == '"') in_string = !in_string;
        else if (!in_string && c == '{') ++depth;
        else if (!in_string && c == '}' && --depth == 0) {
            if (auto object = compact_json_object(text_.substr(begin, ++at_ - begin)))
                return *object;
            break;
        }
    }
    return wrong("meta needs a JSON object on one line");
}

/// A string, an object or a number; any other word is null.
base::Result<Json> Parser::note_value() {
    if (!at_end() && peek() == '"') return Json(TRY(quoted_string()));
    if (!at_end() && peek() == '{') return base::parse_json(TRY(json_object()));
    const std::string_view text = word(" \t\n},");
    if (const auto whole = base::parse_number<std::int64_t>(text)) return Json(*whole);
    const auto number = base::parse_number<double>(text);
    return number ? Json(*number) : Json(nullptr);
}

base::Result<void> Parser::read_item(Ply& ply) {
    const std::string_view key = word(" \t\n},");
    const auto note = std::ranges::find(notes(), key, &Note::name);
    if (note == notes().end()) {
        return wrong("{} in a comment; known are spent, clock, eval, depth, note and meta",
                     base::quoted(key));
    }
    skip_blanks();
    const std::size_t begin = at_;
    const Json value = TRY(note_value());
    if (!note->fits(value)) {
        return wrong("{} {} is not {}", key, base::quoted(text_.substr(begin, at_ - begin)),
                     note->needed);
    }
    note->set(ply, value);
    return {};
}

base::Result<void> Parser::read_comment() {
    if (record_.plies.empty()) return wrong("a comment before the first move");
    ++at_;
    for (;;) {
        skip_blanks();
        if (at_end()) return wrong("the file ends inside a comment; }} is missing");
        if (peek() == '}') break;
        TRY(read_item(record_.plies.back()));
        skip_blanks();
        if (!at_end() && peek() == ',') ++at_;
    }
    ++at_;
    return {};
}

base::Result<void> Parser::read_move_word(std::string_view word) {
    const bool is_number = word.ends_with('.');
    if (is_number) {
        const std::string_view digits = word.substr(0, word.find('.'));
        int number = 0;
        const int index =
            static_cast<int>(record_.plies.size()) + (record_.start.side() == Side::kX ? 0 : 1);
        if (!read_number(digits, number) || number != index / 2 + 1) {
            return wrong("move number {}, {} is next", base::quoted(word), index / 2 + 1);
        }
        return {};
    }
    constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "0-0", "*"};
    if (std::ranges::find(kResults, word) != std::end(kResults)) return finish(word);
    const auto move = rules::parse_move(word);
    if (!move) return wrong("{}", move.error().message);
    if (record_.plies.size() >= rules::Move::kCount) return wrong("more than 81 moves");
    record_.plies.push_back({.move = *move});
    return {};
}

base::Result<void> Parser::finish(std::string_view result) {
    if (result == "1-0") record_.winner = Side::kX;
    if (result == "0-1") record_.winner = Side::kO;
    if (!result_tag_.empty() && result_tag_ != result) {
        return wrong("the moves end in {}, the tag Result says {}", result,
                     base::quoted(result_tag_));
    }
    // Earlier versions wrote a draw where both bots failed.
    const std::string_view right = result_text(record_);
    if (right != result && !(right == "0-0" && result == "1/2-1/2")) {
        return wrong("the result {} does not fit the ending '{}'", result,
                     record_.ending ? rules::name(*record_.ending) : "none");
    }
    done_ = true;
    return {};
}

base::Result<void> Parser::read_moves() {
    for (;;) {
        skip_blanks();
        if (at_end()) {
            return done_ ? base::Result<void>()
                         : wrong("the game breaks off; a result (1-0, 0-1, 1/2-1/2, 0-0 or *) is "
                                 "missing");
        }
        if (done_) return wrong("text after the result: {}", base::quoted(text_.substr(at_)));
        auto step = peek() == '{' ? read_comment() : read_move_word(word(" \t\r\n{"));
        if (!step) return step;
    }
}

base::Result<GameRecord> Parser::parse() {
    if (!base::is_utf8(text_)) return wrong("not UTF-8 text");
    for (skip_blanks(); !at_end() && peek() == '['; skip_blanks()) {
        TRY(read_tag());
    }
    auto start = start_position(rules_, tie_break_, position_);
    if (!start) return wrong("{}", start.error().message);
    record_.start = *start;
    TRY(read_moves());
    if (auto checked = check(record_); !checked) return wrong("{}", checked.error().message);
    return std::move(record_);
}

}  // namespace

std::string to_text(const GameRecord& record) {
    std::string text = tag_lines(record);
    text += '\n';
    text += move_lines(record);
    text += result_text(record);
    text += '\n';
    return text;
}

base::Result<GameRecord> parse_record_text(std::string_view text, int first_line) {
    return Parser(text, first_line).parse();
}

}  // namespace ninefold::record
