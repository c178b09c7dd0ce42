// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_pump.h"
#include "cli/bot_options.h"
#include "cluster/nats.h"
#include "store/kept_match.h"

namespace ninefold::server {
class Server;
}

namespace ninefold::cli {

/// What organiser and workers of a cluster must have in common: the version and the networks.
std::string cluster_program();
std::string host_name();

/// The options `--nats-…` of how the servers of a cluster are reached.
class NatsOptions {
public:
    /// As the command line names them. `env` stands for the variable NINEFOLD_NATS: a password in
    /// it does not show in the list of processes.
    std::string urls;

    void add_to(Command& command);
    /// `name` is this client's. Throws CommandError.
    cluster::nats::ServerOptions servers(const std::string& name) const;

private:
    cluster::nats::ServerOptions servers_;
};

/// Where games are played, with the venue where it is one.
struct OwnedPlace {
    std::unique_ptr<arena::Venue> venue;
    arena::GamePlace place;
};

/// The option `--cluster` of commands that play games: they are then played by workers.
class ClusterOption {
public:
    void add_to(Command& command);

    /// What a venue has to know of a match or tournament.
    struct Event {
        std::filesystem::path database;
        store::MatchId match;
        std::string created;
        sources::HouseRules house;
        int concurrency;  ///< as the command line says; 0: as many as suit a cluster
    };
    /// `here`, or a cluster where that is wanted. Throws CommandError.
    OwnedPlace place(const arena::GamePlace& here, const Event& event,
                     const std::vector<base::Result<sources::BotSource>>& bots) const;

private:
    NatsOptions nats_;
    int replicas_ = 0;
};

/// The audience of a match: people who watch it in the browser while it is played: through a server
/// of this process, or through one of another process that looks at the same database. Outlives the
/// broadcaster that the sink is added to.
struct Audience {
    std::shared_ptr<server::Server> server;
    std::unique_ptr<arena::EventSink> sink;  ///< after the server: it goes first
};

/// The option `--serve` of commands that play matches.
class AudienceOption {
public:
    void add_to(Command& command);

    /// Starts the server where one is wanted, and prints the link to `page`, `#/watch` or the like.
    /// Throws CommandError.
    Audience invite(const std::filesystem::path& database, store::MatchId match,
                    std::string_view page) const;

private:
    std::string serve_;  ///< empty: no
    bool is_public_ = false;
};

/// How games of two bots are played and kept: what `match`, `sprt`, `tune` and `grade` have in
/// common, as far as each of them offers it. What throws, throws CommandError.
struct MatchOptions {
    std::string time, openings = "start";
    std::optional<std::string> time_b;  ///< where it is not that of A
    int concurrency = 0;                ///< 0: not said
    std::uint64_t seed = 1;
    bool restart = false, quiet = false;
    PositionOptions position;
    DatabaseOption db;
    BotOptions bots;
    ClusterOption cluster;

    void add_time_b_to(Command& command);
    void add_openings_to(Command& command, const std::string& usual);
    void add_concurrency_to(Command& command);
    /// What the many short games of `sprt` and `tune` have, whose clock and openings are others.
    void add_trial_to(Command& command);
    /// `--new`, where `what` is a match, a run or a test.
    void add_new_to(Command& command, const std::string& what);

    arena::MatchSpec spec(std::string event, const BotPair& bots, arena::MatchFormat format) const;
    std::unique_ptr<store::Store> open_store() const;
    /// Opens the match of a command (store/kept_match.h), which wanted_match() describes. Says on
    /// standard error why a new one begins although one of the same conditions is unfinished, and
    /// later which bots' files change.
    std::unique_ptr<store::KeptMatch> open(store::Store& store, store::WantedMatch wanted) const;
    /// Where its games are played.
    OwnedPlace place(const store::Store& store, const store::KeptMatch& match,
                     const BotPair& bots) const;
};

/// A match whose games depend on nothing but its specification and its bots.
store::WantedMatch wanted_match(store::MatchKind kind, const arena::MatchSpec& spec,
                                const BotPair& bots);

/// How many games of a match were forfeited, and the first `most` of them, each with its sentence
/// and its name for `ninefold replay`; with `most` 0, one line that names the command which lists
/// them. Nothing where there are none.
void print_forfeits(std::FILE* out, store::Store& store, store::MatchId match, std::int64_t most);

/// Prints a note where fewer than nine in ten of a match's games differ (store/store.h).
/// Throws CommandError.
void print_variety(std::FILE* out, store::Store& store, store::MatchId match,
                   const arena::Openings& openings);

/// Says that an interrupted command can be resumed; returns its exit code.
int say_resumable();

}  // namespace ninefold::cli
