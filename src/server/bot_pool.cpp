// SPDX-License-Identifier: MIT
#include "server/bot_pool.h"

#include <charconv>
#include <filesystem>

#include "base/rng.h"
#include "bots/builtin.h"
#include "bots/engine_bot.h"
#include "search/search.h"
#include "sources/bot_source.h"
#include "tournament/bot_entries.h"

namespace ninefold::server {

namespace {

constexpr std::string_view kEnginePrefix = "engine:level=";

/// The level of `engine` or `engine:level=N`; other options of the engine are not a client's.
std::optional<int> engine_level(std::string_view spec) {
    if (spec == "engine") return search::SearchOptions::kFullLevel;
    if (!spec.starts_with(kEnginePrefix)) return std::nullopt;
    const std::string_view digits = spec.substr(kEnginePrefix.size());
    int level = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), level);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    if (level < 1 || level > search::SearchOptions::kFullLevel) return std::nullopt;
    return level;
}

std::string engine_name(int level) { return fmt::format("Engine {}", level); }

/// The time for bots whose protocol cannot convey one: the slowest community's limit. Other bots
/// would use all of it, and people would wait.
std::chrono::milliseconds usual_time(sources::BotKind kind) {
    return kind == sources::BotKind::kHosted ? std::chrono::seconds(12) : std::chrono::seconds(3);
}

/// Whether it is a program of its own, which only the organiser may have chosen.
bool is_program(std::string_view spec) { return !bots::is_engine(spec) && !bots::is_builtin(spec); }

HttpResult<ChosenBot> check_program(std::string_view spec) {
    // The server may be started elsewhere the next time.
    std::string whole = tournament::absolute_source(spec, std::filesystem::current_path());
    const auto source = sources::BotSource::parse(whole, sources::HouseRules(),
                                                  std::make_shared<process::ProcessSupervisor>());
    if (!source) return bad_request("{}", source.error().message);
    return ChosenBot{std::move(whole), source->name(), usual_time(source->kind())};
}

}  // namespace

HttpResult<ChosenBot> check_bot(std::string_view spec, bool for_organiser) {
    if (const auto level = engine_level(spec)) {
        return ChosenBot{fmt::format("{}{}", kEnginePrefix, *level), engine_name(*level)};
    }
    if (bots::is_engine(spec)) {
        return bad_request("the engine is chosen as engine:level=N, N from 1 to {}",
                           search::SearchOptions::kFullLevel);
    }
    const auto made = bots::make_builtin(spec);
    if (made) return ChosenBot{std::string(spec), std::string(spec)};
    if (!for_organiser) return bad_request("{}", made.error().message);
    return check_program(spec);
}

Json list_of_bots() {
    Json levels = Json::array();
    for (int level = 1; level <= search::SearchOptions::kFullLevel; ++level) {
        const std::string spec = fmt::format("{}{}", kEnginePrefix, level);
        levels.push_back({{"level", level}, {"bot", spec}, {"name", engine_name(level)}});
    }
    Json others = Json::array();
    for (const bots::BuiltinInfo& info : bots::builtins()) {
        others.push_back({{"bot", info.name},
                          {"name", info.name},
                          {"options", info.options},
                          {"description", info.description}});
    }
    return {{"levels", std::move(levels)}, {"bots", std::move(others)}};
}

BotPool::BotPool(int threads, QueueLimits limits, std::size_t hash_mb)
    : hash_mb_(hash_mb),
      bots_(static_cast<std::size_t>(std::max(1, threads))),
      pool_(threads, limits) {}

BotPool::~BotPool() { close(); }

void BotPool::close() {
    closing_.request_stop();
    pool_.close();
}

bool BotPool::ask(BotQuestion question) {
    auto shared = std::make_shared<BotQuestion>(std::move(question));
    return pool_.post([this, shared](std::size_t thread) { think(*shared, bots_[thread]); },
                      shared->asker);
}

bots::Bot* BotPool::find(const std::string& spec, Bots& bots) const {
    // Making an engine takes a few milliseconds, keeping one some ten megabytes.
    constexpr std::size_t kMostKept = 2;
    if (const auto found = bots.find(spec); found != bots.end()) return found->second.get();
    if (bots.size() >= kMostKept) bots.erase(bots.begin());
    auto made = bots::is_engine(spec)
                    ? bots::make_engine_bot(fmt::format("{},hash={}", spec, hash_mb_))
                    : bots::make_builtin(spec);
    if (!made) return nullptr;
    return bots.emplace(spec, std::move(*made)).first->second.get();
}

void BotPool::think(BotQuestion& question, Bots& bots) {
    // Two reasons to stop, and a bot takes one token.
    std::stop_source stop;
    const std::stop_callback asked(question.stop, [&] { stop.request_stop(); });
    const std::stop_callback closing(closing_.get_token(), [&] { stop.request_stop(); });
    if (stop.stop_requested()) return;
    const bool program = is_program(question.bot);
    const bots::Answer answer =
        program ? programs_.ask(question.game, question.bot, question.setup, question.question(),
                                stop.get_token())
                : ask_builtin(question, find(question.bot, bots), stop.get_token());
    if (!stop.stop_requested()) question.on_answer(answer);
    // Engines are worth keeping for a while; the others are made in no time, some with large trees.
    if (!bots::is_engine(question.bot)) bots.erase(question.bot);
}

bots::Answer BotPool::ask_builtin(BotQuestion& question, bots::Bot* bot,
                                  const std::stop_token& stop) {
    bots::Answer answer;
    if (bot == nullptr) {
        answer.what = bots::Failure{rules::Ending::kStartFailed, "could not be made"};
        return answer;
    }
    // Questions are independent: without the ply in the seed, every move would draw the same random
    // numbers. The engine is left out: its misjudgements must stay the same for the whole game.
    if (!bots::is_engine(question.bot)) {
        question.setup.seed = base::derived_seed(question.setup.seed, question.moves.size());
    }
    if (auto failure = bot->new_game(question.setup)) {
        answer.what = std::move(*failure);
        return answer;
    }
    return bot->ask(question.question(), stop);
}

void BotPool::forget(const std::string& game) {
    if (programs_.is_empty()) return;
    // Where the queue is full, its place is taken by others in time.
    [[maybe_unused]] const bool posted =
        pool_.post([this, game](std::size_t) { programs_.forget(game); }, game);
}

}  // namespace ninefold::server
