// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/prover.h"
#include "cli/commands.h"
#include "cluster/cluster_venue.h"
#include "cluster/nats.h"
#include "sources/bot_source.h"
#include "store/game_id.h"

namespace ninefold::cli {

/// The options `--nats-…` of how the servers are reached.
class NatsOptions {
public:
    void add_to(Command& command);
    /// Throws CommandError.
    cluster::nats::ServerOptions servers(const std::string& urls, const std::string& name) const;

private:
    std::string credentials_, tls_ca_, tls_certificate_, tls_key_;
};

/// The option `--cluster` of commands that play games: they are then played by workers.
class ClusterOption {
public:
    /// Games that are out at a time, where the command line does not say.
    static constexpr int kGames = 64;

    void add_to(Command& command);
    bool is_wanted() const { return !urls_.empty(); }
    /// What of `concurrency` the command line said, or else a fit number for the cluster.
    int games_out(int concurrency) const { return concurrency > 1 ? concurrency : kGames; }

    /// What a venue has to know of a match.
    struct Event {
        std::filesystem::path database;
        store::MatchId match;
        std::string created;
        sources::HouseRules house;
        std::optional<arena::ProofBudget> proof{};
    };
    /// Throws CommandError.
    std::unique_ptr<cluster::ClusterVenue> open(
        const Event& event, const std::vector<base::Result<sources::BotSource>>& bots) const;

private:
    std::string urls_;
    int replicas_ = 0;
    NatsOptions nats_;
};

/// What organiser and workers must have in common: the version and the networks.
std::string cluster_program();

}  // namespace ninefold::cli
