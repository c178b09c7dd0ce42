// SPDX-License-Identifier: MIT
#include "command/command_outline.h"

#include <functional>
#include <string_view>

#include <fmt/format.h>

namespace ninefold::command {

namespace {

/// In single quotes of bash and zsh.
std::string shell_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') out += "'\\''";
        else out += c;
    }
    return out + "'";
}

/// In single quotes of fish.
std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string joined_words(const std::vector<std::string>& words, std::string_view separator = " ") {
    return fmt::format("{}", fmt::join(words, separator));
}

/// Patterns of `case` for all commands behind the program: `'ninefold match' | 'ninefold play'`.
std::string command_patterns(const CommandOutline& program) {
    std::vector<std::string> patterns;
    program.for_each([&](const CommandOutline& command) {
        if (&command != &program) patterns.push_back(shell_quoted(command.name));
    });
    return joined_words(patterns, " | ");
}

std::string bash_words(const CommandOutline& command) {
    std::vector<std::string> commands, options;
    for (const CommandOutline& sub : command.commands) commands.push_back(sub.last_word());
    for (const OptionOutline& option : command.options) {
        if (!option.is_argument) {
            options.insert(options.end(), option.names.begin(), option.names.end());
        }
    }
    return fmt::format("    {})\n        commands={}\n        options={}\n        ;;\n",
                       shell_quoted(command.name), shell_quoted(joined_words(commands)),
                       shell_quoted(joined_words(options)));
}

/// `line(pattern, choices)` for every option that accepts few values, its pattern being
/// `'ninefold engine --protocol' | …`.
std::string choice_lines(
    const CommandOutline& program,
    const std::function<std::string(const std::string&, const std::string&)>& line) {
    std::string lines;
    program.for_each([&](const CommandOutline& command) {
        for (const OptionOutline& option : command.options) {
            if (option.is_argument || option.choices.empty()) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names) {
                patterns.push_back(shell_quoted(command.name + " " + name));
            }
            lines += line(joined_words(patterns, " | "), joined_words(option.choices));
        }
    });
    return lines;
}

/// In an array of `_describe`, a colon parts a word from what is said of it.
std::string zsh_entry(std::string_view word, std::string_view description) {
    std::string escaped;
    for (const char c : word) escaped += c == ':' ? "\\:" : std::string(1, c);
    return fmt::format("            {}\n",
                       shell_quoted(fmt::format("{}:{}", escaped, description)));
}

std::string zsh_words(const CommandOutline& command) {
    std::string commands, options;
    for (const CommandOutline& sub : command.commands) {
        commands += zsh_entry(sub.last_word(), sub.description);
    }
    for (const OptionOutline& option : command.options) {
        if (option.is_argument) continue;
        for (const std::string& name : option.names) {
            options += zsh_entry(name, option.description);
        }
    }
    return fmt::format(
        "    ({})\n        commands=(\n{}        )\n        options=(\n{}        )\n        ;;\n",
        shell_quoted(command.name), commands, options);
}

std::string fish_option(const CommandOutline& command, const OptionOutline& option) {
    std::string names;
    for (const std::string& name : option.names) {
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    std::string value = option.takes_value ? " -r" : "";
    if (!option.choices.empty()) value = " -x -a " + fish_quoted(joined_words(option.choices));
    return fmt::format("complete -c ninefold -n \"__ninefold_in {}\"{}{} -d {}\n",
                       fish_quoted(command.name), names, value, fish_quoted(option.description));
}

}  // namespace

std::string bash_completion(const CommandOutline& program) {
    std::string cases;
    program.for_each([&](const CommandOutline& command) { cases += bash_words(command); });
    const std::string choices = choice_lines(program, [](const auto& pattern, const auto& words) {
        return fmt::format("    {}) COMPREPLY=($(compgen -W {} -- \"$word\")) && return ;;\n",
                           pattern, shell_quoted(words));
    });
    return fmt::format(R"(# Completion of ninefold for bash, written by 'ninefold completion bash'.
_ninefold() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local at=ninefold commands options i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$at ${{COMP_WORDS[i]}}" in
        {}) at+=" ${{COMP_WORDS[i]}}" ;;
        esac
    done
    case "$at $before" in
{}    esac
    case "$at" in
{}    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    else
        COMPREPLY=($(compgen -W "$commands" -- "$word"))
    fi
}}
complete -o default -F _ninefold ninefold
)",
                       command_patterns(program), choices, cases);
}

std::string zsh_completion(const CommandOutline& program) {
    std::string cases;
    program.for_each([&](const CommandOutline& command) { cases += zsh_words(command); });
    const std::string choices = choice_lines(program, [](const auto& pattern, const auto& words) {
        return fmt::format("    ({}) compadd -- {} && return ;;\n", pattern, words);
    });
    return fmt::format(R"(#compdef ninefold
# Completion of ninefold for zsh, written by 'ninefold completion zsh'.
_ninefold() {{
    local at=ninefold word
    local -a commands options
    for word in ${{words[2,CURRENT-1]}}; do
        case "$at $word" in
        ({}) at+=" $word" ;;
        esac
    done
    case "$at ${{words[CURRENT-1]}}" in
{}    esac
    case "$at" in
{}    esac
    if [[ $PREFIX == -* ]]; then
        _describe -o option options
    elif (( $#commands )); then
        _describe command commands
    else
        _files
    fi
}}
_ninefold "$@"
)",
                       command_patterns(program), choices, cases);
}

std::string fish_completion(const CommandOutline& program) {
    std::string lines;
    program.for_each([&](const CommandOutline& command) {
        for (const CommandOutline& sub : command.commands) {
            lines += fmt::format("complete -c ninefold -n \"__ninefold_in {}\" -f -a {} -d {}\n",
                                 fish_quoted(command.name), sub.last_word(),
                                 fish_quoted(sub.description));
        }
        for (const OptionOutline& option : command.options) {
            if (!option.is_argument) lines += fish_option(command, option);
        }
    });
    std::vector<std::string> names;
    program.for_each([&](const CommandOutline& command) {
        if (&command != &program) names.push_back(fish_quoted(command.name));
    });
    return fmt::format(R"(# Completion of ninefold for fish, written by 'ninefold completion fish'.
function __ninefold_in --description 'Whether the command that is being typed is this one'
    set -l at ninefold
    for word in (commandline -opc)[2..-1]
        if contains -- "$at $word" {}
            set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
{})",
                       joined_words(names), lines);
}

}  // namespace ninefold::command
