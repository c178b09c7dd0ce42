// SPDX-License-Identifier: MIT
#include "sources/command_bot.h"

#include <unistd.h>

#include <algorithm>

#include "base/foreign_text.h"
#include "base/try.h"
#include "sources/python_bot.h"
#include "sources/python_interpreter.h"
#include "sources/shell_words.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;

/// `pkg.Bot` of `java -cp out pkg.Bot …`; empty for other commands, and for `java -jar`.
std::string_view java_class(const std::vector<std::string>& words) {
    if (fs::path(words.front()).filename() != "java") return {};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "-jar") return {};
        if (word == "-cp" || word == "-classpath" || word == "--class-path") ++i;
        else if (!word.starts_with('-')) return word.ends_with(".java") ? "" : word;
    }
    return {};
}

/// The short name of a command: its own class, script or program, without folder and suffix.
std::string short_name(const std::vector<std::string>& words, const Paths& files) {
    if (const std::string_view name = java_class(words); !name.empty()) {
        return std::string(name.substr(name.rfind('.') + 1));
    }
    if (!files.empty()) return files.front().stem().string();
    const fs::path program = fs::path(words.front()).filename();
    return names_python(words.front()) ? program.string() : program.stem().string();
}

GameStart game_start(process::Protocol protocol) {
    switch (protocol) {
        case process::Protocol::kCodingame: return GameStart::kEmptyBoard;
        case process::Protocol::kRiddles:
        case process::Protocol::kTheAiGames: return GameStart::kMaybe;
        case process::Protocol::kUgi: break;
    }
    return GameStart::kAnywhere;
}

bool is_script(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && path.extension() == ".py";
}

/// A Python that the sandbox does not show by itself, or that is named without a version, is found
/// as for a bot's file, together with its libraries.
base::Result<void> find_interpreter(ProgramPlan& program, const HouseRules& rules) {
    auto& words = program.command.arguments;
    const bool is_bare_script = is_script(words.front()) && ::access(words[0].c_str(), X_OK) != 0;
    if (is_bare_script) words.insert(words.begin(), "python");
    if (!names_python(words.front())) return {};
    if (!is_bare_script && (!rules.sandbox.enabled || process::is_system(words.front()))) return {};
    const bool is_path = words.front().find('/') != std::string::npos;
    const fs::path system = fs::path("/usr/bin") / words.front();
    if (!is_path && words.front() != "python" && ::access(system.c_str(), X_OK) == 0) return {};
    std::error_code error;
    fs::path script;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].starts_with('-') || !fs::exists(words[i], error)) continue;
        const fs::path path = fs::absolute(words[i], error).lexically_normal();
        if (script.empty() && is_script(path)) script = path;
        words[i] = path.string();
    }
    const auto python = TRY(script.empty() || words.front() != "python"
                                ? named_python(words.front(), rules.sandbox.enabled)
                                : python_for_program(script, rules, program.notes));
    words.front() = python.program.string();
    program.read_only = python.places;
    if (!script.empty()) program.command.folder = script.parent_path();
    return {};
}

/// Whether hiding `hidden` would hide `own`.
bool covers(const fs::path& hidden, const fs::path& own) {
    return std::mismatch(hidden.begin(), hidden.end(), own.begin(), own.end()).first ==
           hidden.end();
}

}  // namespace

std::string_view name(process::Protocol protocol) {
    switch (protocol) {
        case process::Protocol::kCodingame: return "CodinGame";
        case process::Protocol::kRiddles: return "riddles.io";
        case process::Protocol::kTheAiGames: return "theaigames";
        case process::Protocol::kUgi: break;
    }
    return "UGI";
}

process::ProcessSpec process_spec(const ProgramPlan& program, const HouseRules& rules, int slot,
                                  const Paths& hidden) {
    process::ProcessSpec spec;
    spec.name = program.name;
    spec.command = program.command;
    spec.protocol = program.protocol;
    spec.options = program.options;
    spec.ponders = rules.ponder;
    spec.limits = rules.limits;
    spec.sandbox = rules.sandbox;
    Paths& shown = spec.sandbox.read_only;
    shown.insert(shown.end(), program.read_only.begin(), program.read_only.end());
    spec.sandbox.host = program.host;
    spec.sandbox.own = program.files;
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

BotPlan plan_program(ProgramPlan program, const HouseRules& rules,
                     std::shared_ptr<process::ProcessSupervisor> supervisor) {
    BotPlan plan;
    plan.name = program.name;
    plan.description = program.description;
    plan.files = program.files;
    plan.notes = program.notes;
    plan.kind = program.is_hosted                             ? BotKind::kHosted
                : program.protocol == process::Protocol::kUgi ? BotKind::kUgi
                                                              : BotKind::kSite;
    plan.game_start = game_start(program.protocol);
    plan.make = [program = std::move(program), rules,
                 supervisor = std::move(supervisor)](int slot, const Paths& hidden) {
        return process::make_process_bot(process_spec(program, rules, slot, hidden), supervisor);
    };
    return plan;
}

base::Result<BotPlan> plan_command(const std::vector<std::string>& command,
                                   process::Protocol protocol, process::UgiOptions options,
                                   const HouseRules& rules,
                                   std::shared_ptr<process::ProcessSupervisor> supervisor) {
    if (command.empty()) return fail("no command is named behind the colon, as in ugi:./bot");
    ProgramPlan program;
    program.command.arguments = command;
    program.protocol = protocol;
    program.options = std::move(options);
    TRY(find_interpreter(program, rules));
    program.files = process::own_files(program.command);
    std::erase_if(program.files, [&](const fs::path& file) {
        return file == program.command.arguments.front() && names_python(file.native());
    });
    program.name = short_name(program.command.arguments, program.files);
    program.description = fmt::format("program, {} ({})", name(protocol), command_text(command));
    return plan_program(std::move(program), rules, std::move(supervisor));
}

}  // namespace ninefold::sources
