// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "cli/match_options.h"
#include "cluster/streams.h"
#include "cluster/worker.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

struct WorkerOptions {
    std::string name, cache;
    int slots = 0;
    bool quiet = false;
    NatsOptions nats;
    BotOptions bots;
};

/// `$XDG_CACHE_HOME/ninefold/bots`, or `~/.cache/ninefold/bots`.
fs::path default_cache() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && fs::path(cache).is_absolute()) return fs::path(cache) / "ninefold/bots";
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) {
        return fs::path(home) / ".cache/ninefold/bots";
    }
    throw CommandError("no place for bots' files is known: HOME is not set; name one with --cache");
}

/// What a slot's time went into, a game on average. Results are sent beside the next game.
std::string time_report(const cluster::WorkReport& report) {
    if (report.games == 0) return "";
    const auto mean = [&](cluster::WorkReport::Duration time) {
        return std::chrono::duration<double, std::milli>(time).count() / report.games;
    };
    return fmt::format("a game: {:.1f} ms playing, {:.1f} ms preparing bots, {:.1f} ms waiting for "
                       "a task; {:.1f} ms sending, meanwhile\n",
                       mean(report.playing), mean(report.preparing), mean(report.waiting),
                       mean(report.sending));
}

int run_worker(const WorkerOptions& options) {
    Interruption interruption;
    cluster::WorkerSettings settings;
    settings.name =
        options.name.empty() ? fmt::format("{}-{}", host_name(), ::getpid()) : options.name;
    settings.servers = options.nats.servers("ninefold worker " + settings.name);
    settings.program = cluster_program();
    settings.slots =
        options.slots > 0 ? options.slots : static_cast<int>(std::thread::hardware_concurrency());
    settings.cache =
        fs::absolute(options.cache.empty() ? default_cache() : fs::path(options.cache));
    settings.house = options.bots.rules();
    if (!options.quiet) {
        settings.say = [](const std::string& sentence) {
            base::notice("{}\n", base::safe_lines(sentence));
        };
    }
    const auto report = value_or_throw(cluster::work(settings, interruption.token()));
    if (!options.quiet) {
        base::notice("stopped after {}; those in progress were given back\n{}",
                     base::counted(report.games, "game"), time_report(report));
    }
    return 0;
}

std::unique_ptr<cluster::nats::Connection> connect(const NatsOptions& options) {
    return value_or_throw(cluster::nats::Connection::open(options.servers("ninefold cluster")));
}

int show_cluster(const NatsOptions& options) {
    const auto connection = connect(options);
    const auto tasks = value_or_throw(connection->stream(cluster::streams::kTasks));
    if (!tasks) {
        fmt::print("nothing of Ninefold's is there; a worker or a tournament begins it\n");
        return 1;
    }
    const auto consumer = value_or_throw(
        connection->consumer(cluster::streams::kTasks, cluster::task_consumer().name));
    fmt::print("{}\n", tasks->description);
    fmt::print("games waiting {}, being played {}, slots waiting for one {}\n", consumer.waiting,
               consumer.held, consumer.requests);
    for (const char* name :
         {cluster::streams::kTasks, cluster::streams::kResults, cluster::streams::kFiles}) {
        const auto state = value_or_throw(connection->stream(name));
        if (!state) continue;
        fmt::print("{:<17} {:>7} messages {:>9} KiB  copies {}\n", name, state->messages,
                   state->bytes / 1024, state->replicas);
    }
    return 0;
}

int reset_cluster(const NatsOptions& options) {
    throw_if_failed(cluster::delete_streams(*connect(options)));
    fmt::print("Ninefold's streams are deleted. Databases are not touched: resume with "
               "'ninefold tournament resume'.\n");
    return 0;
}

void add_servers(Command& command, NatsOptions& options) {
    command
        .add_option("SERVERS", options.urls,
                    "NATS servers: nats://HOST:PORT[,…], or env for $NINEFOLD_NATS")
        .required();
}

/// What `ninefold cluster` can do.
void add_part(Command& command, const char* name, const char* help, int (*run)(const NatsOptions&),
              const char* footer) {
    auto [part, options] = command.add(name, help, run);
    part.footer(footer);
    add_servers(part, options);
    options.add_to(part);
}

}  // namespace

void add_worker_command(Command& app) {
    auto [command, options] =
        app.add("worker", "Play games for matches and tournaments of other machines", run_worker);
    add_servers(command, options.nats);
    command.add_option("--slots", options.slots, "games at the same time (default: one a core)")
        .range(1, 1024);
    command.add_option("--name", options.name, "for the organiser (default: host and process)");
    command.add_option("--cache", options.cache,
                       "folder for bots' files (default: ~/.cache/ninefold/bots)");
    command.add_flag("-q,--quiet", options.quiet, "say nothing");
    options.nats.add_to(command);
    options.bots.add_to(command);
    command.footer(
        R"(Start one on every machine, before or after the tournament begins; it plays the games of
any organiser until it is stopped. If it dies, the games it was playing are played by others.
Memory, time to start, pondering and imports are the organiser's; --no-sandbox, --cores and
--python are this machine's.

Examples:
  nats-server -js &
  ninefold worker nats://organiser.example:4222 --slots 8
  ninefold tournament run cup.toml --cluster nats://localhost:4222)");
}

void add_cluster_command(Command& app) {
    Command& command = app.add_subcommand("cluster", "Show a cluster's queues, or clear them");
    command.require_subcommand();
    add_part(command, "status", "Show what waits and what is being played", show_cluster,
             R"(Exit code 1: nothing of Ninefold's is there.

Examples:
  ninefold cluster status nats://localhost:4222
  ninefold cluster status nats://a.example:4222,nats://b.example:4222)");
    add_part(
        command, "reset", "Delete Ninefold's streams with everything in them", reset_cluster,
        R"(Games that are in a database stay; 'ninefold tournament resume' or the same command as
before plays the others.

Examples:
  ninefold cluster reset nats://localhost:4222)");
    command.footer(R"(docs/cluster.md explains how to start one.

Examples:
  ninefold cluster status nats://localhost:4222
  ninefold cluster reset nats://localhost:4222)");
}

}  // namespace ninefold::cli
