// SPDX-License-Identifier: MIT
#include <iostream>

#include "cli/commands.h"
#include "engine/site_engine.h"
#include "engine/ugi_engine.h"
#include "search/bench.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

struct EngineOptions {
    std::string protocol = "ugi";
    search::SearchOptions search;
};

int engine(const EngineOptions& options) {
    if (options.protocol == "ugi") {
        engine::play_ugi(std::cin, stdout);
        return 0;
    }
    const auto search = search::make_search(options.search);
    throw_if_failed(options.protocol == "codingame"
                        ? engine::play_on_codingame(std::cin, stdout, *search)
                        : engine::play_on_riddles(std::cin, stdout, *search));
    return 0;
}

int bench(const int& depth) {
    tui::ProgressLine progress;
    const auto result = search::run_bench(depth, [&](int done, int all) {
        progress.show([&] { return fmt::format("{}/{} positions", done, all); });
    });
    progress.remove();
    fmt::print("time {:.3f} s\n", std::chrono::duration<double>(result.time).count());
    fmt::print("nodes/s {}\n", result.nodes_per_second());
    fmt::print("nodes {}\n", result.nodes);
    return 0;
}

}  // namespace

void add_engine_command(Command& app) {
    auto [command, options] =
        app.add("engine", "The engine as a bot: speaks UGI, or another site's protocol", engine);
    command
        .add_option("--protocol", options.protocol,
                    "ugi (default), codingame, or riddles (riddles.io and theaigames)")
        .one_of({"ugi", "codingame", "riddles"});
    command.heading("For codingame and riddles, which have no options of their own");
    search::SearchOptions& search = options.search;
    command.add_option("--threads", search.threads, "threads to think on (default 1)")
        .range(1, search::SearchOptions::kMaxThreads);
    command.add_option("--hash", search.hash_mb, "size of its table in MiB (default 64)")
        .range(std::uint64_t{1}, std::uint64_t{1} << 20);
    command.add_option("--level", search.level, "1 beginner to 10 full strength (default)")
        .range(1, search::SearchOptions::kFullLevel);
    command.footer(
        R"(docs/protocol.md describes UGI. Options: Threads, Hash (MiB), MultiPV, Level (1 to 10),
Rules, TieBreak, Ponder, Seed, Net (a file, 'built-in' or 'hand').

Examples:
  printf 'position startpos moves 44\ngo movetime 1000\n' | ninefold engine
  ninefold match 'ugi:ninefold engine' ./mybot --time tc=60+0.5
  ninefold engine --protocol codingame)");
}

void add_bench_command(Command& app) {
    auto [command, depth] =
        app.add("bench",
                "Search fixed positions to a fixed depth: the engine's signature and speed", bench);
    depth = 9;
    command.add_option("--depth", depth, "plies (default 9)").range(1, 30);
    command.footer(
        R"(The last line is the signature: it is the same on every machine, and changes with anything
that changes what the search does.

Examples:
  ninefold bench)");
}

}  // namespace ninefold::cli
