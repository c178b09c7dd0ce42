// SPDX-License-Identifier: MIT
#include "server/bot_pool.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/caught.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "process/process_supervisor.h"
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
    const auto level = base::parse_number<int>(digits);
    return level && *level >= 1 && *level <= search::SearchOptions::kFullLevel ? level
                                                                               : std::nullopt;
}

std::string engine_name(int level) { return fmt::format("Engine {}", level); }

/// The time for bots whose protocol cannot convey one: the slowest community's limit. Other bots
/// would use all of it, and people would wait.
std::chrono::milliseconds usual_time(sources::BotKind kind) {
    return kind == sources::BotKind::kHosted ? std::chrono::seconds(12) : std::chrono::seconds(3);
}

bool continues_from(const std::vector<rules::Move>& moves,
                    const std::vector<rules::Move>& earlier) {
    return moves.size() > earlier.size() &&
           std::equal(earlier.begin(), earlier.end(), moves.begin());
}

bots::Answer failed(bots::Failure failure, std::string log = {}) {
    bots::Answer answer;
    answer.what = std::move(failure);
    answer.log = std::move(log);
    return answer;
}

HttpResult<ChosenBot> check_program(std::string_view spec) {
    // The server may be started elsewhere the next time.
    std::string whole = tournament::absolute_source(spec, std::filesystem::current_path());
    const auto source = TRY(
        or_bad_request("",
                       sources::BotSource::parse(whole, sources::HouseRules(),
                                                 std::make_shared<process::ProcessSupervisor>())));
    return ChosenBot{std::move(whole), source.name, usual_time(source.kind)};
}

}  // namespace

bool is_program(std::string_view spec) { return !bots::is_engine(spec) && !bots::is_builtin(spec); }

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

/// Bots of live games that are programs of their own, in the sandbox: one for each game and side,
/// because many of them remember what they thought of last. It runs from the first question on,
/// until the game is forgotten or others need its place; it is frozen between questions. Any
/// thread may call; the questions of one game come one after another.
class BotPool::ProgramBots {
public:
    /// Asks the bot that the question names. The bot is restarted where the moves do not continue
    /// those of the last question, because some were taken back.
    bots::Answer ask(const BotQuestion& asked, const std::stop_token& stop) {
        const Key key{asked.game, asked.setup.side};
        Seated seated = take(key);
        const bool continues = seated.bot && continues_from(asked.moves, seated.moves);
        if (!seated.bot) {
            const auto named =
                sources::BotSource::parse(asked.bot, sources::HouseRules(), supervisor_);
            if (!named) return failed({rules::Ending::kStartFailed, named.error().message});
            auto made = named->make(0, {});
            if (!made) return failed({rules::Ending::kStartFailed, made.error().message});
            seated.bot = std::move(*made);
        }
        if (!continues) {
            if (auto failure = seated.bot->new_game(asked.setup)) {
                return failed(std::move(*failure), seated.bot->log());
            }
        }
        bots::Answer answer = seated.bot->ask(asked.question(), stop);
        answer.log = seated.bot->log();
        if (std::holds_alternative<rules::Move>(answer.what)) {
            seated.bot->rest();
            seated.moves = asked.moves;
            put_back(key, std::move(seated));
        }
        return answer;
    }

    /// Ends the bots of a game, which may take a moment.
    void forget(const std::string& game) {
        for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) take({game, side});
    }

    bool is_empty() const {
        const std::scoped_lock lock(mutex_);
        return idle_.empty();
    }

private:
    static constexpr std::size_t kMostIdle = 8;
    struct Seated {
        std::unique_ptr<bots::Bot> bot;
        std::vector<rules::Move> moves;  ///< of the last question
        std::uint64_t turn = 0;          ///< when that was
    };
    using Key = std::pair<std::string, rules::Side>;  ///< game and side

    Seated take(const Key& key) {
        const std::scoped_lock lock(mutex_);
        auto node = idle_.extract(key);
        return node ? std::move(node.mapped()) : Seated{};
    }

    void put_back(const Key& key, Seated seated) {
        Seated left_out;  // ended without the lock
        const std::scoped_lock lock(mutex_);
        if (idle_.size() >= kMostIdle) {
            const auto oldest = std::ranges::min_element(idle_, {}, [](const auto& item) {
                return item.second.turn;
            });
            left_out = std::move(oldest->second);
            idle_.erase(oldest);
        }
        seated.turn = ++turn_;
        idle_[key] = std::move(seated);
    }

    std::shared_ptr<process::ProcessSupervisor> supervisor_ =
        std::make_shared<process::ProcessSupervisor>();
    mutable std::mutex mutex_;  ///< guards the rest
    std::map<Key, Seated> idle_;
    std::uint64_t turn_ = 0;
};

