// SPDX-License-Identifier: MIT
#include "sources/bot_name.h"

#include <algorithm>
#include <array>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "process/python_interface.h"
#include "protocol/ugi.h"
#include "sources/shell_words.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;
using Kind = BotName::Kind;
using NamedBot = base::Result<BotName>;

constexpr std::string_view kOption = "option.";
constexpr std::string_view kJava = "java";

/// In the order of process::Protocol.
constexpr std::array<ProtocolFacts, 4> kProtocols = {
    {{"ugi", "UGI", GameStart::kAnywhere},
     {"codingame", "CodinGame", GameStart::kEmptyBoard},
     {"riddles", "riddles.io", GameStart::kMaybe},
     {"theaigames", "theaigames", GameStart::kMaybe}}};

auto find_protocol_word(std::string_view word) {
    return std::ranges::find(kProtocols, word, &ProtocolFacts::word);
}

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
    return std::ranges::any_of(text, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
}

base::Result<void> check_option(std::string_view name, std::string_view value) {
    if (name.empty() || name.front() == ' ' || name.back() == ' ') {
        return fail("an option of a bot has no name; it reads option.NAME=VALUE");
    }
    if (has_control(name) || has_control(value)) {
        return fail("option {}: its name and value must be one line", base::quoted(name));
    }
    if (fmt::format(" {} ", name).find(" value ") != std::string::npos) {
        return fail("option {}: UGI cannot express a name with the word 'value' in it",
                    base::quoted(name));
    }
    for (const auto& [own, why] : kReferees) {
        if (protocol::ugi::same_option(own, name))
            return fail("option {} cannot be set here: {}", own, why);
    }
    return {};
}

/// Cuts the options off the front of the text.
process::UgiOptions take_options(std::string_view& text) {
    process::UgiOptions options;
    while (true) {
        const auto word = first_word(text);
        // What cannot be read as a word is part of the name.
        if (!word || !word->text.starts_with(kOption)) return options;
        const std::string_view setting = std::string_view(word->text).substr(kOption.size());
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return options;  // a file of that name
        options.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
        text.remove_prefix(word->end);
        text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    }
}

/// The parts of `x=BOT,o=BOT`, X's first; nothing where the text is of another form.
std::optional<std::pair<std::string_view, std::string_view>> split_sides(std::string_view text) {
    for (const bool x_first : {true, false}) {
        const std::string_view begin = x_first ? "x=" : "o=";
        const std::string_view middle = x_first ? ",o=" : ",x=";
        const std::size_t at = text.find(middle);
        if (!text.starts_with(begin) || at == std::string_view::npos) continue;
        const auto first = text.substr(begin.size(), at - begin.size());
        const auto second = text.substr(at + middle.size());
        return x_first ? std::pair(first, second) : std::pair(second, first);
    }
    return std::nullopt;
}

/// FILE[#MEMBER[:SETTINGS]]
void read_file(std::string_view text, const fs::path& folder, BotName& name) {
    std::error_code error;
    const bool is_whole = fs::exists(folder / text, error);
    const std::size_t hash = is_whole ? std::string_view::npos : text.rfind('#');
    name.path = text.substr(0, hash);
    if (hash == std::string_view::npos) return;
    const std::string_view member = text.substr(hash + 1);
    const std::size_t colon = std::min(member.find(':'), member.size());
    name.member = member.substr(0, colon);
    if (colon < member.size()) name.settings = member.substr(colon + 1);
}

Kind kind_of(std::string_view word) {
    if (bots::is_builtin(word) || bots::is_engine(word)) return Kind::kBuiltin;
    if (process::find_python_interface(word) != nullptr) return Kind::kPython;
    if (word == kJava) return Kind::kJava;
    return find_protocol_word(word) == kProtocols.end() ? Kind::kFile : Kind::kCommand;
}

base::Result<void> read_one(std::string_view text, const fs::path& folder, BotName& name) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    name.kind = kind_of(word);
    // Only built-in bots can do without the colon; `java` alone is a file.
    if (colon == std::string_view::npos && name.kind != Kind::kBuiltin) name.kind = Kind::kFile;
    if (name.kind == Kind::kFile) {
        read_file(text, folder, name);
        return {};
    }
    name.word = word;
    const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    if (name.kind == Kind::kBuiltin) name.settings = rest;
    else if (name.kind != Kind::kCommand) read_file(rest, folder, name);
    else {
        name.command = TRY(split_command(rest));
    }
    return {};
}

