// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>

#include "base/file_contents.h"
#include "base/try.h"
#include "sources/program_plan.h"
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

bool is_script(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && path.extension() == ".py";
}

/// Whether an interpreter may be the bot's own program. Such a one is never asked what it has, for
/// that would run it outside the sandbox. It is the bot's where no script is named, where it lies
/// in one folder with the script below the current one, and elsewhere where it lies beside the
/// script or in the folder around.
bool is_bots_own(const fs::path& interpreter, const fs::path& script) {
    if (script.empty()) return true;
    const fs::path whole = process::absolute_path(interpreter);
    const fs::path here = process::absolute_path(".");
    const bool is_here = base::is_inside(whole, here) && base::is_inside(script, here);
    int levels = 0;
    for (fs::path folder = script.parent_path(); folder != here && folder.has_relative_path();
         folder = folder.parent_path()) {
        if (process::is_too_wide(folder) || (!is_here && ++levels > 2)) return false;
        if (base::is_inside(whole, folder)) return true;
    }
    return false;
}

/// A Python that the sandbox does not show by itself, or that is named without a version, is found
/// as for a bot's file, together with its libraries. False where none had to be found.
base::Result<bool> find_interpreter(ProgramPlan& program, const HouseRules& rules) {
    auto& words = program.spec.command.arguments;
    const bool is_bare_script = is_script(words.front()) && ::access(words[0].c_str(), X_OK) != 0;
    if (is_bare_script) words.insert(words.begin(), "python");
    if (!names_python(words.front())) return false;
    if (!is_bare_script && (!rules.sandbox.enabled || process::is_system(words.front()))) {
        return false;
    }
    const bool is_path = words.front().find('/') != std::string::npos;
    const fs::path system = fs::path("/usr/bin") / words.front();
    if (!is_path && words.front() != "python" && ::access(system.c_str(), X_OK) == 0) return false;
    std::error_code error;
    fs::path script;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].starts_with('-') || !fs::exists(words[i], error)) continue;
        const fs::path path = fs::absolute(words[i], error).lexically_normal();
        if (script.empty() && is_script(path)) script = path;
        words[i] = path.string();
    }
    if (is_path && is_bots_own(words.front(), script)) {
        program.source.notes.push_back(
            fmt::format("{} is run as the bot's own program; for an interpreter of yours write "
                        "python, and name it with --python",
                        words.front()));
        return false;
    }
    const auto python = TRY(script.empty() || words.front() != "python"
                                ? named_python(words.front(), rules.sandbox.enabled)
                                : python_for_program(script, rules, program.source.notes));
    words.front() = python.program.string();
    Paths& shown = program.spec.sandbox.read_only;
    shown.insert(shown.end(), python.places.begin(), python.places.end());
    if (!script.empty()) program.spec.command.folder = script.parent_path();
    return true;
}

/// Programs written on CodinGame need not flush what they print: its own starter for C and for
/// Python 2 do not. Python has a variable for that, and C what the program stdbuf does.
void write_every_line_at_once(process::SandboxOptions& sandbox) {
    sandbox.environment.emplace_back("PYTHONUNBUFFERED", "1");
    for (const char* library :
         {"/usr/libexec/coreutils/libstdbuf.so", "/usr/lib/coreutils/libstdbuf.so"}) {
        if (::access(library, R_OK) != 0) continue;
        sandbox.environment.emplace_back("LD_PRELOAD", library);
        sandbox.environment.emplace_back("_STDBUF_O", "L");
        return;
    }
}

/// JavaScript programs of CodinGame call functions that Node.js alone has not.
base::Result<void> give_functions_of_codingame(ProgramPlan& program, const HouseRules& rules) {
    auto& words = program.spec.command.arguments;
    const fs::path runtime = fs::path(words.front()).filename();
    if (runtime != "node" && runtime != "nodejs") return {};
    program.spec.sandbox.host = TRY(find_hosts(rules.hosts)) / "javascript";
    const fs::path script = program.spec.sandbox.host / "codingame.js";
    words.insert(words.begin() + 1, "--require=" + script.string());
    return {};
}

}  // namespace

ProgramPlan::ProgramPlan(const HouseRules& rules) {
    spec.ponders = rules.ponder;
    spec.limits = rules.limits;
    spec.sandbox = rules.sandbox;
}

process::ProcessSpec spec_of_slot(process::ProcessSpec spec, const std::vector<int>& cores,
                                  int slot, const Paths& hidden) {
    for (const fs::path& path : hidden) {
        const bool hides_own = std::ranges::any_of(spec.sandbox.own, [&](const fs::path& file) {
            return base::is_inside(file, path);
        });
        if (!hides_own) spec.sandbox.hidden.push_back(path);
    }
    if (!cores.empty()) spec.sandbox.cores = {cores[static_cast<std::size_t>(slot) % cores.size()]};
    return spec;
}

BotSource plan_program(ProgramPlan program, const PlanContext& context) {
    BotSource source = std::move(program.source);
    source.name = program.spec.name;
    source.files = program.spec.sandbox.own;
    if (source.kind != BotKind::kHosted) {
        const bool is_ugi = program.spec.protocol == process::Protocol::kUgi;
        source.kind = is_ugi ? BotKind::kUgi : BotKind::kSite;
    }
    source.game_start = facts(program.spec.protocol).game_start;
    if (program.spec.protocol == process::Protocol::kCodingame) {
        write_every_line_at_once(program.spec.sandbox);
    }
    source.make = [spec = std::move(program.spec), cores = context.rules.cores,
                   supervisor = context.supervisor](int slot, const Paths& hidden) {
        return process::make_process_bot(spec_of_slot(spec, cores, slot, hidden), supervisor);
    };
    return source;
}

base::Result<fs::path> find_hosts(const fs::path& wanted) {
    std::error_code error;
    std::vector<fs::path> places;
    const std::string named = process::environment_value("NINEFOLD_HOSTS");
    if (!wanted.empty()) {
        places = {wanted};
    } else if (!named.empty()) {
        places = {named};
    } else {
        const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
        places = {folder / "../hosts", folder / "../../hosts", folder / "../share/ninefold/hosts"};
    }
    std::string tried;
    for (const fs::path& place : places) {
        const fs::path path = fs::weakly_canonical(place, error);
        if (fs::exists(path / "python" / "ninefold_host.py", error)) return path;
        tried += fmt::format("{}{}", tried.empty() ? "" : ", ", path.string());
    }
    return fail("the hosts that run such bots were not found in {}; NINEFOLD_HOSTS can name "
                "their folder",
                tried);
}

base::Result<BotSource> plan_command(const BotName& name, const PlanContext& context) {
    if (name.command.empty()) return fail("no command is named behind the colon, as in ugi:./bot");
    ProgramPlan program(context.rules);
    process::ProcessSpec& spec = program.spec;
    spec.command.arguments = name.command;
    spec.protocol = name.protocol();
    spec.options = name.options;
    const bool is_shown = TRY(find_interpreter(program, context.rules));
    spec.sandbox.own = process::own_files(spec.command);
    if (is_shown) std::erase(spec.sandbox.own, spec.command.arguments.front());
    spec.name = short_name(spec.command.arguments, spec.sandbox.own);
    program.source.description =
        fmt::format("program, {} ({})", facts(spec.protocol).label, command_text(name.command));
    if (spec.protocol == process::Protocol::kCodingame) {
        TRY(give_functions_of_codingame(program, context.rules));
    }
    return plan_program(std::move(program), context);
}

}  // namespace ninefold::sources
