// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include "base/notice.h"
#include "cli/game_options.h"
#include "engine/version.h"
#include "process/bot_command.h"
#include "server/server.h"

namespace ninefold::cli {

namespace {

struct ServeOptions {
    server::ServerOptions server;
    DatabaseOption db;
    bool open = false;
    int idle_minutes = 10;
};

/// Shows the page in the user's browser, as far as there is one.
void open_browser(const std::string& url) {
    const pid_t child = fork();
    if (child != 0) {
        if (child > 0) waitpid(child, nullptr, 0);
        return;
    }
    // Twice, so that nobody has to wait for the browser's end.
    if (fork() == 0) {
        execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
    }
    _exit(0);
}

int serve(ServeOptions& options) {
    Interruption interruption;
    // The list of processes does not show it there, and no program that is started gets it.
    std::string& token = options.server.admin_token;
    if (std::string kept = process::take_secret("NINEFOLD_ADMIN_TOKEN"); token.empty()) {
        token = std::move(kept);
    }
    options.server.database = options.db.path();
    options.server.version = engine::version_number();
    options.server.settings.idle_game_time = std::chrono::minutes(options.idle_minutes);
    const bool own_token = !token.empty();
    const auto server = value_or_throw(server::Server::start(options.server));
    fmt::print("Ninefold is at {}  (games: {}; Ctrl-C ends it)\n", server->url(),
               options.server.database.native());
    if (!own_token && !server->admin_token().empty()) {
        fmt::print("admin token, which allows starting matches: {}\n", server->admin_token());
    }
    std::fflush(stdout);
    if (options.open) open_browser(server->url());
    interruption.wait();
    base::notice("stopping; running games resume when the server is started again\n");
    server->stop();
    return 0;
}

}  // namespace

void add_serve_command(Command& app) {
    auto [command, options] =
        app.add("serve", "Serve the page: play, watch and analyse in the browser", serve);
    server::ServerOptions& server = options.server;
    command.add_option("-p,--port", server.port, "port (default 8099; 0: any free one)");
    command.add_option("--address", server.address, "address to listen on (default 127.0.0.1)");
    command.add_flag("--public", server.is_public,
                     "allow an address that other machines can reach, e.g. --address 0.0.0.0");
    command.add_option("--name", server.names,
                       "the server's name behind a proxy: "
                       "ninefold.example; may be repeated");
    command.add_option("--trusted-proxy", server.trusted_proxies,
                       "a proxy's address or network (127.0.0.1, 10.0.0.0/8): limits then count "
                       "the clients that its X-Forwarded-For names; may be repeated");
    command.add_option("--admin-token", server.admin_token,
                       "required to start matches (default: $NINEFOLD_ADMIN_TOKEN, which the list "
                       "of processes does not show; else none if only this machine can reach the "
                       "server, else one is generated and printed)");
    command
        .add_option("--idle-minutes", options.idle_minutes,
                    "minutes until a game that nobody looks at leaves the memory; the database "
                    "keeps it (default 10)")
        .range(1, 1440);
    options.db.add_to(command);
    command.add_flag("--open", options.open, "show the page in your browser");
    command.footer(
        R"(Everything is kept in the database as it happens: after kill -9 or a power cut the next
server resumes all games. docs/api.md describes the interface for programs.

Bots that are sent from the page are kept beside the database, in FILE-bots: 64 MiB at most, and
for a week those that no match or tournament names.

Examples:
  ninefold serve --open
  ninefold serve --address 0.0.0.0 --public --port 80)");
}

}  // namespace ninefold::cli
