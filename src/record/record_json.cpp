// SPDX-License-Identifier: MIT
#include "record/record_json.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/split.h"
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

bool is_time(const Json& value) { return value.is_number() && std::abs(value.get<double>()) < 1e9; }

Duration to_duration(const Json& value) {
    return Duration(std::llround(value.get<double>() * 1e9));
}

/// What is noted beside a move: one array over all plies, null where a ply lacks the value; no
/// array where all do.
struct Column {
    const char *name, *needed;
    bool (*fits)(const Json&);
    void (*set)(Ply&, const Json&);
    Json (*get)(const Ply&);
};

constexpr Column kColumns[] = {
    {"spent", "seconds", is_time, [](Ply& p, const Json& v) { p.spent = to_duration(v); },
     [](const Ply& p) { return seconds_or_null(p.spent); }},
    {"clock", "seconds", is_time, [](Ply& p, const Json& v) { p.clock = to_duration(v); },
     [](const Ply& p) { return seconds_or_null(p.clock); }},
    {"eval", "a number from 0 to 1",
     [](const Json& v) { return v.is_number() && v.get<double>() >= 0 && v.get<double>() <= 1; },
     [](Ply& p, const Json& v) { p.eval = v.get<double>(); },
     [](const Ply& p) { return or_null(p.eval); }},
    {"depth", "a whole number",
     [](const Json& v) {
         return v.is_number_integer() && v.get<double>() >= -1e6 && v.get<double>() <= 1e6;
     },
     [](Ply& p, const Json& v) { p.depth = v.get<int>(); },
     [](const Ply& p) { return or_null(p.depth); }},
    {"note", "a string", [](const Json& v) { return v.is_string(); },
     [](Ply& p, const Json& v) { p.note = v.get<std::string>(); },
     [](const Ply& p) { return p.note.empty() ? Json(nullptr) : Json(p.note); }},
    {"meta", "an object",
     [](const Json& v) {
         return v.is_object() && !base::nests_deeper(v.dump(), base::kDeepestMeta);
     },
     [](Ply& p, const Json& v) { p.meta = v.dump(); },
     [](const Ply& p) { return p.meta.empty() ? Json(nullptr) : base::parse_json(p.meta); }}};

void add_column(Json& json, const Column& column, const GameRecord& record) {
    Json values = Json::array();
    bool any = false;
    for (const Ply& ply : record.plies) {
        values.push_back(column.get(ply));
        any = any || !values.back().is_null();
    }
    if (any) json[column.name] = std::move(values);
}

/// Reads members of an object, remembering the first thing that is wrong.
class MemberReader {
public:
    explicit MemberReader(const Json& json) : json_(json) {}

    std::string text(const char* name, bool needed) {
        const Json* member = find(name, needed);
        if (member == nullptr) return {};
        if (!member->is_string()) return wrong(name, "a string"), std::string();
        return member->get<std::string>();
    }
    std::uint64_t number(const char* name) {
        const Json* member = find(name, false);
        if (member == nullptr) return 0;
        if (!member->is_number_unsigned()) return wrong(name, "a whole number"), 0;
        return member->get<std::uint64_t>();
    }
    const Json* array(const char* name, std::size_t size) {
        const Json* member = find(name, false);
        if (member == nullptr) return nullptr;
        if (!member->is_array() || member->size() != size) {
            wrong(name, fmt::format("an array with one entry a move ({})", size));
            return nullptr;
        }
        return member;
    }
    const Json* find(const char* name, bool needed) {
        const auto it = json_.find(name);
        if (it != json_.end() && !it->is_null()) return &*it;
        if (needed && !error_) error_ = fail("\"{}\" is missing", name);
        return nullptr;
    }
    void wrong(std::string_view name, std::string_view needed) {
        if (!error_) error_ = fail("\"{}\" must be {}", name, needed);
    }
    void set(base::Error error) {
        if (!error_) error_ = std::move(error);
    }
    const std::optional<base::Error>& error() const { return error_; }

private:
    const Json& json_;
    std::optional<base::Error> error_;
};

void read_start(MemberReader& in, GameRecord& record) {
    auto rules = rules::parse_rules(in.text("rules", true));
    if (in.error()) return;
    if (!rules) return in.set(rules.error());
    if (const std::string text = in.text("tie_break", false); !text.empty()) {
        const auto tie_break = rules::parse_tie_break(text);
        if (!tie_break) return in.set(tie_break.error());
        rules->tie_break = *tie_break;
    }
    record.start = rules::AnyPosition::start(*rules);
    const std::string text = in.text("position", false);
    if (text.empty()) return;
    const auto start = rules::parse_position(text);
    if (!start) return in.set(start.error());
    if (start->rules() != *rules) {
        return in.set(fail("\"position\" says {}, \"rules\" and \"tie_break\" say {}",
                           rules::name(start->rules()), rules::name(*rules)));
    }
    record.start = *start;
}

