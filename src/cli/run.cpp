// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/version.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

constexpr int kExitBadInput = 2;

int complain(std::string_view message) {
    const tui::Style style(stderr);
    fmt::print(stderr, "{}ninefold:{} {}\n", style.red(), style.off(), message);
    return kExitBadInput;
}

/// CLI11's own message on one line, with the way to the help of the subcommand that was meant.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* meant = &app;
    while (!meant->get_subcommands().empty()) meant = meant->get_subcommands().front();
    std::string message = error.what();
    for (char& c : message) c = c == '\n' ? ' ' : c;
    const std::string name =
        meant == &app ? "ninefold" : fmt::format("ninefold {}", meant->get_name());
    return complain(fmt::format("{} ('{} --help' shows how)", message, name));
}

/// Commands under one heading of the help.
struct Group {
    const char* name;
    std::vector<void (*)(CLI::App&, Action&)> commands;
};

void add_commands(CLI::App& app, Action& action) {
    const Group groups[] = {
        {"Play and understand",
         {add_play_command, add_serve_command, add_analyze_command, add_solve_command,
          add_verify_proof_command, add_games_command, add_replay_command, add_log_command}},
        {"Write bots and let them fight",
         {add_new_bot_command, add_check_command, add_match_command, add_tournament_command,
          add_grade_command, add_sprt_command, add_tune_command, add_worker_command,
          add_cluster_command}},
        {"The engine for other programs",
         {add_engine_command, add_bench_command, add_sample_command, add_label_command}},
        {"Rules and records",
         {add_show_command, add_record_command, add_perft_command, add_random_games_command}}};
    for (const Group& group : groups) {
        for (const auto add : group.commands) {
            add(app, action);
            app.get_subcommands([](CLI::App*) { return true; }).back()->group(group.name);
        }
    }
}

int run_action(const Action& action) {
    const int code = action();
    // Output that cannot be written (a full disk) must not look like success.
    errno = 0;
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (written || errno == EPIPE) return code;  // whoever reads has had enough
    return complain("standard output could not be written");
}

}  // namespace

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    CLI::App app("Ninefold: rules, engine, referee and tournaments of Ultimate Tic-Tac-Toe",
                 "ninefold");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(0, 1);
    app.footer("'ninefold COMMAND --help' explains a command, with examples.");
    app.failure_message(CLI::FailureMessage::simple);
    Action action;
    add_commands(app, action);
    try {
        app.parse(argc, argv);
        if (!action) {
            fmt::print("{}", app.help());
            return 0;
        }
        return run_action(action);
    } catch (const CLI::CallForHelp&) {
        CLI::App* meant = &app;
        while (!meant->get_subcommands().empty()) meant = meant->get_subcommands().front();
        fmt::print("{}", meant->help());
        return 0;
    } catch (const CLI::CallForAllHelp&) {
        fmt::print("{}", app.help("", CLI::AppFormatMode::All));
        return 0;
    } catch (const CLI::CallForVersion&) {
        fmt::print("{}\n", version_report());
        return 0;
    } catch (const CLI::ParseError& error) {
        return complain_of_usage(app, error);
    } catch (const CommandError& error) {
        return complain(error.what());
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::broken_pipe) return 0;
        return complain(fmt::format("internal error: {}", error.what()));
    } catch (const std::bad_alloc&) {
        return complain("out of memory");
    } catch (const std::exception& error) {
        return complain(fmt::format("internal error: {}", error.what()));
    }
}

}  // namespace ninefold::cli
