// SPDX-License-Identifier: MIT
#include "arena/match_spec_json.h"

#include <nlohmann/json.hpp>

#include "arena/adjudicate.h"
#include "rules/position_text.h"

namespace ninefold::arena {

namespace {

using Json = nlohmann::ordered_json;

Adjudicate adjudicate_of(const MatchSpec& spec) {
    if (spec.adjudication.agreement) return spec.proof ? Adjudicate::kBoth : Adjudicate::kAgree;
    return spec.proof ? Adjudicate::kProve : Adjudicate::kOff;
}

/// Reads members and remembers the first that is wrong.
class Reader {
public:
    explicit Reader(const Json& json) : json_(json) {}

    /// Hands a text to `parse` where it is there, and its value to `take`.
    template <typename Parse, typename Take>
    void text(const char* key, const Parse& parse, const Take& take) {
        const auto found = json_.find(key);
        if (found == json_.end()) return;
        if (!found->is_string()) return fail(key, "must be a string");
        auto value = parse(found->template get<std::string>());
        if (value) take(std::move(*value));
        else fail(key, value.error().message);
    }
    void text(const char* key, std::string& to) {
        text(
            key, [](std::string text) { return base::Result(std::move(text)); },
            [&](std::string value) { to = std::move(value); });
    }
    template <typename Number>
    void number(const char* key, Number& to) {
        const auto found = json_.find(key);
        if (found == json_.end()) return;
        if (found->is_number()) to = found->template get<Number>();
        else fail(key, "must be a number");
    }
    void fail(const char* key, const std::string& why) {
        if (!error_) error_ = base::fail("'{}': {}", key, why);
    }
    const std::optional<base::Error>& error() const { return error_; }

private:
    const Json& json_;
    std::optional<base::Error> error_;
};

/// As MatchSpec::time_text() wrote it.
void read_time(Reader& reader, MatchSpec& spec) {
    std::string text;
    reader.text("time_control", text);
    if (text.empty()) return;
    const std::size_t of_b = text.find("; B ");
    const bool is_odds = text.starts_with("A ") && of_b != std::string::npos;
    const auto a = parse_time_control(is_odds ? text.substr(2, of_b - 2) : text);
    const auto b = parse_time_control(is_odds ? text.substr(of_b + 4) : text);
    if (!a || !b) return reader.fail("time_control", (a ? b : a).error().message);
    spec.time_control = *a;
    if (is_odds) spec.time_control_b = *b;
}

void read_adjudication(Reader& reader, MatchSpec& spec) {
    Adjudicate how = Adjudicate::kOff;
    reader.text("adjudicate", parse_adjudicate, [&](Adjudicate value) { how = value; });
    if (by_agreement(how)) {
        reader.number("agreement", spec.adjudication.agreement.emplace());
        reader.number("agreement_plies", spec.adjudication.plies);
    }
    if (by_proof(how)) {
        ProofBudget& budget = spec.proof.emplace();
        reader.number("proof_cells", budget.cells);
        reader.number("proof_nodes", budget.nodes);
        reader.number("proof_table_mb", budget.table_mb);
    }
}

}  // namespace

Json to_json(const MatchSpec& spec) {
    Json json = {{"a", spec.a_source},
                 {"b", spec.b_source},
                 {"start", rules::to_text(spec.start)},
                 {"time_control", spec.time_text()},
                 {"format", spec.format.text()},
                 {"openings", spec.openings.text()},
                 {"starter", name(spec.starter)},
                 {"adjudicate", name(adjudicate_of(spec))},
                 {"seed", spec.seed}};
    if (spec.adjudication.agreement) {
        json["agreement"] = *spec.adjudication.agreement;
        json["agreement_plies"] = spec.adjudication.plies;
    }
    if (spec.proof && *spec.proof != ProofBudget{}) {
        json["proof_cells"] = spec.proof->cells;
        json["proof_nodes"] = spec.proof->nodes;
        json["proof_table_mb"] = spec.proof->table_mb;
    }
    if (spec.first_game != 0) json["first_game"] = spec.first_game;
    return json;
}

base::Result<MatchSpec> match_spec_from_json(const Json& json) {
    if (!json.is_object()) return base::fail("the specification of a match is not a JSON object");
    MatchSpec spec;
    Reader reader(json);
    reader.text("a", spec.a_source);
    reader.text("b", spec.b_source);
    reader.text("start", rules::parse_position, [&](auto start) { spec.start = start; });
    if (spec.start.is_over()) reader.fail("start", "the game is over there");
    read_time(reader, spec);
    reader.text("format", MatchFormat::parse, [&](auto format) { spec.format = format; });
    reader.text(
        "openings", [&](const std::string& text) { return Openings::parse(text, spec.start); },
        [&](auto openings) { spec.openings = std::move(openings); });
    reader.text("starter", parse_starter, [&](Starter starter) { spec.starter = starter; });
    read_adjudication(reader, spec);
    reader.number("seed", spec.seed);
    reader.number("first_game", spec.first_game);
    if (reader.error()) return *reader.error();
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
    const auto how = parse_adjudicate(identity.value("adjudicate", ""));
    if (!how || !by_agreement(*how)) {
        identity.erase("agreement");
        identity.erase("agreement_plies");
    }
    return identity.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace ninefold::arena
