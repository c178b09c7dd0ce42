// SPDX-License-Identifier: MIT
#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/ugi_engine.h"

namespace ninefold::cli {

void add_engine_command(CLI::App& app, Action& action) {
    CLI::App& command =
        *app.add_subcommand("engine", "The engine as a bot: speaks UGI on standard input and output");
    command.footer(
        "docs/protocol.md describes UGI. Options: Threads, Hash (MiB), MultiPV, Level (1 to 10),\n"
        "Rules, TieBreak, Ponder, Seed.\n\n"
        "Examples:\n"
        "  printf 'position startpos moves 44\\ngo movetime 1000\\n' | ninefold engine\n"
        "  ninefold match 'ugi:ninefold engine' ./mybot --time tc=60+0.5");
    command.callback([&action] {
        action = [] {
            UgiEngine(std::cin, stdout).run();
            return 0;
        };
    });
}

}  // namespace ninefold::cli
