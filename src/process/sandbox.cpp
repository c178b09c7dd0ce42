// SPDX-License-Identifier: MIT
#include "process/sandbox.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <random>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/try.h"
#include "process/process_tree.h"
#include "process/referee_mark.h"
#include "process/sandbox_check.h"
#include "process/seccomp_filter.h"
#include "process/tool.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;
using base::fail;
using base::FileDescriptor;

constexpr std::chrono::seconds kSandboxProbeLimit{20};
constexpr const char* kSystemPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
constexpr const char* kAdvice =
    "install bubblewrap (apt install bubblewrap), allow user namespaces (sysctl "
    "kernel.unprivileged_userns_clone=1 where the kernel has it; in Docker --security-opt "
    "seccomp=unconfined --security-opt systempaths=unconfined), or run trusted bots with "
    "--no-sandbox";

/// bwrap keeps its own standard output open, so that the end of the bot's would never show. Of
/// other descriptors it lets go.
constexpr const char* kTakeOutput = "exec \"$@\" >&3 3>&-";

/// What programs need of /etc: where libraries are, which alternatives are chosen, runtimes'
/// settings. Nothing that names people or holds secrets.
constexpr std::array kEtc = {"ld.so.cache", "ld.so.conf", "ld.so.conf.d",  "alternatives",
                             "localtime",   "mime.types", "nsswitch.conf", "python3"};

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
    void show_if_there(const fs::path& path) { add("--ro-bind-try", path.string(), path.string()); }

private:
    LaunchPlan& plan_;
};

base::Result<FileDescriptor> memory_file(std::string_view text) {
    FileDescriptor file(::memfd_create("etc", MFD_CLOEXEC));
    if (!file ||
        ::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        ::lseek(file.number(), 0, SEEK_SET) != 0) {
        return base::failed_call("cannot make a memory file", errno);
    }
    return file;
}

/// Users that no system gives to people or services for good (systemd's range of passing users).
/// Each bot has one of its own, because the kernel counts much by user: processes, pipes, signals.
constexpr uid_t kFirstUser = 61184;
constexpr unsigned kUsers = 4096;
/// The bot's own name for itself in a user namespace.
constexpr uid_t kNobody = 65534;

