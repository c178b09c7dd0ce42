// SPDX-License-Identifier: MIT
#include "cluster/task.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <nlohmann/json.hpp>

#include "arena/match_spec.h"
#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/json_members.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "record/record_json.h"
#include "rules/move_text.h"

namespace ninefold::cluster {

namespace {

using base::fail;
using Json = nlohmann::ordered_json;

constexpr const char* kTask = "ninefold-task";
constexpr const char* kResult = "ninefold-result";
constexpr std::size_t kMostTrouble = 2000;  ///< bytes of the sentence

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
                    kind, base::safe_name(base::json_line(version), 40), kFormat);
    }
    return json;
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
            {"imports", Json::array()}};  // which the format has: any
}

base::Result<TaskRules> read_rules(const Json& json) {
    constexpr std::int64_t kLongestStart = 24 * 60 * 60 * 1000;
    TaskRules rules;
    base::JsonMembers in(json);
    for (const char* key : {"memory", "start_up_ms", "ponder"}) (void)in.needed(key);
    in.number("memory", rules.memory_bytes);
    in.number("start_up_ms", rules.start_up, 0, kLongestStart);
    in.flag("ponder", rules.ponder);
    if (in.error()) return *in.error();
    return rules;
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
    task.game = TRY(arena::game_spec_from_json(json.at("game")));
    task.bots = {read_bot(json.at("bots").at(0)), read_bot(json.at("bots").at(1))};
    task.rules = TRY(read_rules(json.at("rules")));
    task.tried = json.value("tried", task.tried);
    return task;
}

base::Result<TaskResult> read_result(const Json& json) {
    TaskResult result;
    result.run = json.at("run").get<std::string>();
    base::JsonMembers in(json);
    (void)in.needed("number");
    in.number("number", result.number);
    if (in.error()) return *in.error();
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
    return {rules.sandbox.memory_bytes, rules.limits.start_up, rules.ponder};
}

sources::HouseRules TaskRules::applied_to(sources::HouseRules rules) const {
    rules.sandbox.memory_bytes = memory_bytes;
    rules.limits.start_up = start_up;
    rules.ponder = ponder;
    rules.allowed_imports.clear();
    return rules;
}

std::string to_text(const Task& task) {
    Json json = {{"format", kTask},
                 {"version", kFormat},
                 {"run", task.run},
                 {"game", to_json(task.game)},
                 {"bots", {bot_json(task.bots[0]), bot_json(task.bots[1])}},
                 {"rules", rules_json(task.rules)}};
    if (!task.tried.empty()) json["tried"] = task.tried;
    return base::json_line(json);
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
    return base::json_line(json);
}

base::Result<TaskResult> parse_task_result(std::string_view text) {
    return read_document<TaskResult>(text, kResult, read_result);
}

std::optional<std::string> FailedStarts::add(const TaskResult& result) {
    FailedTries& tries = *result.failed_start == rules::Side::kX ? x_ : o_;
    tries.add(result);
    if (tries.count < FailedTries::kMost) return std::nullopt;
    return tries.evidence("it failed " + base::counted(tries.count, "time"));
}

}  // namespace ninefold::cluster
