// SPDX-License-Identifier: MIT
#include "bots/java_bot.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "base/foreign_text.h"
#include "bots/command_bot.h"
#include "bots/hosts.h"
#include "bots/tool.h"

namespace ninefold::bots {

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
    const auto said = run_tool({(host / "build.sh").string()}, kBuildLimit);
    if (!said) return said.error();
    if (said->code != 0) {
        return fail("the host of Java bots could not be built: {}",
                    base::quoted(said->errors, 300));
    }
    return host;
}

/// A folder of classes that is removed with its last user.
class CompiledFolder {
public:
    ~CompiledFolder() {
        std::error_code error;
        if (!folder_.empty()) fs::remove_all(folder_, error);
    }

    /// The folder with the classes of `source`; empty where it does not compile. The first call
    /// compiles. Any thread.
    fs::path of(const fs::path& source, const fs::path& host) {
        std::call_once(once_, [&] { compile(source, host); });
        return folder_;
    }

private:
    void compile(const fs::path& source, const fs::path& host) {
        std::error_code error;
        std::string folder = (fs::temp_directory_path(error) / "ninefold-java-XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr) return;
        folder_ = folder;
        // The bots of a match may be run under another user of the sandbox.
        fs::permissions(folder_, fs::perms(0755), error);
        const auto said = run_tool({(host / "java-host").string(), "-XX:TieredStopAtLevel=1",
                                    "--compile", source.string(), folder},
                                   kCompileLimit);
        if (said && said->code == 0) return;
        fs::remove_all(folder_, error);
        folder_.clear();
    }

    std::once_flag once_;
    fs::path folder_;
};

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

ProgramPlan program_of(const fs::path& path, const std::string& member, const fs::path& host,
                       const HouseRules& rules) {
    ProgramPlan program;
    program.name = short_name(path);
    if (!member.empty()) program.name = member.substr(member.rfind('.') + 1);
    program.description = fmt::format("Java, uttt.game.PlayerInterface ({}{}{})",
                                      path.filename().string(), member.empty() ? "" : "#", member);
    program.command.folder = path.parent_path();
    program.command.arguments = {(host / "java-host").string()};
    if (rules.sandbox.memory_bytes > 0) {
        program.command.arguments.push_back(heap_option(rules.sandbox.memory_bytes));
    }
    if (rules.single_block) program.options.emplace_back("SingleBlock", "true");
    program.is_hosted = true;
    program.files = {path};
    program.read_only = {host};
    return program;
}

}  // namespace

base::Result<BotPlan> plan_java_bot(const fs::path& path, const std::string& member,
                                    const HouseRules& house, std::shared_ptr<Keeper> keeper) {
    HouseRules rules = house;
    const auto hosts = find_hosts(rules.hosts);
    if (!hosts) return hosts.error();
    const char* java_home = std::getenv("JAVA_HOME");
    const bool named = java_home != nullptr && *java_home != '\0';
    if (!named && find_on_path("java").empty()) {
        return fail("{} is a Java bot, and java is not installed (Debian: openjdk-17-jdk-headless)",
                    path.filename().string());
    }
    const auto host = ready_host(*hosts);
    if (!host) return host.error();
    if (named) {
        rules.sandbox.environment.emplace_back("JAVA_HOME", java_home);
        if (!is_in_system(java_home)) rules.sandbox.read_only.emplace_back(java_home);
    }

    const ProgramPlan program = program_of(path, member, *host, rules);
    BotPlan plan = plan_program(program, rules, keeper);
    plan.plays_single_block = true;
    plan.make = [program, member, rules, keeper, host = *host, source = path,
                 compiled = std::make_shared<CompiledFolder>()](int slot, const Paths& hidden) {
        ProgramPlan mine = program;
        fs::path bot = source;
        if (source.extension() == ".java") {
            const fs::path folder = compiled->of(source, host);
            if (!folder.empty()) bot = folder;
            if (!folder.empty()) mine.read_only.push_back(folder);
        }
        mine.command.arguments.push_back(bot.string() + (member.empty() ? "" : '#' + member));
        return make_process_bot(process_spec(mine, rules, slot, hidden), keeper);
    };
    return plan;
}

}  // namespace ninefold::bots
