// SPDX-License-Identifier: MIT
#include "arena/match_spec.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "arena/adjudicate.h"
#include "base/json_members.h"
#include "base/parse_json.h"
#include "base/rng.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::arena {

namespace {

using Json = nlohmann::ordered_json;

void write_members(Json& json, const Adjudication& rule) {
    const auto& [how, agreement, plies, proof] = rule;
    json["adjudicate"] = name(how);
    if (by_agreement(how)) {
        json["agreement"] = agreement;
        json["agreement_plies"] = plies;
    }
    if (by_proof(how) && proof != ProofBudget{}) {
        json["proof_cells"] = proof.cells;
        json["proof_nodes"] = proof.nodes;
        json["proof_table_mb"] = proof.table_mb;
    }
}

void read_members(base::JsonMembers& in, Adjudication& rule) {
    auto& [how, agreement, plies, proof] = rule;
    in.parsed("adjudicate", how, parse_name<Adjudicate>);
    in.decimal("agreement", agreement, 0.5, 1);
    in.number("agreement_plies", plies, 1, 40);
    in.number("proof_cells", proof.cells, 0, 81);
    in.number("proof_nodes", proof.nodes);
    in.number("proof_table_mb", proof.table_mb, 1, 1024);
}

}  // namespace

bool MatchSpec::a_is_x(int game) const {
    switch (starter) {
        case Starter::kAlternate: return game % 2 == 0;
        case Starter::kRandom:
            return base::derived_seed(seed ^ 0x73746172, static_cast<std::uint64_t>(game)) % 2 == 0;
        case Starter::kA: return true;
        case Starter::kB: break;
    }
    return false;
}

std::string MatchSpec::time_text() const {
    return to_text({time_control, time_control_b.value_or(time_control)}, "AB");
}

GameSpec MatchSpec::game(int number) const {
    GameSpec game;
    game.number = number;
    game.id = fmt::format("{}.{}", id, number);
    game.event = event;
    game.x_name = a_is_x(number) ? a_name : b_name;
    game.o_name = a_is_x(number) ? b_name : a_name;
    game.start = start;
    game.opening = openings.opening(number / 2, seed, start);
    const double factor = format.time_factor(number - first_game);
    const TimeControl a = time_control.scaled(factor);
    const TimeControl b = time_control_b.value_or(time_control).scaled(factor);
    game.time_control = a_is_x(number) ? TimeControls(a, b) : TimeControls(b, a);
    game.seed = base::derived_seed(seed, static_cast<std::uint64_t>(number));
    game.adjudication = adjudication;
    return game;
}

Json to_json(const GameSpec& game) {
    std::string opening;
    for (const rules::Move move : game.opening) opening += rules::to_text(move) + ' ';
    Json json = {{"number", game.number}, {"id", game.id},
                 {"event", game.event},   {"x", game.x_name},
                 {"o", game.o_name},      {"start", rules::to_text(game.start)},
                 {"opening", opening},    {"time_control", to_text(game.time_control)},
                 {"seed", game.seed}};
    write_members(json, game.adjudication);
    return json;
}

base::Result<GameSpec> game_spec_from_json(const Json& json) {
    GameSpec game;
    base::JsonMembers in(json);
    for (const char* key : {"number", "start", "opening", "time_control", "seed", "adjudicate"}) {
        (void)in.needed(key);
    }
    in.number("number", game.number);
    in.needed_text("id", game.id);
    in.needed_text("event", game.event);
    in.needed_text("x", game.x_name);
    in.needed_text("o", game.o_name);
    in.parsed("start", game.start, rules::parse_position);
    in.parsed("opening", game.opening,
              [&](const std::string& moves) { return rules::parse_moves(game.start, moves); });
    in.parsed("time_control", game.time_control,
              [](const std::string& text) { return parse_time_controls(text); });
    in.number("seed", game.seed);
    read_members(in, game.adjudication);
    if (in.error()) return *in.error();
    return game;
}

Json to_json(const MatchSpec& spec) {
    Json json = {{"a", spec.a_source},
                 {"b", spec.b_source},
                 {"start", rules::to_text(spec.start)},
                 {"time_control", spec.time_text()},
                 {"format", spec.format.text()},
                 {"openings", spec.openings.text()},
                 {"starter", name(spec.starter)},
                 {"seed", spec.seed}};
    write_members(json, spec.adjudication);
    if (spec.first_game != 0) json["first_game"] = spec.first_game;
    return json;
}

base::Result<MatchSpec> match_spec_from_json(const Json& json) {
    if (!json.is_object()) return base::fail("the specification of a match is not a JSON object");
    MatchSpec spec;
    base::JsonMembers in(json);
    in.text("a", spec.a_source);
    in.text("b", spec.b_source);
    in.parsed("start", spec.start, rules::parse_position);
    if (spec.start.is_over()) return base::fail("'start': the game is over there");
    TimeControls times;
    in.parsed("time_control", times, [](const std::string& text) {
        return text.empty() ? TimeControls() : parse_time_controls(text, "AB");
    });
    spec.time_control = times.x;
    if (times.o != times.x) spec.time_control_b = times.o;
    in.parsed("format", spec.format, MatchFormat::parse);
    in.parsed("openings", spec.openings,
              [&](const std::string& text) { return Openings::parse(text, spec.start); });
    in.parsed("starter", spec.starter, parse_name<Starter>);
    read_members(in, spec.adjudication);
    in.number("seed", spec.seed);
    in.number("first_game", spec.first_game, 0, MatchFormat::kMostGames);
    if (in.error()) return *in.error();
    return spec;
}

std::string match_identity(const Json& kept) {
    nlohmann::json identity(to_json(MatchSpec{}));
    for (const auto& [key, value] : kept.items()) {
        // Earlier versions kept the format of a grading under this name.
        identity[key == "grade" ? "format" : key] = nlohmann::json(value);
    }
    for (const char* key : {"contents", "changes", "concurrency", "event"}) identity.erase(key);
    // They wrote these even where nothing is adjudicated so.
    const auto how = parse_name<Adjudicate>(identity.value("adjudicate", ""));
    if (!how || !by_agreement(*how)) {
        identity.erase("agreement");
        identity.erase("agreement_plies");
    }
    return base::json_line(identity);
}

}  // namespace ninefold::arena
