// SPDX-License-Identifier: MIT
#include "bots/sandbox.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/foreign_text.h"
#include "base/words.h"
#include "bots/bot_process.h"
#include "bots/seccomp_filter.h"

namespace ninefold::bots {

namespace {

namespace fs = std::filesystem;
using base::fail;

constexpr const char* kSystemPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
constexpr const char* kAdvice =
    "install bubblewrap (apt install bubblewrap), allow user namespaces (sysctl "
    "kernel.unprivileged_userns_clone=1 where the kernel has it), or run trusted bots with "
    "--no-sandbox";

/// bwrap keeps its own standard output open, so that the end of the bot's would never show. Of
/// other descriptors it lets go.
constexpr const char* kTakeOutput = "exec \"$@\" >&3 3>&-";

/// What programs need of /etc: where libraries are, which alternatives are chosen, runtimes'
/// settings. Nothing that names people or holds secrets.
constexpr std::array kEtc = {"ld.so.cache", "ld.so.conf", "ld.so.conf.d",  "alternatives",
                             "localtime",   "mime.types", "nsswitch.conf", "python3"};

std::string environment_value(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// Folders that hold more than one bot's things: of these only the bot's own file is shown.
bool is_too_wide(const fs::path& folder) {
    const fs::path home = environment_value("HOME");
    if (!home.empty() && is_inside(home.lexically_normal(), folder)) return true;
    constexpr std::array kWide = {"/",     "/tmp",  "/var", "/var/tmp",
                                  "/home", "/root", "/opt", "/srv"};
    return std::any_of(kWide.begin(), kWide.end(),
                       [&](const char* wide) { return folder == wide; });
}

/// Builds the argument list of bwrap.
class Arguments {
public:
    explicit Arguments(LaunchPlan& plan) : plan_(plan) {}

    template <typename... Words>
    void add(const Words&... words) {
        (plan_.command.emplace_back(words), ...);
    }
    /// Passes a descriptor on and returns its number in the child.
    std::string inherit(FileDescriptor file) {
        plan_.inherited.push_back(std::move(file));
        return std::to_string((plan_.output_aside ? 3 : 2) + plan_.inherited.size());
    }
    void show(const fs::path& path) { add("--ro-bind", path.string(), path.string()); }
    void show_if_there(const fs::path& path) { add("--ro-bind-try", path.string(), path.string()); }

private:
    LaunchPlan& plan_;
};

base::Result<FileDescriptor> memory_file(std::string_view text) {
    FileDescriptor file(::memfd_create("etc", MFD_CLOEXEC));
    if (!file ||
        ::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        ::lseek(file.number(), 0, SEEK_SET) != 0) {
        return fail("cannot make a memory file");
    }
    return file;
}

void add_namespaces(Arguments& arguments, bool user_namespace) {
    arguments.add("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                  "--unshare-cgroup-try", "--hostname", "bot", "--die-with-parent", "--new-session",
                  "--cap-drop", "ALL", "--clearenv");
    if (user_namespace) arguments.add("--unshare-user", "--uid", "65534", "--gid", "65534");
}

/// Folders such as /lib that are links into /usr on the host are the same links inside.
void add_system(Arguments& arguments) {
    arguments.show("/usr");
    for (const char* name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
        std::error_code error;
        const fs::path path = fs::path("/") / name;
        if (fs::is_symlink(path, error)) {
            arguments.add("--symlink", fs::read_symlink(path, error).string(), path.string());
        } else {
            arguments.show_if_there(path);
        }
    }
    for (const char* name : kEtc) arguments.show_if_there(fs::path("/etc") / name);
    std::error_code error;
    fs::directory_iterator entry("/etc", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().filename().string().starts_with("java")) {
            arguments.show_if_there(entry->path());
        }
    }
}

void add_private_places(Arguments& arguments, const SandboxOptions& options) {
    const std::string size = std::to_string(options.tmp_bytes);
    arguments.add("--proc", "/proc", "--dev", "/dev");
    for (const char* place : {"/tmp", "/dev/shm"}) {
        arguments.add("--size", size, "--tmpfs", place);
    }
}

base::Result<void> add_users(Arguments& arguments) {
    auto users = memory_file("root:x:0:0:root:/:/bin/sh\nbot:x:65534:65534:bot:/tmp:/bin/sh\n");
    auto groups = memory_file("root:x:0:\nbot:x:65534:\n");
    if (!users) return users.error();
    if (!groups) return groups.error();
    arguments.add("--ro-bind-data", arguments.inherit(std::move(*users)), "/etc/passwd");
    arguments.add("--ro-bind-data", arguments.inherit(std::move(*groups)), "/etc/group");
    return {};
}

/// Shows the bot's own folder or, where that is too wide, its own files, and hides what was asked.
/// Returns all that is shown besides the system.
std::vector<fs::path> add_own_files(Arguments& arguments, const BotCommand& command,
                                    const fs::path& folder, const SandboxOptions& options) {
    std::error_code error;
    const std::vector<fs::path> own = own_files(command);
    std::vector<fs::path> shown;
    const auto show = [&](const fs::path& path) {
        if (is_system(path) || std::find(shown.begin(), shown.end(), path) != shown.end()) return;
        shown.push_back(path);
        arguments.show(path);
    };
    for (const fs::path& path : options.read_only) show(path.lexically_normal());
    if (!command.folder.empty() && !is_too_wide(folder)) show(folder);
    for (const fs::path& path : own) {
        const fs::path around = fs::is_directory(path, error) ? path : path.parent_path();
        show(is_too_wide(around) ? path : around);
    }
    for (const fs::path& hidden : options.hidden) {
        const fs::path path = fs::absolute(hidden, error).lexically_normal();
        const bool is_own = std::any_of(own.begin(), own.end(), [&](const fs::path& mine) {
            return path == mine || is_inside(mine, path);
        });
        const bool visible = std::any_of(shown.begin(), shown.end(), [&](const fs::path& place) {
            return path == place || is_inside(path, place);
        });
        if (is_own || !visible || !fs::exists(path, error)) continue;
        if (fs::is_directory(path, error)) arguments.add("--tmpfs", path.string());
        else arguments.add("--ro-bind", "/dev/null", path.string());
    }
    return shown;
}

void add_environment(Arguments& arguments, const SandboxOptions& options) {
    arguments.add("--setenv", "PATH", kSystemPath, "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR",
                  "/tmp", "--setenv", "LANG", "C.UTF-8");
    for (const auto& [name, value] : options.environment) arguments.add("--setenv", name, value);
}

/// Threads of this user, for a limit that counts all of them.
rlim_t tasks_of_user() {
    rlim_t count = 0;
    std::error_code error;
    fs::directory_iterator entry("/proc", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        struct stat owner {};
        if (::stat(entry->path().c_str(), &owner) != 0 || owner.st_uid != ::getuid()) continue;
        std::error_code gone;
        for (fs::directory_iterator task(entry->path() / "task", gone);
             !gone && task != fs::directory_iterator(); task.increment(gone)) {
            ++count;
        }
    }
    return count;
}

/// Limits of each process; memory and number of processes only where the group does not see to
/// them. RLIMIT_DATA counts private writable memory, so that runtimes may still reserve more.
void add_limits(LaunchPlan& plan, const SandboxOptions& options, const Cgroup& group) {
    plan.limits.emplace_back(RLIMIT_CORE, 0);
    plan.limits.emplace_back(RLIMIT_NOFILE, static_cast<rlim_t>(options.open_files));
    plan.limits.emplace_back(RLIMIT_FSIZE, options.tmp_bytes);
    plan.limits.emplace_back(RLIMIT_MEMLOCK, 64 * 1024);
    if (options.memory_bytes > 0 && !group.limits_memory()) {
        plan.limits.emplace_back(RLIMIT_DATA, options.memory_bytes);
    }
    if (options.processes > 0 && !group.limits_processes()) {
        plan.limits.emplace_back(RLIMIT_NPROC,
                                 tasks_of_user() + static_cast<rlim_t>(options.processes));
    }
}

/// Lets bwrap tell which process is the namespace's first.
base::Result<void> add_information(LaunchPlan& plan, Arguments& arguments) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail("cannot make a pipe");
    plan.namespace_info = FileDescriptor(ends[0]);
    arguments.add("--info-fd", arguments.inherit(FileDescriptor(ends[1])));
    return {};
}

/// Runs a short command and returns what it wrote to standard error; nothing where it succeeded.
std::optional<std::string> error_of(LaunchPlan plan) {
    auto started = launch(std::move(plan));
    if (!started) return started.error().message;
    BotProcess process(std::move(*started),
                       std::make_unique<Cgroup>(CgroupSite{}, "", GroupLimits{}), 4096);
    const ExitStatus status = process.exit_status(std::chrono::seconds(10));
    if (status.code == 0) return std::nullopt;
    process.drain_errors();
    const std::string text = process.log();
    return text.empty() ? status.sentence() : text;
}

}  // namespace

