// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>
#include <vector>

#include "base/foreign_text.h"
#include "base/split.h"
#include "cli/commands.h"
#include "command/nearest_word.h"
#include "engine/version.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

constexpr int kExitBadInput = 2;

/// A message may hold a file's name, which may hold anything.
int complain(std::string_view message) {
    const tui::Style style(stderr);
    constexpr std::size_t kMost = 10'000;
    fmt::print(stderr, "{}ninefold:{} ", style.red(), style.off());
    for (const std::string_view line : base::split(message, '\n')) {
        fmt::print(stderr, "{}\n", base::safe_name(line, kMost));
    }
    return kExitBadInput;
}

std::vector<std::string> subcommand_names(const Command& command) {
    std::vector<std::string> names;
    for (const Command* sub : command.subcommands()) names.push_back(sub->name());
    return names;
}

std::vector<std::string> option_names(const Command& command) {
    std::vector<std::string> names;
    for (const command::Option& option : command.options()) {
        for (std::string& name : option.long_names()) names.push_back(std::move(name));
    }
    return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words) {
    const std::string nearest = command::nearest_word(word, words);
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

std::string no_such_command(const Command& command, const std::string& word) {
    std::string meant = did_you_mean(word, subcommand_names(command));
    if (meant.empty()) meant = ";";
    return fmt::format("there is no command {}{} '{} --help' lists them all", base::quoted(word),
                       meant, command.full_name());
}

/// What a command line has too much, in its order, with what was probably meant.
std::string too_much(const Command& meant, const std::vector<std::string>& unexpected) {
    const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
    const auto wrong = std::find_if(unexpected.begin(), unexpected.end(), is_option);
    if (wrong == unexpected.end() && !meant.subcommands().empty()) {
        return no_such_command(meant, unexpected.front());
    }
    std::string words, guess;
    for (const std::string& word : unexpected) words += " " + base::quoted(word);
    if (wrong != unexpected.end()) {
        guess = did_you_mean(wrong->substr(0, wrong->find('=')), option_names(meant));
    }
    return fmt::format("not expected:{}{} ('{} --help' shows how)", words, guess,
                       meant.full_name());
}

/// CLI11's own message, with the way to the help of the command that was meant.
int complain_of_usage(const command::ParsedLine& line) {
    if (!line.unexpected.empty()) return complain(too_much(*line.meant, line.unexpected));
    return complain(
        fmt::format("{} ('{} --help' shows how)", line.message, line.meant->full_name()));
}

/// The words behind the program's name, with `help COMMAND` as `COMMAND --help`. A command that
/// there is not throws, before its other words are taken for something else.
std::vector<std::string> words_of(const Command& app, int argc, char** argv) {
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

int run_action(const command::Action& action) {
    const int code = action();
    // Output that cannot be written (a full disk) must not look like success.
    errno = 0;
    const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (written || errno == EPIPE) return code;  // the reader has had enough
    return complain("standard output could not be written");
}

}  // namespace

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Command app("ninefold",
                "Ninefold: rules, engine, referee and tournaments of Ultimate Tic-Tac-Toe");
    app.set_version_flag("--version");
    app.footer(
        "'ninefold help COMMAND' or 'ninefold COMMAND --help' explains a command, with examples.");
    try {
        add_commands(app);
        const command::ParsedLine line = app.parse(words_of(app, argc, argv));
        switch (line.kind) {
            case command::ParsedLine::Kind::kRun: return run_action(line.action);
            case command::ParsedLine::Kind::kHelp: fmt::print("{}", line.message); return 0;
            case command::ParsedLine::Kind::kVersion:
                fmt::print("{}\n", engine::version_report());
                return 0;
            case command::ParsedLine::Kind::kWrong: break;
        }
        return complain_of_usage(line);
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