void add_namespaces(Arguments& arguments, Confinement confinement) {
    arguments.add("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                  "--unshare-cgroup-try", "--hostname", "bot", "--die-with-parent", "--new-session",
                  "--clearenv", "--cap-drop", "ALL");
    switch (confinement) {
        case Confinement::kUserNamespace:
        case Confinement::kOwnUserInNamespace:
            arguments.add("--unshare-user", "--uid", std::to_string(kNobody), "--gid",
                          std::to_string(kNobody));
            break;
        case Confinement::kOwnUser:
            for (const char* right : {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"}) {
                arguments.add("--cap-add", right);
            }
            break;
        case Confinement::kSetuidBubblewrap: break;
    }
}

/// Ends what the namespaces' first process still may.
void add_change_of_user(Arguments& arguments, uid_t user) {
    const std::string number = std::to_string(user);
    arguments.add("/usr/bin/setpriv", "--reuid", number, "--regid", number, "--clear-groups",
                  "--bounding-set", "-all", "--inh-caps", "-all", "--");
}

/// Folders such as /lib that are links into /usr on the host are the same links inside.
void add_system(Arguments& arguments) {
    arguments.add("--ro-bind", "/usr", "/usr");
    for (const char* name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
        std::error_code error;
        const fs::path path = fs::path("/") / name;
        if (fs::is_symlink(path, error)) {
            arguments.add("--symlink", fs::read_symlink(path, error).string(), path.string());
        } else {
            arguments.show_if_there(path);
        }
    }
    arguments.add("--perms", "0755", "--dir", "/etc");
    for (const char* name : kEtc) arguments.show_if_there(fs::path("/etc") / name);
    for (const fs::path& entry : base::entries_of("/etc")) {
        if (entry.filename().string().starts_with("java")) arguments.show_if_there(entry);
    }
}

/// /proc is read-only, so that no setting of the kernel can be written, and without the namespace's
/// first process, whose memory would else be open to a bot of the same user. /dev/pts is empty:
/// pseudo-terminals are counted for the whole machine.
void add_private_places(Arguments& arguments, const SandboxOptions& options) {
    const std::string size = std::to_string(options.tmp_bytes);
    arguments.add("--proc", "/proc", "--size", "4096", "--perms", "0555", "--tmpfs", "/proc/1",
                  "--remount-ro", "/proc/1", "--remount-ro", "/proc", "--dev", "/dev", "--size",
                  "4096", "--perms", "0555", "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts");
    for (const char* place : {"/tmp", "/dev/shm"}) {
        arguments.add("--size", size, "--perms", "1777", "--tmpfs", place);
    }
}

base::Result<void> add_users(Arguments& arguments, uid_t user) {
    auto users = memory_file(
        fmt::format("root:x:0:0:root:/:/bin/sh\nbot:x:{0}:{0}:bot:/tmp:/bin/sh\n", user));
    auto groups = memory_file(fmt::format("root:x:0:\nbot:x:{}:\n", user));
    if (!users) return users.error();
    if (!groups) return groups.error();
    for (auto& [file, place] : {std::pair(&users, "/etc/passwd"), {&groups, "/etc/group"}}) {
        arguments.add("--perms", "0444", "--ro-bind-data", arguments.inherit(std::move(**file)),
                      place);
    }
    return {};
}

/// The folders around a place, which bwrap would make for the sandbox's first process alone.
void add_way_to(Arguments& arguments, const fs::path& place) {
    fs::path folder("/");
    for (const fs::path& part : place.parent_path().relative_path()) {
        folder /= part;
        if (folder != "/tmp") arguments.add("--perms", "0755", "--dir", folder.string());
    }
}

void add_environment(Arguments& arguments, const SandboxOptions& options) {
    arguments.add("--setenv", "PATH", kSystemPath, "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR",
                  "/tmp", "--setenv", "LANG", "C.UTF-8");
    for (const auto& [name, value] : options.environment) arguments.add("--setenv", name, value);
}

/// Threads of a user, for a limit that counts all of them.
rlim_t tasks_of(uid_t user) {
    rlim_t count = 0;
    for (const pid_t pid : all_processes()) {
        const fs::path folder = fmt::format("/proc/{}", pid);
        struct stat owner {};
        if (::stat(folder.c_str(), &owner) != 0 || owner.st_uid != user) continue;
        count += base::entries_of(folder / "task").size();
    }
    return count;
}

/// Limits of each process; memory and number of processes only where the group does not see to
/// them. RLIMIT_DATA counts private writable memory, so that runtimes may still reserve more.
void add_limits(LaunchPlan& plan, const SandboxOptions& options, const Cgroup& group, uid_t user) {
    plan.limits.emplace_back(RLIMIT_CORE, 0);
    plan.limits.emplace_back(RLIMIT_NOFILE, static_cast<rlim_t>(options.open_files));
    plan.limits.emplace_back(RLIMIT_FSIZE, options.tmp_bytes);
    plan.limits.emplace_back(RLIMIT_MEMLOCK, 64 * 1024);
    // The organiser may have more, such as members of the audio group.
    plan.limits.emplace_back(RLIMIT_RTPRIO, 0);
    plan.limits.emplace_back(RLIMIT_NICE, 0);
    if (options.memory_bytes > 0 && !group.limits_memory()) {
        plan.limits.emplace_back(RLIMIT_DATA, options.memory_bytes);
    }
    if (options.processes > 0 && !group.limits_processes()) {
        plan.limits.emplace_back(RLIMIT_NPROC,
                                 tasks_of(user) + static_cast<rlim_t>(options.processes));
    }
}

/// The ways to try, best first.
std::vector<Confinement> confinements() {
    if (::geteuid() == 0) return {Confinement::kOwnUser, Confinement::kOwnUserInNamespace};
    return {Confinement::kUserNamespace, Confinement::kSetuidBubblewrap};
}

}  // namespace

Sandbox::Sandbox(std::string bwrap, Confinement confinement)
    : bwrap_(std::move(bwrap)),
      confinement_(confinement),
      // By chance, so that a bot cannot count from its user how many others there were.
      next_user_(std::make_shared<std::atomic<unsigned>>(std::random_device()())) {}

base::Result<Sandbox> Sandbox::find() {
    const auto program =
        find_program("bwrap", std::string(kSystemPath) + ":" + environment_value("PATH"), "/");
    if (!program) return fail("bots cannot be sandboxed: bwrap is not installed; {}", kAdvice);
    std::string reason;
    for (const Confinement confinement : confinements()) {
        Sandbox sandbox(program->string(), confinement);
        const ConfinedProgram checked{sandbox_probe(), {}};
        const uid_t starter = confinement == Confinement::kOwnUserInNamespace
                                  ? *sandbox.user_of_next_bot()
                                  : ::geteuid();
        const auto files = TRY(sandbox.take_files(checked));
        auto probe = TRY(sandbox.plan(checked, *files, Cgroup({}, "", {})));
        const auto said = run_tool(std::move(probe), kSandboxProbeLimit);
        if (!said && said.error().is_ours) return said.error();
        std::optional<std::string> fault;
        if (!said) fault = said.error().message;
        else if (said->code != 0) fault = "bwrap says " + base::quoted(said->errors, 300);
        else fault = sandbox_fault(said->output, starter);
        if (!fault) return sandbox;
        if (reason.empty()) reason = *fault;
    }
    return fail("bots cannot be sandboxed here: {}; {}", reason, kAdvice);
}