BotPool::BotPool(int threads, QueueLimits limits, std::size_t hash_mb)
    : hash_mb_(hash_mb),
      bots_(static_cast<std::size_t>(std::max(1, threads))),
      programs_(std::make_unique<ProgramBots>()),
      pool_(threads, limits) {}

BotPool::~BotPool() = default;

bool BotPool::ask(BotQuestion question) {
    auto shared = std::make_shared<BotQuestion>(std::move(question));
    return pool_.post([this, shared](std::size_t thread) { think(*shared, bots_[thread]); },
                      shared->asker, shared->line);
}

bots::Bot* BotPool::find(const std::string& spec, Bots& bots, std::size_t hash_mb) {
    // Making an engine takes a few milliseconds, keeping one some ten megabytes.
    constexpr std::size_t kMostKept = 2;
    const auto found = std::ranges::find(bots, spec, &Bots::value_type::first);
    if (found != bots.end()) {
        std::rotate(found, found + 1, bots.end());
        return bots.back().second.get();
    }
    if (bots.size() >= kMostKept) bots.erase(bots.begin());
    auto made = bots::is_engine(spec)
                    ? bots::make_engine_bot(fmt::format("{},hash={}", spec, hash_mb))
                    : bots::make_builtin(spec);
    if (!made) return nullptr;
    return bots.emplace_back(spec, std::move(*made)).second.get();
}

void BotPool::think(BotQuestion& question, Bots& bots) {
    // Two reasons to stop, and a bot takes one token.
    std::stop_source stop;
    const std::stop_callback asked(question.stop, [&] { stop.request_stop(); });
    const std::stop_callback closing(pool_.closing(), [&] { stop.request_stop(); });
    const auto tell_stopped = [&] {
        if (question.on_stopped) question.on_stopped();
    };
    if (stop.stop_requested()) return tell_stopped();
    bots::Answer answer;
    const base::Result<void> asked_it = base::caught([&] {
        answer = is_program(question.bot)
                     ? programs_->ask(question, stop.get_token())
                     : ask_builtin(question, find(question.bot, bots, hash_mb_), stop.get_token());
    });
    if (!asked_it) {
        // It may be half changed.
        std::erase_if(bots, [&](const auto& bot) { return bot.first == question.bot; });
        answer = failed({rules::Ending::kStartFailed,
                         "could not be asked: " + base::without_folders(asked_it.error().message)});
    }
    if (stop.stop_requested()) tell_stopped();
    else question.on_answer(answer);
    // Engines are worth keeping for a while; the others are made in no time, some with large trees.
    std::erase_if(bots, [](const auto& bot) { return !bots::is_engine(bot.first); });
}

bots::Answer BotPool::ask_builtin(BotQuestion& question, bots::Bot* bot,
                                  const std::stop_token& stop) {
    if (bot == nullptr) return failed({rules::Ending::kStartFailed, "could not be made"});
    // Questions are independent: without the ply in the seed, every move would draw the same random
    // numbers. The engine is left out: its misjudgements must stay the same for the whole game.
    if (!bots::is_engine(question.bot)) {
        question.setup.seed = base::derived_seed(question.setup.seed, question.moves.size());
    }
    if (auto failure = bot->new_game(question.setup)) return failed(std::move(*failure));
    return bot->ask(question.question(), stop);
}

void BotPool::forget(const std::string& game) {
    if (programs_->is_empty()) return;
    // Where the queue is full, its place is taken by others in time.
    [[maybe_unused]] const bool posted =
        pool_.post([this, game](std::size_t) { programs_->forget(game); }, game);
}

}  // namespace ninefold::server
