// SPDX-License-Identifier: MIT
// Any bytes as a game record, in either form and as a file of several: refused with a reason of
// one line, or a game that survives both forms unchanged.
#include <sstream>
#include <string>
#include <string_view>

#include "record/record_json.h"
#include "record/record_reader.h"
#include "record/record_text.h"
#include "require.h"

namespace ninefold::fuzz_record {

using fuzz::require;

namespace {

void check_accepted(const record::GameRecord& game) {
    require(record::check(game).has_value(), "what was read passes the check");
    const std::string text = record::to_text(game);
    const auto from_text = record::parse_record_text(text);
    require(from_text.has_value(), "a written text is read again");
    require(*from_text == game, "and is the same game");
    require(record::to_text(*from_text) == text, "with the same text");
    const std::string json = record::to_json_line(game);
    require(json.find('\n') == std::string::npos, "JSON stays on one line");
    const auto from_json = record::parse_record_json(json);
    require(from_json.has_value(), "written JSON is read again");
    require(*from_json == game, "and is the same game");
    require(record::to_json_line(*from_json) == json, "with the same JSON");
}

void check(const base::Result<record::GameRecord>& game) {
    if (game) {
        check_accepted(*game);
    } else {
        fuzz::require_one_line(game.error().message);
    }
}

}  // namespace

void run(std::string_view text) {
    check(record::parse_record_text(text));
    check(record::parse_record_json(text));
    std::istringstream file{std::string(text)};
    record::RecordReader reader(file);
    for (;;) {
        const auto game = reader.next();
        if (!game) {
            fuzz::require_one_line(game.error().message);
            break;
        }
        if (!*game) break;
        check_accepted(**game);
    }
}

}  // namespace ninefold::fuzz_record
