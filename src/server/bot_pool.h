// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/bot.h"
#include "server/json.h"
#include "server/worker_pool.h"

namespace ninefold::server {

/// A bot for a seat of a live game.
struct ChosenBot {
    std::string spec;
    std::string name;                            ///< for people: `Engine 5` for `engine:level=5`
    std::chrono::milliseconds usual_time{1000};  ///< for a move, where nobody says otherwise
};

/// The bots that a client may choose: the built-in ones and the engine's levels, nothing that
/// starts a program or takes more memory or threads than the server gave it. The organiser may
/// choose any bot of docs/bots.md.
HttpResult<ChosenBot> check_bot(std::string_view spec, bool for_organiser);
/// Whether it is a program of its own, which only the organiser may choose.
bool is_program(std::string_view spec);
/// The answer of GET /api/bots.
Json list_of_bots();

/// One question to a bot, with everything it needs.
struct BotQuestion {
    std::string bot;
    std::string game;   ///< whose seat it has; empty: asked once
    std::string asker;  ///< who waits for it, for a fair order
    std::string line;   ///< of the asker's, with turns of its own
    bots::GameSetup setup;
    std::vector<rules::Move> moves;
    rules::AnyPosition position;
    protocol::Limits limits;
    std::optional<bots::Duration> deadline;
    std::function<void(const protocol::Info&)> on_info;
    std::function<void(const bots::Answer&)> on_answer;  ///< not called once `stop` is requested
    std::stop_token stop;
    std::function<void()> on_stopped{};  ///< instead of `on_answer` then; may be empty

    bots::Question question() const {
        return {setup.start, moves, position, limits, deadline, on_info};
    }
};

/// Lets bots think on a few threads, each of which keeps the engines of the last levels that were
/// asked for, so that memory depends on the threads and not on the games. Any thread may ask;
/// callbacks come on the thinking thread.
class BotPool {
public:
    BotPool(int threads, QueueLimits limits, std::size_t hash_mb);
    ~BotPool();

    /// False where too many questions wait already.
    [[nodiscard]] bool ask(BotQuestion question);
    /// A game is over: its bots are not asked again.
    void forget(const std::string& game);
    /// Ends all thinking; nothing is answered from now on.
    void close() { pool_.close(); }

    /// Bots by name, the latest last.
    using Bots = std::vector<std::pair<std::string, std::unique_ptr<bots::Bot>>>;
    /// The bot of that name among the last two of a thread. It is made where it is not there, and
    /// the oldest is evicted; null where it cannot be made.
    static bots::Bot* find(const std::string& spec, Bots& bots, std::size_t hash_mb);

private:
    class ProgramBots;
    void think(BotQuestion& question, Bots& bots);
    static bots::Answer ask_builtin(BotQuestion& question, bots::Bot* bot,
                                    const std::stop_token& stop);

    std::size_t hash_mb_;
    std::vector<Bots> bots_;  ///< of each thread
    std::unique_ptr<ProgramBots> programs_;
    WorkerPool pool_;  ///< last: its threads use the rest
};

}  // namespace ninefold::server
