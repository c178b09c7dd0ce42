// SPDX-License-Identifier: MIT
#include "command/command_outline.h"

#include <algorithm>

namespace ninefold::command {

namespace {

/// The innermost command that the words name; words that name none are its arguments.
const CommandOutline& command_named(const CommandOutline& program,
                                    std::span<const std::string> words) {
    const CommandOutline* command = &program;
    for (const std::string& word : words) {
        const auto sub = std::ranges::find(command->commands, word, &CommandOutline::last_word);
        if (sub != command->commands.end()) command = &*sub;
    }
    return *command;
}

}  // namespace

std::vector<Completion> completions(const CommandOutline& program,
                                    std::span<const std::string> words) {
    if (words.empty()) return {};
    const auto before = words.first(words.size() - 1);
    const CommandOutline& command = command_named(program, before);
    std::vector<Completion> choices, options, commands;
    const auto add = [&](std::vector<Completion>& to, const std::string& word,
                         const std::string& description) {
        if (word.starts_with(words.back())) to.push_back({word, description});
    };
    for (const OptionOutline& option : command.options) {
        if (option.is_argument) continue;
        for (const std::string& name : option.names) {
            add(options, name, option.description);
            if (before.empty() || before.back() != name) continue;
            for (const std::string& choice : option.choices) add(choices, choice, "");
        }
    }
    for (const CommandOutline& sub : command.commands) {
        add(commands, sub.last_word(), sub.description);
    }
    if (!choices.empty()) return choices;
    return words.back().starts_with('-') ? options : commands;
}

const char* const kBashCompletion =
    R"sh(# Completion of ninefold for bash, written by 'ninefold completion bash'.
_ninefold() {
    local word
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        COMPREPLY+=("$word")
    done < <(ninefold complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ninefold ninefold
)sh";

const char* const kZshCompletion = R"sh(#compdef ninefold
# Completion of ninefold for zsh, written by 'ninefold completion zsh'.
_ninefold() {
    local -a found
    found=(${(f)"$(ninefold complete -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)"})
    found=(${found//$'\t'/:})
    if (( $#found )); then
        _describe ninefold found
    else
        _files
    fi
}
_ninefold "$@"
)sh";

const char* const kFishCompletion =
    R"sh(# Completion of ninefold for fish, written by 'ninefold completion fish'.
function __ninefold_words --description 'What can stand for the word that is being typed'
    set -l typed (commandline -ct)
    ninefold complete -- (commandline -opc)[2..-1] "$typed" 2>/dev/null
end
complete -c ninefold -a '(__ninefold_words)'
complete -c ninefold -n 'count (__ninefold_words) >/dev/null' -f
)sh";

}  // namespace ninefold::command
