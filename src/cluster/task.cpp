// SPDX-License-Identifier: MIT
#include "cluster/task.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "record/record_json.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::cluster {

namespace {

using base::fail;
using Json = nlohmann::ordered_json;

constexpr const char* kTask = "ninefold-task";
constexpr const char* kResult = "ninefold-result";
constexpr std::size_t kMostProofMb = 1024;
constexpr std::size_t kMostTrouble = 2000;  ///< bytes of the sentence

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The document, where it is one of the kind and of this format.
base::Result<Json> open_document(std::string_view text, std::string_view kind) {
    Json json = base::parse_json(text);
    if (!json.is_object() || json.value("format", Json()) != kind) {
        return fail("not a document of the kind {}: {}", kind, base::quoted(text, 80));
    }
    const Json version = json.value("version", Json());
    if (version != kFormat) {
        return fail("a {} of format {}; this program reads format {} only: organiser and workers "
                    "must be of the same version",
                    kind, base::safe_name(dump(version), 40), kFormat);
    }
    return json;
}

/// A whole number that the type holds; the JSON library would cut others down without a word.
template <typename Number>
Number whole(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto number = json.get<std::uint64_t>();
        if (std::in_range<Number>(number)) return static_cast<Number>(number);
    } else if (json.is_number_integer()) {
        const auto number = json.get<std::int64_t>();
        if (std::in_range<Number>(number)) return static_cast<Number>(number);
    }
    throw Json::out_of_range::create(406,
                                     fmt::format("{} is not a whole number that fits",
                                                 base::safe_name(dump(json), 40)),
                                     nullptr);
}

Json bot_json(const TaskBot& bot) {
    Json json = {{"source", bot.source}};
    if (!bot.bundle.empty()) json["bundle"] = bot.bundle;
    if (!bot.forfeits.empty()) json["forfeits"] = bot.forfeits;
    return json;
}

TaskBot read_bot(const Json& json) {
    return {json.at("source").get<std::string>(), json.value("bundle", ""),
            json.value("forfeits", "")};
}

Json rules_json(const TaskRules& rules) {
    return {{"memory", rules.memory_bytes},
            {"start_up_ms", rules.start_up.count()},
            {"ponder", rules.ponder},
            {"imports", rules.allowed_imports}};
}

TaskRules read_rules(const Json& json) {
    return {whole<std::uint64_t>(json.at("memory")),
            std::chrono::milliseconds(whole<std::int64_t>(json.at("start_up_ms"))),
            json.at("ponder").get<bool>(), json.at("imports").get<std::vector<std::string>>()};
}

Json game_json(const arena::GameSpec& game) {
    Json opening = Json::array();
    for (const rules::Move move : game.opening) opening.push_back(rules::to_text(move));
    Json json = {{"number", game.number},
                 {"id", game.id},
                 {"event", game.event},
                 {"x", game.x_name},
                 {"o", game.o_name},
                 {"start", rules::to_text(game.start)},
                 {"opening", std::move(opening)},
                 {"time_control", arena::to_text(game.time_control)},
                 {"seed", game.seed}};
    if (arena::by_agreement(game.adjudication.how)) {
        json["agreement"] = {game.adjudication.agreement, game.adjudication.plies};
    }
    return json;
}

base::Result<arena::GameSpec> read_game(const Json& json) {
    arena::GameSpec game;
    game.number = whole<int>(json.at("number"));
    game.id = json.at("id").get<std::string>();
    game.event = json.at("event").get<std::string>();
    game.x_name = json.at("x").get<std::string>();
    game.o_name = json.at("o").get<std::string>();
    game.seed = whole<std::uint64_t>(json.at("seed"));
    game.start = TRY(rules::parse_position(json.at("start").get<std::string>()));
    const auto moves = json.at("opening").get<std::vector<std::string>>();
    game.opening = TRY(rules::parse_moves(game.start, fmt::format("{}", fmt::join(moves, " "))));
    game.time_control = TRY(arena::parse_time_controls(json.at("time_control").get<std::string>()));
    if (json.contains("agreement")) {
        game.adjudication.how = arena::Adjudicate::kAgree;
        game.adjudication.agreement = json["agreement"].at(0).get<double>();
        game.adjudication.plies = whole<int>(json["agreement"].at(1));
    }
    return game;
}

/// A part of a subject: a result of any other could never be published.
bool is_run(std::string_view run) {
    return !run.empty() && run.size() <= 64 && std::ranges::all_of(run, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_';
    });
}

