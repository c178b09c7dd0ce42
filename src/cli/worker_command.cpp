// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <thread>

#include "base/counted.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "cli/commands.h"
#include "cluster/streams.h"
#include "cluster/worker.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

struct WorkerOptions {
    std::string urls, name, cache;
    int slots = 0;
    bool quiet = false;
    NatsOptions nats;
    BotOptions bots;
};

std::string default_name() {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return fmt::format("{}-{}", host.data(), ::getpid());
}

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
    settings.name = options.name.empty() ? default_name() : options.name;
    settings.servers = options.nats.servers(options.urls, "ninefold worker " + settings.name);
    settings.program = cluster_program();
    settings.slots =
        options.slots > 0 ? options.slots : static_cast<int>(std::thread::hardware_concurrency());
    settings.cache =
        fs::absolute(options.cache.empty() ? default_cache() : fs::path(options.cache));
    settings.house = options.bots.rules();
    if (!options.quiet) {
        settings.say = [](const std::string& sentence) {
            fmt::print(stderr, "{}\n", sentence);
            std::fflush(stderr);
        };
    }
    const auto report = value_or_throw(cluster::work(settings, interruption.token()));
    if (!options.quiet) {
        fmt::print(stderr, "stopped after {}; those in progress were given back\n{}",
                   base::counted(report.games, "game"), time_report(report));
    }
    return 0;
}

struct ClusterOptions {
    std::string urls;
    NatsOptions nats;
};

using Connection = std::unique_ptr<cluster::nats::Connection>;

Connection connect(const ClusterOptions& options) {
    return value_or_throw(
        cluster::nats::Connection::open(options.nats.servers(options.urls, "ninefold cluster")));
}

int show_cluster(const ClusterOptions& options) {
    const Connection connection = connect(options);
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

int reset_cluster(const ClusterOptions& options) {
    throw_if_failed(cluster::delete_streams(*connect(options)));
    fmt::print("Ninefold's streams are deleted. Databases are not touched: resume with "
               "'ninefold tournament resume'.\n");
    return 0;
}

}  // namespace

void add_worker_command(Command& app) {
    const auto options = std::make_shared<WorkerOptions>();
    Command& command =
        app.add_subcommand("worker", "Play games for matches and tournaments of other machines");
    command.add_option("SERVERS", options->urls, "NATS servers: nats://HOST:PORT[,…]").required();
    command.add_option("--slots", options->slots, "games at the same time (default: one a core)")
        .range(1, 1024);
    command.add_option("--name", options->name, "for the organiser (default: host and process)");
    command.add_option("--cache", options->cache,
                       "folder for bots' files (default: ~/.cache/ninefold/bots)");
    command.add_flag("-q,--quiet", options->quiet, "say nothing");
    options->nats.add_to(command);
    options->bots.add_to(command);
    command.footer(
        "Start one on every machine, before or after the tournament begins; it plays the "
        "games of\nany organiser until it is stopped. If it dies, the games it was playing are "
        "played "
        "by others.\nMemory, time to start, pondering and imports are the organiser's; "
        "--no-sandbox, "
        "--cores and\n--python are this machine's.\n\n"
        "Examples:\n"
        "  nats-server -js &\n"
        "  ninefold worker nats://organiser.example:4222 --slots 8\n"
        "  ninefold tournament run cup.toml --cluster nats://localhost:4222");
    command.runs([options] { return run_worker(*options); });
}

void add_cluster_command(Command& app) {
    const auto options = std::make_shared<ClusterOptions>();
    Command& command = app.add_subcommand("cluster", "Show a cluster's queues, or clear them");
    command.require_subcommand();
    const auto add = [&](const char* name, const char* help, const char* footer,
                         int (*run)(const ClusterOptions&)) {
        Command& part = command.add_subcommand(name, help);
        part.footer(footer);
        part.add_option("SERVERS", options->urls, "NATS servers: nats://HOST:PORT[,…]").required();
        options->nats.add_to(part);
        part.runs([options, run] { return run(*options); });
    };
    add("status", "Show what waits and what is being played",
        "Exit code 1: nothing of Ninefold's is there.\n\n"
        "Examples:\n"
        "  ninefold cluster status nats://localhost:4222\n"
        "  ninefold cluster status nats://a.example:4222,nats://b.example:4222",
        show_cluster);
    add("reset", "Delete Ninefold's streams with everything in them",
        "Games that are in a database stay; 'ninefold tournament resume' or the same command as\n"
        "before plays the others.\n\n"
        "Examples:\n"
        "  ninefold cluster reset nats://localhost:4222",
        reset_cluster);
    command.footer("docs/cluster.md explains how to start one.\n\n"
                   "Examples:\n"
                   "  ninefold cluster status nats://localhost:4222\n"
                   "  ninefold cluster reset nats://localhost:4222");
}

}  // namespace ninefold::cli