base::Result<Sandbox> Sandbox::find() {
    const auto program =
        find_program("bwrap", std::string(kSystemPath) + ":" + environment_value("PATH"), "/");
    if (!program) return fail("bots cannot be sandboxed: bwrap is not installed; {}", kAdvice);
    Sandbox sandbox;
    sandbox.bwrap_ = program->string();
    std::string reason;
    for (const bool user_namespace : {true, false}) {
        LaunchPlan plan;
        plan.command.push_back(sandbox.bwrap_);
        Arguments arguments(plan);
        add_namespaces(arguments, user_namespace);
        add_system(arguments);
        add_private_places(arguments, {});
        if (const auto added = add_information(plan, arguments); !added) return added.error();
        arguments.add("--", "/bin/true");
        const auto error = error_of(std::move(plan));
        if (!error) {
            sandbox.user_namespace_ = user_namespace;
            return sandbox;
        }
        if (reason.empty()) reason = *error;
    }
    return fail("bots cannot be sandboxed here: bwrap says {}; {}", base::quoted(reason, 300),
                kAdvice);
}

base::Result<LaunchPlan> Sandbox::plan(const BotCommand& command, const SandboxOptions& options,
                                       const Cgroup& group) const {
    const fs::path folder = working_folder(command);
    const auto words = resolved_arguments(command, kSystemPath);
    if (!words) return words.error();

    LaunchPlan plan;
    plan.output_aside = true;
    plan.command.push_back(bwrap_);
    Arguments arguments(plan);
    add_namespaces(arguments, user_namespace_);
    add_system(arguments);
    add_private_places(arguments, options);
    if (const auto added = add_users(arguments); !added) return added.error();
    const std::vector<fs::path> shown = add_own_files(arguments, command, folder, options);
    const bool sees_folder =
        is_system(folder) || std::any_of(shown.begin(), shown.end(), [&](const fs::path& place) {
            return is_inside(folder, place);
        });
    add_environment(arguments, options);
    auto filter = make_seccomp_filter(!options.cores.empty());
    if (!filter) return filter.error();
    if (const auto added = add_information(plan, arguments); !added) return added.error();
    arguments.add("--seccomp", arguments.inherit(std::move(*filter)));
    arguments.add("--remount-ro", "/dev", "--remount-ro", "/", "--chdir",
                  sees_folder ? folder.string() : "/tmp", "--", "/bin/sh", "-c", kTakeOutput, "sh");
    for (const std::string& word : *words) arguments.add(word);
    plan.group_entrances = group.entrances();
    plan.cores = options.cores;
    add_limits(plan, options, group);
    return plan;
}

