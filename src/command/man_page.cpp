// SPDX-License-Identifier: MIT
#include "command/command_outline.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "base/split.h"

namespace ninefold::command {

namespace {

/// Text that roff prints as it is. `\-` is the hyphen that can be copied into a shell.
std::string roff_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') out += "\\e";
        else if (c == '-') out += "\\-";
        else out += c;
    }
    if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
    return out;
}

std::string page_name(std::string_view command) {
    std::string name(command);
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string page_reference(std::string_view command) {
    return fmt::format(".BR {} (1)", roff_escaped(page_name(command)));
}

/// Lines of the help: those that are indented stay as they are, others are filled.
std::string help_body(std::string_view text) {
    std::string out;
    bool was_indented = false, after_gap = false;
    for (const std::string_view line : base::split(text, '\n')) {
        if (line.empty()) {
            after_gap = !out.empty();
            continue;
        }
        const bool indented = line.starts_with("  ");
        if (was_indented && !indented) out += ".fi\n";
        if (after_gap || indented != was_indented) out += ".PP\n";
        if (indented && !was_indented) out += ".nf\n";
        out += roff_escaped(indented ? line.substr(2) : line) + "\n";
        was_indented = indented;
        after_gap = false;
    }
    return out + (was_indented ? ".fi\n" : "");
}

std::string option_entry(const OptionOutline& option) {
    std::string names;
    for (const std::string& name : option.names) {
        names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff_escaped(name));
    }
    if (option.takes_value && !option.is_argument) names += " \\fIVALUE\\fR";
    std::string text = roff_escaped(option.description);
    for (std::size_t i = 0; i < option.choices.size(); ++i) {
        text += fmt::format("{}\\fB{}\\fR", i == 0 ? "\n.br\nOne of " : ", ",
                            roff_escaped(option.choices[i]));
    }
    return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string option_section(const CommandOutline& command, bool arguments) {
    std::string entries;
    for (const OptionOutline& option : command.options) {
        if (option.is_argument == arguments) entries += option_entry(option);
    }
    if (entries.empty()) return "";
    return fmt::format(".SH {}\n{}", arguments ? "ARGUMENTS" : "OPTIONS", entries);
}

std::string command_section(const CommandOutline& command) {
    std::string text = command.commands.empty() ? "" : ".SH COMMANDS\n";
    for (const CommandOutline& sub : command.commands) {
        text +=
            fmt::format(".TP\n{}\n{}\n", page_reference(sub.name), roff_escaped(sub.description));
    }
    return text;
}

ManPage man_page(const CommandOutline& command, const std::string& version) {
    constexpr std::string_view kExamples = "Examples:\n";
    const std::string& details = command.details;
    const std::size_t at = std::min(details.rfind(kExamples), details.size());
    std::string title = page_name(command.name);
    for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::string text =
        fmt::format(".TH {} 1 \"\" \"{}\" \"Ninefold\"\n.SH NAME\n{} \\- {}\n", roff_escaped(title),
                    version, roff_escaped(page_name(command.name)),
                    roff_escaped(command.description));
    text += fmt::format(".SH SYNOPSIS\n.B {}\n", roff_escaped(command.usage));
    if (at > 0) text += ".SH DESCRIPTION\n" + help_body(details.substr(0, at));
    text += command_section(command) + option_section(command, true);
    text += option_section(command, false);
    if (at < details.size()) {
        text += ".SH EXAMPLES\n" + help_body(details.substr(at + kExamples.size()));
    }
    if (const std::size_t end = command.name.rfind(' '); end != std::string::npos) {
        text += ".SH SEE ALSO\n" + page_reference(command.name.substr(0, end)) + "\n";
    }
    return {page_name(command.name), std::move(text)};
}

}  // namespace

std::vector<ManPage> man_pages(const CommandOutline& command, const std::string& version) {
    std::vector<ManPage> pages;
    command.for_each([&](const CommandOutline& each) { pages.push_back(man_page(each, version)); });
    return pages;
}

}  // namespace ninefold::command
