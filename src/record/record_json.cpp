// SPDX-License-Identifier: MIT
#include "record/record_json.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/json_members.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::record {

namespace {

using base::fail;
using Json = nlohmann::ordered_json;
using rules::Side;

constexpr std::string_view kFormat = "ninefold-game";
constexpr int kVersion = 1;

template <typename T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json seconds_or_null(const std::optional<Duration>& value) {
    return value ? Json(in_seconds(*value)) : Json(nullptr);
}

/// Within what a Duration holds, which is more than the clock of any time control can show.
bool is_time(const Json& value) { return value.is_number() && std::abs(value.get<double>()) < 9e9; }

bool is_int(const Json& value) {
    return value.is_number_integer() &&
           std::abs(value.get<double>()) <= std::numeric_limits<int>::max();
}

constexpr Note kNotes[] = {
    {"spent", "seconds", true, is_time, [](Ply& p, const Json& v) { p.spent = to_duration(v); },
     [](const Ply& p) { return seconds_or_null(p.spent); }},
    {"clock", "seconds", true, is_time, [](Ply& p, const Json& v) { p.clock = to_duration(v); },
     [](const Ply& p) { return seconds_or_null(p.clock); }},
    {"eval", "a number from 0 to 1", false,
     [](const Json& v) { return v.is_number() && v.get<double>() >= 0 && v.get<double>() <= 1; },
     [](Ply& p, const Json& v) { p.eval = v.get<double>(); },
     [](const Ply& p) { return or_null(p.eval); }},
    {"depth", "a whole number", false, is_int,
     [](Ply& p, const Json& v) { p.depth = v.get<int>(); },
     [](const Ply& p) { return or_null(p.depth); }},
    {"note", "a string", false, [](const Json& v) { return v.is_string(); },
     [](Ply& p, const Json& v) { p.note = v.get<std::string>(); },
     [](const Ply& p) { return p.note.empty() ? Json(nullptr) : Json(p.note); }},
    {"meta", "an object", false,
     [](const Json& v) {
         return v.is_object() && !base::nests_deeper(v.dump(), base::kDeepestMeta);
     },
     [](Ply& p, const Json& v) { p.meta = v.dump(); },
     [](const Ply& p) { return p.meta.empty() ? Json(nullptr) : base::parse_json(p.meta); }}};

/// One array over all plies, null where a ply lacks the value; no array where all do.
void add_column(Json& json, const Note& column, const GameRecord& record) {
    Json values = Json::array();
    bool any = false;
    for (const Ply& ply : record.plies) {
        values.push_back(column.get(ply));
        any = any || !values.back().is_null();
    }
    if (any) json[column.name] = std::move(values);
}

void read_moves(base::JsonMembers& in, GameRecord& record) {
    const Json* moves = in.needed("moves");
    if (moves == nullptr) return;
    if (!moves->is_array() || moves->size() > rules::Move::kCount) {
        return in.wrong("moves", "an array of at most 81 moves");
    }
    for (const Json& item : *moves) {
        const auto move = item.is_string() ? rules::parse_move(item.get_ref<const std::string&>())
                                           : base::Result<rules::Move>(fail("a move is a string"));
        if (!move) {
            return in.refuse(fail("move {}: {}", record.plies.size() + 1, move.error().message));
        }
        record.plies.push_back({.move = *move});
    }
}

void read_column(base::JsonMembers& in, GameRecord& record, const Note& column) {
    const Json* values = in.find(column.name);
    if (values == nullptr) return;
    if (!values->is_array() || values->size() != record.plies.size()) {
        return in.wrong(column.name,
                        fmt::format("an array with one entry a move ({})", record.plies.size()));
    }
    for (std::size_t i = 0; i < values->size(); ++i) {
        const Json& value = (*values)[i];
        if (value.is_null()) continue;
        if (!column.fits(value)) {
            return in.wrong(fmt::format("{}[{}]", column.name, i), column.needed);
        }
        column.set(record.plies[i], value);
    }
}

void read_tags(base::JsonMembers& in, GameRecord& record) {
    const Json* tags = in.find("tags");
    if (tags == nullptr) return;
    if (!tags->is_object()) return in.wrong("tags", "an object of strings");
    for (const auto& [name, value] : tags->items()) {
        if (!value.is_string()) return in.wrong("tags", "an object of strings");
        record.tags.emplace_back(name, value.get<std::string>());
    }
}

}  // namespace

std::optional<std::string> compact_json_object(std::string_view text) {
    if (!text.starts_with('{') || !base::is_utf8(text)) return std::nullopt;
    const Json json = base::parse_json(text, base::kDeepestMeta);
    if (json.is_discarded()) return std::nullopt;
    return json.dump();
}