NamedBot parse_name(std::string_view text, const fs::path& folder, bool is_side) {
    BotName name;
    name.options = take_options(text);
    TRY(check_options(name.options));
    if (text.empty() && !name.options.empty()) {
        return fail("no bot stands behind the options {}; one is needed there, as in option.Hash=8 "
                    "./bot",
                    base::quoted(short_text(name.options), 200));
    }
    if (text.empty()) {
        return fail("a bot's name is empty; 'random', 'bot.py' or 'ugi:./bot' would be names");
    }
    const auto sides = is_side ? std::nullopt : split_sides(text);
    if (!sides) {
        TRY(read_one(text, folder, name));
        return name;
    }
    name.kind = Kind::kSides;
    for (const std::string_view side : {sides->first, sides->second}) {
        name.sides.push_back(TRY(parse_name(side, folder, true)));
    }
    return name;
}

}  // namespace

base::Result<void> check_options(const process::UgiOptions& options) {
    for (auto option = options.begin(); option != options.end(); ++option) {
        TRY(check_option(option->first, option->second));
        const bool is_again = std::any_of(options.begin(), option, [&](const auto& earlier) {
            return protocol::ugi::same_option(earlier.first, option->first);
        });
        if (is_again) return fail("option {} is set twice", base::quoted(option->first));
    }
    return {};
}

NamedBot BotName::parse(std::string_view text, const fs::path& folder) {
    return parse_name(text, folder, false);
}

std::string BotName::text() const { return options_text(options) + bare_text(); }

std::string BotName::bare_text() const {
    switch (kind) {
        case Kind::kSides: {
            const std::string x = sides[0].text(), o = sides[1].text();
            // Where it is cut again, X's name must not look like the end of itself.
            const bool o_first = x.find(",o=") != std::string::npos;
            return o_first ? fmt::format("o={},x={}", o, x) : fmt::format("x={},o={}", x, o);
        }
        case Kind::kBuiltin: return settings.empty() ? word : fmt::format("{}:{}", word, settings);
        case Kind::kCommand: return fmt::format("{}:{}", word, command_text(command));
        case Kind::kPython:
        case Kind::kJava: return fmt::format("{}:{}{}", word, path.native(), member_text());
        case Kind::kFile: break;
    }
    return path.native() + member_text();
}

std::string BotName::member_text() const {
    if (!member) return "";
    return fmt::format("#{}{}{}", *member, settings.empty() ? "" : ":", settings);
}

fs::path BotName::main_path() const {
    return kind == Kind::kCommand && !command.empty() ? fs::path(command.front()) : path;
}

process::Protocol BotName::protocol() const {
    return static_cast<process::Protocol>(find_protocol_word(word) - kProtocols.begin());
}

bool BotName::takes_settings() const {
    const process::PythonInterface* const interface = process::find_python_interface(word);
    return kind == Kind::kBuiltin || (interface != nullptr && interface->takes_settings);
}

const ProtocolFacts& facts(process::Protocol protocol) {
    return kProtocols[static_cast<std::size_t>(protocol)];
}

BotName with_paths(BotName name, const std::function<fs::path(const fs::path&)>& change) {
    for (BotName& side : name.sides) side = with_paths(std::move(side), change);
    for (std::string& word : name.command) word = change(word).native();
    if (name.is_file()) name.path = change(name.path);
    return name;
}

std::string options_text(const process::UgiOptions& options) {
    std::string text;
    for (const auto& [name, value] : options) {
        text += escaped_word(fmt::format("{}{}={}", kOption, name, value)) + ' ';
    }
    return text;
}

std::string short_text(const process::UgiOptions& options) {
    const auto setting = [](const auto& option) {
        return fmt::format("{}={}", option.first, option.second);
    };
    return base::joined(options, ",", setting);
}

}  // namespace ninefold::sources
