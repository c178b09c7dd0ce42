// SPDX-License-Identifier: MIT
#include <unistd.h>

#include "cli/commands.h"
#include "search/bench.h"

namespace ninefold::cli {

namespace {

int bench(int depth) {
    const bool live = isatty(STDERR_FILENO) == 1;
    const auto result = search::run_bench(depth, [live](int done, int all) {
        if (live) fmt::print(stderr, "\r{}/{} positions", done, all);
    });
    if (live) fmt::print(stderr, "\r\033[K");
    fmt::print("time {:.3f} s\n", std::chrono::duration<double>(result.time).count());
    fmt::print("nodes/s {}\n", result.nodes_per_second());
    fmt::print("nodes {}\n", result.nodes);
    return 0;
}

}  // namespace

void add_bench_command(Command& app) {
    auto depth = std::make_shared<int>(9);
    Command& command = app.add_subcommand(
        "bench", "Search fixed positions to a fixed depth: the engine's signature and speed");
    command.add_option("--depth", *depth, "plies (default 9)").range(1, 30);
    command.footer("The last line is the signature: it is the same on every machine, and changes "
                   "with anything\n"
                   "that changes what the search does.\n\nExamples:\n  ninefold bench");
    command.runs([depth] { return bench(*depth); });
}

}  // namespace ninefold::cli
