// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "protocol/info.h"
#include "protocol/limits.h"
#include "rules/any_position.h"
#include "search/parameters.h"
#include "search/time_budget.h"
#include "search/value.h"

namespace ninefold::net {
class Network;
}

namespace ninefold::search {

/// Settings of an engine; the UGI options of the same names.
struct SearchOptions {
    int threads = 1;           ///< 1..kMaxThreads
    std::size_t hash_mb = 64;  ///< transposition table; more than memory allows is halved
    int multi_pv = 1;          ///< lines to find
    int level = kFullLevel;    ///< 1 beginner .. 10 full strength
    std::uint64_t seed = 0;    ///< of the weaker levels' misjudgements
    bool use_solver = true;    ///< exact solver for late positions, stored win under `open`
    bool use_net = true;       ///< the built-in network where there is one for the rules
    /// Another network than the built-in one, used under the rules that it is for.
    std::shared_ptr<const net::Network> net{};
    Parameters parameters{};
    TimeParameters time{};

    static constexpr int kFullLevel = 10;
    static constexpr int kMaxThreads = 256;
    static constexpr int kMaxHashMb = 1 << 20;
};

/// One line that the search found.
struct FoundLine {
    rules::Move move;
    protocol::Score score;        ///< mover's view
    std::vector<rules::Move> pv;  ///< begins with the move
};

/// What thinking led to. There is a move unless the game is over or the moves given are illegal.
struct SearchResult {
    std::optional<rules::Move> move;
    std::optional<rules::Move> ponder;  ///< the reply expected
    protocol::Score score;              ///< mover's view
    Value value = 0;                    ///< the same in the search's own unit
    std::array<int, 3> win_draw_loss{0, 1000, 0};
    int depth = 0;
    std::uint64_t nodes = 0;  ///< all threads together
    Duration time{0};
    std::vector<FoundLine> lines;  ///< best first, multi_pv of them
};

/// The engine. Owned by one caller, which asks one question at a time; ponder_hit and the stop
/// token may be used from other threads meanwhile. With one thread and a limit of nodes or depth,
/// the same questions in the same order after new_game give the same answers on every machine.
class Search {
public:
    using OnInfo = std::function<void(const protocol::Info&)>;

    virtual ~Search() = default;

    /// Answers by the limits or when `stop` is requested. `on_info` is called on this thread, may
    /// be empty. With limits.ponder the clock stands still until ponder_hit.
    virtual SearchResult think(const rules::AnyPosition& start,
                               const std::vector<rules::Move>& moves,
                               const protocol::Limits& limits, std::stop_token stop,
                               const OnInfo& on_info) = 0;

    /// The expected move was played: the running `think` with limits.ponder starts its clock.
    virtual void ponder_hit() = 0;

    /// Forgets the table and all that was learnt.
    virtual void new_game() = 0;

    /// Makes all that thinking under these rules needs, so that none of it falls on a clock.
    virtual void prepare(rules::Rules rules) = 0;

    /// Not while thinking. Keeps what is still valid.
    virtual void set_options(const SearchOptions& options) = 0;
    virtual const SearchOptions& options() const = 0;
};

std::unique_ptr<Search> make_search(const SearchOptions& options = {});

}  // namespace ninefold::search
