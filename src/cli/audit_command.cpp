// SPDX-License-Identifier: MIT
#include "base/counted.h"
#include "store/audit.h"

#include "base/foreign_text.h"
#include "cli/commands.h"

namespace ninefold::cli {

namespace {

int audit(const std::string& path) {
    const store::Audit found = value_or_throw(store::audit(path));
    constexpr std::size_t kMost = 1000;
    for (const std::string& problem : found.problems) {
        fmt::print("{}\n", base::safe_name(problem, kMost));
    }
    fmt::print("{}, {}, {} of them tournaments: {}\n", base::counted(found.games, "game"),
               base::counted(found.matches, "match", "es"), found.tournaments,
               found.problems.empty() ? "nothing is wrong"
                                      : base::counted(found.problems.size(), "problem"));
    return found.problems.empty() ? 0 : 1;
}

}  // namespace

void add_audit_command(Command& app) {
    auto path = std::make_shared<std::string>();
    Command& command =
        app.add_subcommand("audit", "Check a database against the rules and against itself");
    command.add_option("DB", *path, "the database").required();
    command.footer(
        "Every game is replayed; none is lost, or there twice; finished matches and tournaments "
        "have the\ngames, the score and the end that they announced (docs/store.md). Nothing is "
        "written, and servers\nmay keep running. Exit code 1: something is wrong, one line "
        "each.\n\n"
        "Examples:\n"
        "  ninefold audit games.db");
    command.runs([path] { return audit(*path); });
}

}  // namespace ninefold::cli