std::optional<uid_t> Sandbox::user_of_next_bot() const {
    switch (confinement_) {
        case Confinement::kOwnUser: return kFirstUser + (*next_user_)++ % kUsers;
        // One user for all, to whom the copies of the bots' files are shown.
        case Confinement::kOwnUserInNamespace: return kFirstUser + *next_user_ % kUsers;
        default: return std::nullopt;
    }
}

base::Result<SharedCopy> Sandbox::take_files(const ConfinedProgram& program) const {
    PrivateCopy::Readers readers;
    readers.other_user = ::geteuid() == 0;
    if (confinement_ == Confinement::kOwnUserInNamespace) readers.group = *user_of_next_bot();
    return PrivateCopy::take(program, readers);
}

base::Result<LaunchPlan> Sandbox::plan(const ConfinedProgram& program, const PrivateCopy& files,
                                       const Cgroup& group) const {
    const SandboxOptions& options = program.sandbox;
    const fs::path folder = working_folder(program.command);
    const auto words = TRY(resolved_arguments(program.command, kSystemPath));
    const std::optional<uid_t> user = user_of_next_bot();

    LaunchPlan plan;
    plan.output_aside = true;
    plan.command.push_back(bwrap_);
    plan.environment = {referee_mark()};
    if (confinement_ == Confinement::kOwnUserInNamespace) plan.user = user;
    Arguments arguments(plan);
    add_namespaces(arguments, confinement_);
    add_system(arguments);
    add_private_places(arguments, options);
    const bool changes_user = confinement_ == Confinement::kOwnUser;
    TRY(add_users(arguments, changes_user ? *user : kNobody));
    for (const PrivateCopy::Shown& shown : files.shown) {
        add_way_to(arguments, shown.place);
        arguments.add("--ro-bind", shown.source.string(), shown.place.string());
    }
    add_environment(arguments, options);
    auto filter = TRY(make_seccomp_filter({!options.cores.empty(), !group.can_freeze()}));
    arguments.add("--seccomp", arguments.inherit(std::move(filter)));
    const fs::path nowhere = is_system(folder) ? folder : "/tmp";
    arguments.add("--remount-ro", "/dev", "--remount-ro", "/", "--chdir",
                  files.places.inside_folder(folder).value_or(nowhere).string(), "--");
    if (changes_user) add_change_of_user(arguments, *user);
    arguments.add("/bin/sh", "-c", kTakeOutput, "sh");
    for (const std::string& word : words) arguments.add(files.places.inside(word));
    plan.group_entrances = group.entrances();
    plan.cores = options.cores;
    add_limits(plan, options, group, user.value_or(::getuid()));
    return plan;
}

base::Result<LaunchPlan> plan_without_sandbox(const ConfinedProgram& program, const Cgroup& group) {
    std::string search = environment_value("PATH");
    if (search.empty()) search = kSystemPath;
    auto words = TRY(resolved_arguments(program.command, search));

    LaunchPlan plan;
    plan.command = std::move(words);
    plan.folder = working_folder(program.command).string();
    plan.environment = {"PATH=" + search, "LANG=C.UTF-8"};
    for (const char* name : {"HOME", "TMPDIR", "USER", "JAVA_HOME"}) {
        const std::string value = environment_value(name);
        if (!value.empty()) plan.environment.push_back(fmt::format("{}={}", name, value));
    }
    for (const auto& [name, value] : program.sandbox.environment) {
        plan.environment.push_back(fmt::format("{}={}", name, value));
    }
    plan.group_entrances = group.entrances();
    plan.cores = program.sandbox.cores;
    add_limits(plan, program.sandbox, group, ::getuid());
    return plan;
}

std::vector<std::string> not_enforced(const SandboxOptions& options, const Cgroup& group) {
    std::vector<std::string> notes;
    if (!options.enabled) {
        notes.emplace_back("bots run without a sandbox: they can read your files, use the network "
                           "and disturb each other");
    }
    if (options.memory_bytes > 0 && !group.limits_memory()) {
        notes.emplace_back("no memory control group: only the private memory of each process of a "
                           "bot is limited, not their sum, nor memory that they share");
    }
    if (options.processes > 0 && !group.limits_processes()) {
        const bool exempt = ::geteuid() == 0 && !options.enabled;
        notes.emplace_back(exempt
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

}  // namespace ninefold::process