base::Result<LaunchPlan> plan_without_sandbox(const BotCommand& command,
                                              const SandboxOptions& options, const Cgroup& group) {
    std::string search = environment_value("PATH");
    if (search.empty()) search = kSystemPath;
    auto words = resolved_arguments(command, search);
    if (!words) return words.error();

    LaunchPlan plan;
    plan.guarded = true;
    plan.command = std::move(*words);
    plan.folder = working_folder(command).string();
    plan.environment = {"PATH=" + search, "LANG=C.UTF-8"};
    for (const char* name : {"HOME", "TMPDIR", "USER", "JAVA_HOME"}) {
        const std::string value = environment_value(name);
        if (!value.empty()) plan.environment.push_back(fmt::format("{}={}", name, value));
    }
    for (const auto& [name, value] : options.environment) {
        plan.environment.push_back(fmt::format("{}={}", name, value));
    }
    plan.group_entrances = group.entrances();
    plan.cores = options.cores;
    add_limits(plan, options, group);
    return plan;
}

std::vector<std::string> not_enforced(const SandboxOptions& options, const Cgroup& group) {
    std::vector<std::string> notes;
    if (!options.enabled) {
        notes.emplace_back("bots run without a sandbox: they can read your files, use the network "
                           "and disturb each other");
    }
    if (options.memory_bytes > 0 && !group.limits_memory()) {
        notes.emplace_back("no memory control group: each process of a bot is limited, their sum "
                           "is not");
    }
    if (options.processes > 0 && !group.limits_processes()) {
        notes.emplace_back(::geteuid() == 0
                               ? "no pids control group, and root is exempt from the limit of "
                                 "processes: a fork bomb is not contained"
                               : "no pids control group: the number of a bot's processes is only "
                                 "limited together with yours");
    }
    if (options.cpus && !group.limits_cpu()) {
        notes.emplace_back("no cpu control group: the share of processor time is not limited");
    }
    if (!group.can_freeze()) {
        notes.emplace_back("no control group can freeze: a resting bot is stopped by signals");
    }
    return notes;
}

}  // namespace ninefold::bots
