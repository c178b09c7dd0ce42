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

}  // namespace ninefold::command
