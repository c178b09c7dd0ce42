// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/foreign_text.h"
#include "cli/command_error.h"
#include "cli/commands.h"
#include "cli/nearest_word.h"
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

const CLI::App& command_meant(const CLI::App& app) {
    const CLI::App* meant = &app;
    while (!meant->get_subcommands().empty()) meant = meant->get_subcommands().front();
    return *meant;
}

/// `ninefold tournament run`
std::string full_name(const CLI::App& app) {
    return app.get_parent() == nullptr ? app.get_name()
                                       : full_name(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(sub->get_name());
    }
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words) {
    const std::string nearest = nearest_word(word, words);
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
    std::string meant = did_you_mean(word, subcommand_names(app));
    if (meant.empty()) meant = ";";
    return fmt::format("there is no command {}{} '{} --help' lists them all", base::quoted(word),
                       meant, full_name(app));
}

/// What a command line has too much, in its order, with what was probably meant.
std::string unexpected(const CLI::App& app, const CLI::App& meant) {
    const std::vector<std::string> rest = app.remaining(true);
    const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
    const auto wrong = std::find_if(rest.begin(), rest.end(), is_option);
    if (wrong == rest.end() && !rest.empty() && !subcommand_names(meant).empty()) {
        return no_such_command(meant, rest.front());
    }
    std::string words, guess;
    for (const std::string& word : rest) words += " " + base::quoted(word);
    if (wrong != rest.end()) {
        guess = did_you_mean(wrong->substr(0, wrong->find('=')), option_names(meant));
    }
    return fmt::format("not expected:{}{} ('{} --help' shows how)", words, guess, full_name(meant));
}

/// CLI11's own message on one line, with the way to the help of the subcommand that was meant.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& meant = command_meant(app);
    const bool misses_command = !subcommand_names(meant).empty() && !app.remaining(true).empty();
    if (misses_command || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        return complain(unexpected(app, meant));
    }
    std::string message = error.what();
    for (char& c : message) c = c == '\n' ? ' ' : c;
    return complain(fmt::format("{} ('{} --help' shows how)", message, full_name(meant)));
}

/// The words behind the program's name, with `help COMMAND` as `COMMAND --help`. A command that
/// there is not throws, before its other words are taken for something else.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.push_back("--help");
    }
    if (words.empty() || words.front().starts_with('-')) return words;
    const auto names = subcommand_names(app);
    if (std::find(names.begin(), names.end(), words.front()) == names.end()) {
        throw CommandError(no_such_command(app, words.front()));
    }
    return words;
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
    app.footer(
        "'ninefold help COMMAND' or 'ninefold COMMAND --help' explains a command, with examples.");
    app.failure_message(CLI::FailureMessage::simple);
    Action action;
    add_commands(app, action);
    try {
        std::vector<std::string> words = words_of(app, argc, argv);
        std::reverse(words.begin(), words.end());  // as CLI11 wants them
        app.parse(std::move(words));
        if (!action) {
            fmt::print("{}", app.help());
            return 0;
        }
        return run_action(action);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());  // of the command that was meant
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