void read_moves(MemberReader& in, GameRecord& record) {
    const Json* moves = in.find("moves", true);
    if (moves == nullptr) return;
    if (!moves->is_array() || moves->size() > rules::Move::kCount) {
        return in.wrong("moves", "an array of at most 81 moves");
    }
    for (const Json& item : *moves) {
        const auto move = item.is_string() ? rules::parse_move(item.get_ref<const std::string&>())
                                           : base::Result<rules::Move>(fail("a move is a string"));
        if (!move) {
            return in.set(fail("move {}: {}", record.plies.size() + 1, move.error().message));
        }
        record.plies.push_back({.move = *move});
    }
}

void read_column(MemberReader& in, GameRecord& record, const Column& column) {
    const Json* values = in.array(column.name, record.plies.size());
    if (values == nullptr) return;
    for (std::size_t i = 0; i < values->size(); ++i) {
        const Json& value = (*values)[i];
        if (value.is_null()) continue;
        if (!column.fits(value)) {
            return in.wrong(fmt::format("{}[{}]", column.name, i), column.needed);
        }
        column.set(record.plies[i], value);
    }
}

void read_verdict(MemberReader& in, GameRecord& record) {
    if (const std::string text = in.text("ending", false); !text.empty()) {
        const auto ending = rules::parse_ending(text);
        if (!ending) return in.set(ending.error());
        record.ending = *ending;
    }
    const std::string winner = in.text("winner", false);
    if (winner == "x") record.winner = Side::kX;
    else if (winner == "o") record.winner = Side::kO;
    else if (!winner.empty()) in.wrong("winner", "\"x\", \"o\" or null");
}

void read_tags(MemberReader& in, GameRecord& record) {
    const Json* tags = in.find("tags", false);
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

Json side_json(std::optional<Side> side) {
    return side ? Json(std::string(1, rules::to_char(*side))) : Json(nullptr);
}

void add_notes(Json& json, const Ply& ply) {
    for (const Column& column : kColumns) {
        if (Json value = column.get(ply); !value.is_null()) json[column.name] = std::move(value);
    }
}

namespace {

/// Of a GameRecord or a GameSummary.
template <typename Game>
void add_verdict(Json& json, const Game& game) {
    json["ending"] = game.ending ? Json(rules::name(*game.ending)) : Json(nullptr);
    json["winner"] = side_json(game.winner);
    json["result"] = result_text(game);
}

}  // namespace

Json verdict_json(const GameSummary& game) {
    Json json = Json::object();
    add_verdict(json, game);
    json["detail"] = game.detail;
    return json;
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
    for (const Column& column : kColumns) add_column(json, column, record);
    add_verdict(json, record);
    add_if("detail", record.detail);
    for (const auto& [name, value] : record.tags) json["tags"][name] = value;
    return json;
}

std::string to_json_line(const GameRecord& record) {
    return to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<GameRecord> from_json(const nlohmann::ordered_json& json) {
    if (!json.is_object()) return fail("a game is a JSON object");
    MemberReader in(json);
    if (in.text("format", true) != kFormat && !in.error()) in.wrong("format", "\"ninefold-game\"");
    if (in.number("version") != kVersion && !in.error()) {
        in.set(fail("\"version\" must be {}; this program reads no other", kVersion));
    }
    GameRecord record;
    record.id = in.text("id", false);
    record.event = in.text("event", false);
    record.date = in.text("date", false);
    record.x = in.text("x", true);
    record.o = in.text("o", true);
    record.time_control = in.find("time_control", false) ? in.text("time_control", false) : "none";
    record.seed = in.number("seed");
    record.opening = static_cast<int>(std::min<std::uint64_t>(in.number("opening"), 1000));
    record.detail = in.text("detail", false);
    if (!in.error()) read_start(in, record);
    if (!in.error()) read_moves(in, record);
    for (const Column& column : kColumns) {
        if (!in.error()) read_column(in, record, column);
    }
    if (!in.error()) read_verdict(in, record);
    if (!in.error()) read_tags(in, record);
    if (in.error()) return *in.error();
    TRY(check(record));
    return record;
}

base::Result<GameRecord> parse_record_json(std::string_view text) {
    const Json json = base::parse_json(text);
    if (json.is_discarded()) {
        return fail("not valid JSON, or nested deeper than {}: {}", base::kDeepestJson,
                    base::quoted(text));
    }
    return from_json(json);
}

}  // namespace ninefold::record