double in_seconds(Duration duration) { return static_cast<double>(duration.count()) / 1e9; }
Duration to_duration(const Json& seconds) {
    return Duration(std::llround(seconds.get<double>() * 1e9));
}

Json side_json(std::optional<Side> side) {
    return side ? Json(std::string(1, rules::to_char(*side))) : Json(nullptr);
}

std::span<const Note> notes() { return kNotes; }

void add_notes(Json& json, const Ply& ply) {
    for (const Note& note : kNotes) {
        if (Json value = note.get(ply); !value.is_null()) json[note.name] = std::move(value);
    }
}

base::Result<rules::AnyPosition> start_position(const std::string& rules_text,
                                                const std::string& tie_break,
                                                const std::string& position) {
    rules::Rules rules = TRY(rules::parse_rules(rules_text));
    if (!tie_break.empty()) rules.tie_break = TRY(rules::parse_tie_break(tie_break));
    if (position.empty()) return rules::AnyPosition::start(rules);
    const rules::AnyPosition start = TRY(rules::parse_position(position));
    if (start.rules() == rules) return start;
    return fail("the position is one of {}, the game is played by {}", rules::name(start.rules()),
                rules::name(rules));
}

Json verdict_json(const GameFacts& game) {
    return {{"ending", game.ending ? Json(rules::name(*game.ending)) : Json(nullptr)},
            {"winner", side_json(game.winner)},
            {"result", result_text(game)},
            {"detail", game.detail}};
}

Json to_json(const GameSummary& game) {
    Json json = {{"x", game.x},
                 {"o", game.o},
                 {"rules", rules::name(game.rules)},
                 {"time_control", game.time_control},
                 {"date", game.date},
                 {"event", game.event},
                 {"plies", game.plies}};
    json.update(verdict_json(game));
    return json;
}

nlohmann::ordered_json to_json(const GameRecord& record) {
    const rules::Rules rules = record.start.rules();
    Json json = {{"format", kFormat}, {"version", kVersion}};
    const auto add_if = [&](const char* name, const std::string& text) {
        if (!text.empty()) json[name] = text;
    };
    add_if("id", record.id);
    add_if("event", record.event);
    add_if("date", record.date);
    json["x"] = record.x;
    json["o"] = record.o;
    json["rules"] = rules::name(rules.ruleset);
    json["tie_break"] = rules::name(rules.tie_break);
    if (record.start != rules::AnyPosition::start(rules)) json["position"] = to_text(record.start);
    json["time_control"] = record.time_control;
    json["seed"] = record.seed;
    json["opening"] = record.opening;
    json["plies"] = record.plies.size();
    json["moves"] = Json::array();
    for (const Ply& ply : record.plies) json["moves"].push_back(rules::to_text(ply.move));
    for (const Note& note : kNotes) add_column(json, note, record);
    json.update(verdict_json(record));
    if (record.detail.empty()) json.erase("detail");
    for (const auto& [name, value] : record.tags) json["tags"][name] = value;
    return json;
}

std::string to_json_line(const GameRecord& record) { return base::json_line(to_json(record)); }

base::Result<GameRecord> from_json(const nlohmann::ordered_json& json) {
    if (!json.is_object()) return fail("a game is a JSON object");
    base::JsonMembers in(json);
    std::string format, rules, tie_break, position;
    in.needed_text("format", format);
    if (format != kFormat) in.wrong("format", kFormat);
    int version = 0;
    in.number("version", version);
    if (version != kVersion) in.wrong("version", "1; this program reads no other");
    GameRecord record;
    in.text("id", record.id);
    in.text("event", record.event);
    in.text("date", record.date);
    in.needed_text("x", record.x);
    in.needed_text("o", record.o);
    in.text("time_control", record.time_control);
    in.number("seed", record.seed);
    in.number("opening", record.opening);
    in.text("detail", record.detail);
    in.needed_text("rules", rules);
    in.text("tie_break", tie_break);
    in.text("position", position);
    in.take(start_position(rules, tie_break, position), record.start);
    read_moves(in, record);
    for (const Note& note : kNotes) read_column(in, record, note);
    in.parsed("ending", record.ending, rules::parse_ending);
    in.parsed("winner", record.winner, [](std::string_view text) -> base::Result<Side> {
        if (text == "x" || text == "o") return text == "x" ? Side::kX : Side::kO;
        return fail("must be \"x\", \"o\" or null");
    });
    read_tags(in, record);
    if (in.error()) return *in.error();
    TRY(check(record));
    return record;
}

base::Result<GameRecord> parse_record_json(std::string_view text) {
    const Json json = base::parse_json(text);
    if (json.is_discarded()) {
        return fail(
            "not valid JSON, nested deeper than {}, or an object of more than {} members: {}",
            base::kDeepestJson, base::kMostJsonMembers, base::quoted(text));
    }
    return from_json(json);
}

}  // namespace ninefold::record