base::Result<Task> read_task(const Json& json) {
    Task task;
    task.run = json.at("run").get<std::string>();
    if (!is_run(task.run)) return fail("{} names no run", base::quoted(task.run, 80));
    auto game = TRY(read_game(json.at("game")));
    task.game = std::move(game);
    if (json.contains("proof")) {
        const Json& proof = json["proof"];
        arena::Adjudication& rule = task.game.adjudication;
        rule.how =
            arena::by_agreement(rule.how) ? arena::Adjudicate::kBoth : arena::Adjudicate::kProve;
        rule.proof = {whole<int>(proof.at(0)), whole<std::uint64_t>(proof.at(1)),
                      whole<std::size_t>(proof.at(2))};
        if (rule.proof.table_mb > kMostProofMb) {
            return fail("a proof's table of {} MiB is asked for, {} is the most",
                        rule.proof.table_mb, kMostProofMb);
        }
    }
    task.bots = {read_bot(json.at("bots").at(0)), read_bot(json.at("bots").at(1))};
    task.rules = read_rules(json.at("rules"));
    task.tried = json.value("tried", task.tried);
    return task;
}

base::Result<TaskResult> read_result(const Json& json) {
    TaskResult result;
    result.run = json.at("run").get<std::string>();
    result.number = whole<int>(json.at("number"));
    // Both are shown in the organiser's terminal, and may stand in a game's record.
    result.worker = base::safe_name(json.at("worker").get<std::string>());
    result.trouble = base::safe_name(json.value("trouble", ""), kMostTrouble);
    if (json.contains("failed_start")) {
        result.failed_start =
            json["failed_start"].get<std::string>() == "x" ? rules::Side::kX : rules::Side::kO;
    }
    if (json.contains("game")) {
        auto game = TRY(record::from_json(json["game"]));
        result.game = std::move(game);
        result.game->log = json.value("log", "");
    } else if (result.trouble.empty()) {
        return fail("neither \"game\" nor \"trouble\" is there");
    }
    return result;
}

/// Runs a reader; the JSON library's exceptions become errors that name the kind.
template <typename Value>
base::Result<Value> read_document(std::string_view text, std::string_view kind,
                                  base::Result<Value> (*read)(const Json&)) {
    const auto json = TRY(open_document(text, kind));
    try {
        auto value = read(json);
        if (!value) return fail("a {} that cannot be read: {}", kind, value.error().message);
        return value;
    } catch (const Json::exception& error) {
        return fail("a {} that cannot be read: {}", kind, base::quoted(error.what(), 200));
    }
}

}  // namespace

TaskRules TaskRules::of(const sources::HouseRules& rules) {
    return {rules.sandbox.memory_bytes, rules.limits.start_up, rules.ponder, rules.allowed_imports};
}

sources::HouseRules TaskRules::applied_to(sources::HouseRules rules) const {
    rules.sandbox.memory_bytes = memory_bytes;
    rules.limits.start_up = start_up;
    rules.ponder = ponder;
    rules.allowed_imports = allowed_imports;
    return rules;
}

std::string to_text(const Task& task) {
    Json json = {{"format", kTask},
                 {"version", kFormat},
                 {"run", task.run},
                 {"game", game_json(task.game)}};
    const auto& [how, agreement, plies, proof] = task.game.adjudication;
    if (arena::by_proof(how)) json["proof"] = {proof.cells, proof.nodes, proof.table_mb};
    json["bots"] = {bot_json(task.bots[0]), bot_json(task.bots[1])};
    json["rules"] = rules_json(task.rules);
    if (!task.tried.empty()) json["tried"] = task.tried;
    return dump(json);
}

base::Result<Task> parse_task(std::string_view text) {
    return read_document<Task>(text, kTask, read_task);
}

std::string to_text(const TaskResult& result) {
    Json json = {{"format", kResult},
                 {"version", kFormat},
                 {"run", result.run},
                 {"number", result.number},
                 {"worker", result.worker}};
    if (!result.trouble.empty()) json["trouble"] = result.trouble;
    if (result.failed_start) {
        json["failed_start"] = std::string(1, rules::to_char(*result.failed_start));
    }
    if (result.game) json["game"] = record::to_json(*result.game);
    if (result.game && !result.game->log.empty()) json["log"] = result.game->log;
    return dump(json);
}

base::Result<TaskResult> parse_task_result(std::string_view text) {
    return read_document<TaskResult>(text, kResult, read_result);
}

}  // namespace ninefold::cluster
