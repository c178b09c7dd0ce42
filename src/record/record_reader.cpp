// SPDX-License-Identifier: MIT
#include "record/record_reader.h"

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "record/record_json.h"
#include "record/record_text.h"

namespace ninefold::record {

namespace {

using base::fail;
using Found = base::Result<std::optional<GameRecord>>;

bool is_blank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

char first_character(std::string_view line) {
    return is_blank(line) ? '\0' : line[line.find_first_not_of(" \t\r")];
}

}  // namespace

/// Reads a line into line_, refusing one that is too long to be part of a game; false at the end.
base::Result<bool> RecordReader::next_line() try {
    if (pending_) {
        pending_ = false;
        return true;
    }
    line_.clear();
    ++line_number_;
    std::streambuf& buffer = *in_.rdbuf();
    for (int c = buffer.sbumpc();; c = buffer.sbumpc()) {
        if (c == std::streambuf::traits_type::eof()) return !line_.empty();
        if (c == '\n') return true;
        line_ += static_cast<char>(c);
        if (line_.size() > kMaxGameBytes) {
            return fail("line {}: longer than {} MiB; this is no game record", line_number_,
                        kMaxGameBytes >> 20);
        }
    }
} catch (const std::ios_base::failure& problem) {
    return fail("line {}: cannot be read: {}", line_number_, problem.code().message());
}

Found RecordReader::next() {
    for (;;) {
        const auto more = TRY(next_line());
        if (!more) return std::optional<GameRecord>();
        if (is_blank(line_)) continue;
        pending_ = true;
        const char first = first_character(line_);
        if (first == '{') return read_json_game();
        if (first == '[') return read_text_game();
        return fail(
            "line {}: {}; a game begins with a tag such as [X \"name\"], or with {{ for JSON",
            line_number_, base::quoted(line_));
    }
}

/// A game ends before the tag line or JSON object that follows its moves.
Found RecordReader::read_text_game() {
    const int first_line = line_number_;
    std::string text;
    bool in_moves = false;
    for (;;) {
        const auto more = next_line();
        if (!more) return more.error();
        if (!*more) break;
        const char first = first_character(line_);
        if (in_moves && (first == '[' || first == '{') && !line_.starts_with(' ')) {
            pending_ = true;
            break;
        }
        in_moves = in_moves || (first != '[' && first != '\0');
        text += line_;
        text += '\n';
        if (text.size() > kMaxGameBytes) {
            return fail("line {}: a game of more than {} MiB; this is no game record", first_line,
                        kMaxGameBytes >> 20);
        }
    }
    return std::optional(TRY(parse_record_text(text, first_line)));
}

/// An object on one line, or an indented one from a line `{` to a line `}`.
Found RecordReader::read_json_game() {
    const int first_line = line_number_;
    pending_ = false;
    std::string text = line_;
    if (base::split_words(line_) == std::vector<std::string_view>{"{"}) {
        do {
            const auto more = TRY(next_line());
            if (!more || text.size() > kMaxGameBytes) {
                return fail("line {}: the JSON object that begins here is not closed by a line }}",
                            first_line);
            }
            text += '\n';
            text += line_;
        } while (!line_.starts_with('}'));
    }
    auto game = parse_record_json(text);
    if (!game) return fail("line {}: {}", first_line, game.error().message);
    return std::optional(std::move(*game));
}

}  // namespace ninefold::record
