// SPDX-License-Identifier: MIT
#include "bots/command_bot.h"

#include <algorithm>

#include "base/foreign_text.h"

namespace ninefold::bots {

namespace {

namespace fs = std::filesystem;
using base::fail;

constexpr std::string_view kBlanks = " \t\n";

/// The short name of a command: its own script or program, without folder and suffix.
std::string short_name(const std::vector<std::string>& words, const Paths& files) {
    const fs::path path = files.empty() ? fs::path(words.front()) : files.front();
    return path.stem().string();
}

/// Whether hiding `hidden` would hide `own`.
bool covers(const fs::path& hidden, const fs::path& own) {
    return std::mismatch(hidden.begin(), hidden.end(), own.begin(), own.end()).first ==
           hidden.end();
}

}  // namespace

std::string_view name(Protocol protocol) {
    switch (protocol) {
        case Protocol::kCodingame: return "CodinGame";
        case Protocol::kRiddles: return "riddles.io";
        case Protocol::kTheAiGames: return "theaigames";
        case Protocol::kUgi: break;
    }
    return "UGI";
}

base::Result<CommandWord> first_word(std::string_view text) {
    CommandWord word;
    word.end = std::min(text.find_first_not_of(kBlanks), text.size());
    char quote = 0;
    for (std::size_t& i = word.end; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) word.text += text[++i];
        else if (quote != 0 && c == quote) quote = 0;
        else if (quote == 0 && (c == '\'' || c == '"')) quote = c;
        else if (quote == 0 && kBlanks.find(c) != std::string_view::npos) break;
        else word.text += c;
    }
    if (quote != 0) return fail("{} lacks the closing {}", base::quoted(text, 80), quote);
    return word;
}

base::Result<std::vector<std::string>> split_command(std::string_view text) {
    std::vector<std::string> words;
    while (text.find_first_not_of(kBlanks) != std::string_view::npos) {
        auto word = first_word(text);
        if (!word) return word.error();
        text.remove_prefix(word->end);
        words.push_back(std::move(word->text));
    }
    return words;
}

ProcessSpec process_spec(const ProgramPlan& program, const HouseRules& rules, int slot,
                         const Paths& hidden) {
    ProcessSpec spec;
    spec.name = program.name;
    spec.command = program.command;
    spec.protocol = program.protocol;
    spec.options = program.options;
    spec.ponders = rules.ponder;
    spec.limits = rules.limits;
    spec.sandbox = rules.sandbox;
    Paths& shown = spec.sandbox.read_only;
    shown.insert(shown.end(), program.read_only.begin(), program.read_only.end());
    for (const fs::path& path : hidden) {
        const bool is_own = std::any_of(program.files.begin(), program.files.end(),
                                        [&](const fs::path& own) { return covers(path, own); });
        if (!is_own) spec.sandbox.hidden.push_back(path);
    }
    if (!rules.cores.empty()) {
        const auto turn = static_cast<std::size_t>(slot) % rules.cores.size();
        spec.sandbox.cores = {rules.cores[turn]};
    }
    return spec;
}

BotPlan plan_program(ProgramPlan program, const HouseRules& rules, std::shared_ptr<Keeper> keeper) {
    BotPlan plan;
    plan.name = program.name;
    plan.description = program.description;
    plan.files = program.files;
    plan.notes = program.notes;
    plan.kind = program.is_hosted                    ? BotKind::kHosted
                : program.protocol == Protocol::kUgi ? BotKind::kUgi
                                                     : BotKind::kSite;
    plan.make = [program = std::move(program), rules,
                 keeper = std::move(keeper)](int slot, const Paths& hidden) {
        return make_process_bot(process_spec(program, rules, slot, hidden), keeper);
    };
    return plan;
}

base::Result<BotPlan> plan_command(std::string_view command, Protocol protocol, BotOptions options,
                                   const HouseRules& rules, std::shared_ptr<Keeper> keeper) {
    auto words = split_command(command);
    if (!words) return words.error();
    if (words->empty()) return fail("no command is named behind the colon, as in ugi:./bot");
    ProgramPlan program;
    program.command.arguments = std::move(*words);
    program.protocol = protocol;
    program.options = std::move(options);
    program.files = own_files(program.command);
    program.name = short_name(program.command.arguments, program.files);
    program.description = fmt::format("program, {} ({})", name(protocol), command);
    return plan_program(std::move(program), rules, std::move(keeper));
}

}  // namespace ninefold::bots
