// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.h"
#include "server/json.h"
#include "server/refusal.h"
#include "server/worker_pool.h"

namespace ninefold::server {

/// The bots that a client may choose: the built-in ones and the engine's levels. Nothing that
/// starts a program or takes more memory or threads than the server gave it.
Granted<std::string> check_bot(std::string_view spec);
/// For people: `Engine 5` for `engine:level=5`.
std::string bot_name(std::string_view spec);
/// The answer of GET /api/bots.
Json list_of_bots();

/// One question to a bot, with everything it needs.
struct BotQuestion {
    std::string bot;
    std::string asker;  ///< who waits for it, for a fair order
    bots::GameSetup setup;
    std::vector<rules::Move> moves;
    rules::AnyPosition position;
    protocol::Limits limits;
    std::optional<bots::Duration> deadline;
    std::function<void(const protocol::Info&)> on_info;
    std::function<void(const bots::Answer&)> on_answer;  ///< not called once `stop` is requested
    std::stop_token stop;
};

/// Lets bots think on a few threads, each of which keeps the engines of the last levels that were
/// asked for, so that memory depends on the threads and not on the games. Any thread may ask;
/// callbacks come on the thinking thread.
class Thinkers {
public:
    Thinkers(int threads, QueueLimits limits, std::size_t hash_mb);
    ~Thinkers();

    /// False where too many questions wait already.
    [[nodiscard]] bool ask(BotQuestion question);
    /// Ends all thinking; nothing is answered from now on.
    void close();

private:
    using Bots = std::map<std::string, std::unique_ptr<bots::Bot>, std::less<>>;
    void think(BotQuestion& question, Bots& bots);
    bots::Bot* find(const std::string& spec, Bots& bots) const;

    std::size_t hash_mb_;
    std::stop_source closing_;
    std::vector<Bots> bots_;  ///< of each thread
    WorkerPool pool_;         ///< last: its threads use the rest
};

}  // namespace ninefold::server
