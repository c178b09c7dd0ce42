// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>
#include <vector>

#include "base/foreign_text.h"
#include "base/notice.h"
#include "base/split.h"
#include "engine/version.h"
#include "pictures/text_style.h"

namespace ninefold::cli {

namespace {

constexpr int kExitBadInput = 2;

/// Commands under one heading of the help.
struct Group {
    const char* name;
    std::vector<void (*)(Command&)> commands;
};

/// A message may hold a file's name, which may hold anything.
int complain(std::string_view message) {
    constexpr std::size_t kMost = 10'000;
    base::notice("{} ", pictures::TextStyle(stderr).red("ninefold:"));
    for (const std::string_view line : base::split(message, '\n')) {
        base::notice("{}\n", base::safe_name(line, kMost));
    }
    return kExitBadInput;
}

int complain_of_output() { return complain("standard output could not be written"); }

int run_action(const command::Action& action) {
    const int code = action();
    // Output that cannot be written (a full disk) must not look like success.
    errno = 0;
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (written || errno == EPIPE) return code;  // the reader has had enough
    return complain_of_output();
}

command::Action printing(std::string text) {
    return [text = std::move(text)] {
        fmt::print("{}", text);
        return 0;
    };
}

}  // namespace

void add_commands(Command& app) {
    const Group groups[] = {
        {"Play and understand",
         {add_play_command, add_serve_command, add_analyze_command, add_puzzles_command,
          add_solve_command, add_verify_proof_command, add_games_command, add_replay_command,
          add_log_command, add_audit_command, add_backup_command}},
        {"Write bots and let them play",
         {add_new_bot_command, add_check_command, add_match_command, add_tournament_command,
          add_grade_command, add_sprt_command, add_tune_command, add_worker_command,
          add_cluster_command}},
        {"The engine for other programs",
         {add_engine_command, add_bench_command, add_sample_command, add_label_command}},
        {"Rules and records",
         {add_show_command, add_plot_command, add_record_command, add_perft_command,
          add_random_games_command}},
        {"This program", {add_completion_command, add_complete_command, add_manual_command}}};
    for (const Group& group : groups) {
        app.heading(group.name);
        for (const auto add : group.commands) add(app);
    }
}

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Command app("ninefold",
                "Ninefold: rules, engine, referee and tournaments of Ultimate Tic-Tac-Toe");
    app.set_version_flag("--version");
    app.footer(
        "'ninefold help COMMAND' or 'ninefold COMMAND --help' explains a command, with examples.");
    try {
        add_commands(app);
        const command::ParsedLine line =
            app.parse(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
        switch (line.kind) {
            case command::ParsedLine::Kind::kRun: return run_action(line.action);
            case command::ParsedLine::Kind::kHelp: return run_action(printing(line.message));
            case command::ParsedLine::Kind::kVersion:
                return run_action(printing(engine::version_report() + '\n'));
            case command::ParsedLine::Kind::kWrong: break;
        }
        return complain(line.message);
    } catch (const CommandError& error) {
        return complain(error.what());
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::broken_pipe) return 0;
        if (std::ferror(stdout) != 0) return complain_of_output();
        return complain(fmt::format("internal error: {}", error.what()));
    } catch (const std::bad_alloc&) {
        return complain("out of memory");
    } catch (const std::exception& error) {
        return complain(fmt::format("internal error: {}", error.what()));
    }
}

}  // namespace ninefold::cli
