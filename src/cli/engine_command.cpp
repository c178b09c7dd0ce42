// SPDX-License-Identifier: MIT
#include <iostream>

#include "cli/commands.h"
#include "engine/site_engine.h"
#include "engine/ugi_engine.h"

namespace ninefold::cli {

namespace {

struct EngineOptions {
    std::string protocol = "ugi";
    search::SearchOptions search;
};

int engine(const EngineOptions& options) {
    if (options.protocol == "ugi") {
        engine::UgiEngine(std::cin, stdout).run();
        return 0;
    }
    const auto search = search::make_search(options.search);
    throw_if_failed(options.protocol == "codingame"
                        ? engine::play_on_codingame(std::cin, stdout, *search)
                        : engine::play_on_riddles(std::cin, stdout, *search));
    return 0;
}

}  // namespace

void add_engine_command(Command& app) {
    auto options = std::make_shared<EngineOptions>();
    Command& command =
        app.add_subcommand("engine", "The engine as a bot: speaks UGI, or another site's protocol");
    command
        .add_option("--protocol", options->protocol,
                    "ugi (default), codingame, or riddles (riddles.io and theaigames)")
        .one_of({"ugi", "codingame", "riddles"});
    constexpr const char* kGroup = "For codingame and riddles, which have no options of their own";
    command.add_option("--threads", options->search.threads, "threads to think on (default 1)")
        .range(1, search::SearchOptions::kMaxThreads)
        .group(kGroup);
    command.add_option("--hash", options->search.hash_mb, "size of its table in MiB (default 64)")
        .range(std::uint64_t{1}, std::uint64_t{1} << 20)
        .group(kGroup);
    command.add_option("--level", options->search.level, "1 beginner to 10 full strength (default)")
        .range(1, search::SearchOptions::kFullLevel)
        .group(kGroup);
    command.footer(
        "docs/protocol.md describes UGI. Options: Threads, Hash (MiB), MultiPV, Level (1 to 10),\n"
        "Rules, TieBreak, Ponder, Seed, Net (a file, 'built-in' or 'hand').\n\n"
        "Examples:\n"
        "  printf 'position startpos moves 44\\ngo movetime 1000\\n' | ninefold engine\n"
        "  ninefold match 'ugi:ninefold engine' ./mybot --time tc=60+0.5\n"
        "  ninefold engine --protocol codingame");
    command.runs([options] { return engine(*options); });
}

}  // namespace ninefold::cli
