// SPDX-License-Identifier: MIT
#include "sources/own_options.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "sources/command_bot.h"

namespace ninefold::sources {

namespace {

constexpr std::string_view kPrefix = "option.";

/// Options that the referee sets itself, and what sets them otherwise.
constexpr std::pair<std::string_view, std::string_view> kReferees[] = {
    {"Rules", "it follows from the match's rules"},
    {"TieBreak", "it follows from the match's rules"},
    {"Seed", "the referee sets it for every game"},
    {"GameNumber", "the referee sets it for every game"},
    {"Side", "the referee sets it for every game"},
    {"Ponder", "the command's own option --ponder decides it"},
};

bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

base::Result<void> check(std::string_view name, std::string_view value,
                         const process::UgiOptions& earlier) {
    using base::fail;
    if (name.empty() || name.front() == ' ' || name.back() == ' ') {
        return fail("an option of a bot has no name; it reads option.NAME=VALUE");
    }
    if (has_control(name) || has_control(value)) {
        return fail("option {}: its name and value must be one line", base::quoted(name));
    }
    if (fmt::format(" {} ", name).find(" value ") != std::string::npos) {
        return fail("option {}: a name with the word 'value' in it cannot be said in UGI",
                    base::quoted(name));
    }
    for (const auto& [own, why] : kReferees) {
        if (process::same_option(own, name))
            return fail("option {} cannot be set here: {}", own, why);
    }
    for (const auto& [other, unused] : earlier) {
        if (process::same_option(other, name))
            return fail("option {} is set twice", base::quoted(name));
    }
    return {};
}

}  // namespace

base::Result<NameWithOptions> read_own_options(std::string_view text) {
    NameWithOptions found{{}, text};
    while (true) {
        const auto word = first_word(found.name);
        // What cannot be read as words is the rest, whoever reads that will say what is wrong.
        if (!word || !word->text.starts_with(kPrefix)) return found;
        const std::string_view setting = std::string_view(word->text).substr(kPrefix.size());
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return found;  // a file of that name
        const std::string_view name = setting.substr(0, equals);
        const std::string_view value = setting.substr(equals + 1);
        if (auto fine = check(name, value, found.options); !fine) return fine.error();
        found.options.emplace_back(name, value);
        found.name.remove_prefix(word->end);
        found.name.remove_prefix(
            std::min(found.name.find_first_not_of(" \t\n"), found.name.size()));
    }
}

std::string own_option_text(std::string_view name, std::string_view value) {
    std::string text;
    for (const char c : fmt::format("{}{}={}", kPrefix, name, value)) {
        if (std::string_view(" \t\n'\"\\").find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    return text + ' ';
}

std::string short_text(const process::UgiOptions& options) {
    std::string text;
    for (const auto& [name, value] : options) {
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    }
    return text;
}

}  // namespace ninefold::sources
