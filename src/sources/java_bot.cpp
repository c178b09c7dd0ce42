// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/temporary_folder.h"
#include "base/try.h"
#include "process/tool.h"
#include "sources/program_plan.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;

constexpr std::chrono::seconds kBuildLimit{180};
constexpr std::chrono::seconds kCompileLimit{60};

/// The folder of the host, built.
base::Result<fs::path> ready_host(const fs::path& hosts) {
    fs::path host = hosts / "java";
    std::error_code error;
    if (fs::exists(host / "build/ninefold-host.jar", error)) return host;
    const auto said = TRY(process::run_tool({(host / "build.sh").string()}, kBuildLimit));
    if (said.code != 0) {
        return fail("the host of Java bots could not be built: {}", base::quoted(said.errors, 300));
    }
    return host;
}

/// The heap leaves room for the machine itself: its code, classes, stacks and the compiler.
std::string heap_option(std::uint64_t memory_bytes) {
    const std::uint64_t heap = std::max<std::uint64_t>(memory_bytes * 5 / 8 >> 20, 16);
    return fmt::format("-Xmx{}m", heap);
}

/// The file's own name. Build tools give every folder of classes the same few names: then it is
/// that of the folder around.
std::string short_name(const fs::path& path) {
    constexpr std::array kBuilt = {"out",  "bin",        "build", "classes", "target",
                                   "dist", "production", "main",  "java"};
    fs::path named = path;
    std::error_code error;
    while (fs::is_directory(named, error) && named.has_filename() &&
           std::find(kBuilt.begin(), kBuilt.end(), named.filename()) != kBuilt.end()) {
        named = named.parent_path();
    }
    return named.has_filename() ? named.stem().string() : path.stem().string();
}

/// The classes of a source file, compiled where the bot itself will run, so that it is made of
/// nothing that it cannot see. Removed with the last user.
class CompiledSource {
public:
    /// A jar; empty where the source does not compile. The first call compiles, and again one whose
    /// bot sees other files. Any thread.
    fs::path jar(const process::ProcessSpec& spec, process::ProcessSupervisor& supervisor) {
        const std::lock_guard lock(lock_);
        const auto [known, is_new] = jars_.try_emplace(spec.sandbox.hidden);
        if (is_new) known->second = compile(spec, supervisor);
        return known->second;
    }

private:
    fs::path compile(const process::ProcessSpec& spec, process::ProcessSupervisor& supervisor) {
        const fs::path& source = spec.sandbox.own.front();
        process::ConfinedProgram compiler = spec;
        auto& words = compiler.command.arguments;
        words.insert(words.end(), {"-XX:TieredStopAtLevel=1", "--compile", source.string(), "-"});
        const auto said = supervisor.run_tool(compiler, kCompileLimit);
        if (!said || said->code != 0 || said->output.empty()) return {};
        if (!folder_) {
            auto made = base::TemporaryFolder::make();
            if (!made) return {};
            folder_.emplace(std::move(*made));
        }
        // One folder for each: the bot sees what lies beside its file.
        std::error_code error;
        const fs::path place = folder_->path() / std::to_string(jars_.size());
        fs::create_directory(place, error);
        fs::path jar = place / (source.stem().string() + ".jar");
        return base::write_file(jar, {said->output}) ? jar : fs::path();
    }

    std::mutex lock_;
    std::optional<base::TemporaryFolder> folder_;
    std::map<Paths, fs::path> jars_;  ///< by what the bot does not see
};

/// Without the bot's file as the last argument.
ProgramPlan java_program(const fs::path& path, const std::string& member, const fs::path& host,
                         const HouseRules& rules) {
    ProgramPlan program(rules);
    process::ProcessSpec& spec = program.spec;
    spec.name = short_name(path);
    if (!member.empty()) spec.name = member.substr(member.rfind('.') + 1);
    program.source.description =
        fmt::format("Java, uttt.game.PlayerInterface ({}{}{})", path.filename().string(),
                    member.empty() ? "" : "#", member);
    spec.command.folder = path.parent_path();
    spec.command.arguments = {(host / "java-host").string()};
    if (rules.sandbox.memory_bytes > 0) {
        spec.command.arguments.push_back(heap_option(rules.sandbox.memory_bytes));
    }
    if (rules.single_block) spec.options.emplace_back("SingleBlock", "true");
    program.source.kind = BotKind::kHosted;
    program.source.plays_single_block = true;
    spec.sandbox.own = {path};
    return program;
}

}  // namespace

base::Result<BotSource> plan_java_bot(const BotName& name, const PlanContext& context) {
    const auto hosts = TRY(find_hosts(context.rules.hosts));
    const std::string java_home = process::environment_value("JAVA_HOME");
    if (java_home.empty() && process::find_on_path("java").empty()) {
        return fail("{} is a Java bot, and java is not installed (Debian: openjdk-17-jdk-headless)",
                    name.path.filename().string());
    }
    const auto host = TRY(ready_host(hosts));
    const std::string member = name.member.value_or("");
    ProgramPlan program = java_program(name.path, member, host, context.rules);
    process::SandboxOptions& sandbox = program.spec.sandbox;
    if (!java_home.empty()) {
        sandbox.environment.emplace_back("JAVA_HOME", java_home);
        if (!process::is_system(java_home)) sandbox.read_only.emplace_back(java_home);
    }
    // At its own path: its archive of classes, which makes it start fast, is no good at another.
    sandbox.read_only.push_back(host);

    BotSource source = plan_program(program, context);
    source.make = [given = std::move(program.spec), member, cores = context.rules.cores,
                   supervisor = context.supervisor,
                   compiled = std::make_shared<CompiledSource>()](int slot, const Paths& hidden) {
        process::ProcessSpec spec = spec_of_slot(given, cores, slot, hidden);
        const fs::path bot = given.sandbox.own.front();
        const fs::path jar =
            bot.extension() == ".java" ? compiled->jar(spec, *supervisor) : fs::path();
        auto& words = spec.command.arguments;
        words.push_back(bot.string() + (member.empty() ? "" : '#' + member));
        if (!jar.empty()) {  // beside the source, not in its place: its resources lie there
            words.push_back(jar.string());
            spec.sandbox.own.push_back(jar);
        }
        return process::make_process_bot(std::move(spec), supervisor);
    };
    return source;
}

}  // namespace ninefold::sources
