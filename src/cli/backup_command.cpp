// SPDX-License-Identifier: MIT
#include "store/backup.h"

#include "base/counted.h"
#include "cli/commands.h"

namespace ninefold::cli {

namespace {

struct BackupOptions {
    std::string from, to;
};

int backup(const BackupOptions& options) {
    const store::Backup made = value_or_throw(store::backup(options.from, options.to));
    fmt::print("{} and {} are in {}\n", base::counted(made.games, "game"),
               base::counted(made.matches, "match", "es"), options.to);
    if (made.bots > 0) {
        fmt::print("{} of sent bots {} in {}-bots\n", base::counted(made.bots, "file"),
                   made.bots == 1 ? "is" : "are", options.to);
    }
    return 0;
}

}  // namespace

void add_backup_command(Command& app) {
    auto options = std::make_shared<BackupOptions>();
    Command& command = app.add_subcommand("backup", "Copy a database while it is used");
    command.add_option("DB", options->from, "the database").required();
    command.add_option("DEST", options->to, "the copy, a new file").required();
    command.footer(
        "The copy is a snapshot, taken while servers and matches run; it "
        "gets "
        "its\nname when it is whole and has been read. Bots that were sent to the server go to "
        "DEST-bots. To\nrestore, put it in the place of the lost one (docs/store.md).\n\n"
        "Examples:\n"
        "  ninefold backup games.db /backup/monday.db\n"
        "  ninefold audit /backup/monday.db");
    command.runs([options] { return backup(*options); });
}

}  // namespace ninefold::cli
