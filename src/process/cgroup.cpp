// SPDX-License-Identifier: MIT
#include "process/cgroup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "base/file_contents.h"
#include "base/own_groups.h"
#include "base/split.h"
#include "process/process_tree.h"
#include "process/referee_mark.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNamePrefix = "ninefold-";

bool write_file(const fs::path& path, std::string_view text) {
    const base::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file &&
           ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// Hands memory, pids and cpu on to the groups below `folder`, moving this process out of the way
/// where it is alone in there.
void delegate_controllers(const fs::path& folder) {
    constexpr std::string_view kWanted[] = {"memory", "pids", "cpu"};
    const std::string available = kernel_file(folder / "cgroup.controllers");
    const auto names = base::split_words(available);
    std::string request;
    for (const std::string_view name : kWanted) {
        if (std::ranges::find(names, name) != names.end()) request += fmt::format("+{} ", name);
    }
    if (request.empty() || ::access((folder / "cgroup.subtree_control").c_str(), W_OK) != 0) return;
    if (write_file(folder / "cgroup.subtree_control", request)) return;
    const std::string members = kernel_file(folder / "cgroup.procs");
    if (members != fmt::format("{}\n", ::getpid())) return;
    const fs::path aside = folder / fmt::format("{}{}-referee", kNamePrefix, referee_id());
    if (::mkdir(aside.c_str(), 0755) != 0) return;
    if (!write_file(aside / "cgroup.procs", "0")) return;
    if (!write_file(folder / "cgroup.subtree_control", request)) {
        write_file(folder / "cgroup.procs", "0");
        ::rmdir(aside.c_str());
    }
}

/// Microseconds of each period of 100,000.
std::string cpu_share(double cpus) {
    return std::to_string(static_cast<std::int64_t>(cpus * 100'000));
}

/// True where the kernel sees to all of them at once.
bool kill_members(const fs::path& folder) {
    if (write_file(folder / "cgroup.kill", "1")) return true;
    std::ifstream members(folder / "cgroup.procs");
    for (pid_t pid = 0; members >> pid;) {
        if (pid > 0) ::kill(pid, SIGKILL);
    }
    return false;
}

/// True once the program that made the group has ended.
bool is_abandoned(const fs::path& folder) {
    const std::string name = folder.filename().string();
    if (!name.starts_with(kNamePrefix)) return false;
    const std::string_view id = std::string_view(name).substr(kNamePrefix.size());
    return has_ended(id.substr(0, id.rfind('-')));
}

/// Removing a group fails until its last zombie is reaped, which the kernel does on its own time.
void remove_group(const fs::path& folder, bool kills_members) {
    for (int i = 0; i < 1000 && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
        if (kills_members) kill_members(folder);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// Kills what is left in the groups of ended programs, and removes them.
void remove_abandoned_groups(const fs::path& folder) {
    for (const fs::path& path : base::entries_of(folder)) {
        if (!is_abandoned(path)) continue;
        write_file(path / "cgroup.freeze", "0");
        write_file(path / "freezer.state", "THAWED");
        remove_group(path, true);
    }
}

}  // namespace

std::string group_name(unsigned number) {
    return fmt::format("{}{}-{}", kNamePrefix, referee_id(), number);
}

CgroupSite CgroupSite::look() {
    CgroupSite site;
    for (const base::OwnGroup& group :
         base::own_groups(kernel_file("/proc/self/mountinfo"), kernel_file("/proc/self/cgroup"))) {
        if (group.folder.empty()) continue;
        if (group.controller.empty()) {
            site.unified = group.folder;
        } else {
            site.controllers[group.controller] = group.folder;
        }
    }
    return site;
}

CgroupSite CgroupSite::find() {
    CgroupSite site = look();
    if (!site.unified.empty()) {
        delegate_controllers(site.unified);
        remove_abandoned_groups(site.unified);
    }
    for (const auto& [name, folder] : site.controllers) remove_abandoned_groups(folder);
    return site;
}

Cgroup::Cgroup(const CgroupSite& site, std::string_view name, const GroupLimits& limits) {
    if (!site.unified.empty() && add_folder(site.unified / name)) {
        set_up_unified(folders_.back(), limits);
    }
    const auto add_controller = [&](bool is_needed, std::string_view controller) {
        const auto found = site.controllers.find(controller);
        return is_needed && found != site.controllers.end() && add_folder(found->second / name);
    };
    if (add_controller(limits.memory_bytes > 0 && !limits_memory_, "memory")) {
        const std::string bytes = std::to_string(limits.memory_bytes);
        limits_memory_ = write_file(folders_.back() / "memory.limit_in_bytes", bytes);
        write_file(folders_.back() / "memory.memsw.limit_in_bytes", bytes);
        memory_events_ = folders_.back() / "memory.oom_control";
        memory_peak_ = folders_.back() / "memory.max_usage_in_bytes";
    }
    if (add_controller(limits.processes > 0 && !limits_processes_, "pids")) {
        limits_processes_ =
            write_file(folders_.back() / "pids.max", std::to_string(limits.processes));
    }
    if (add_controller(idle_file_.empty(), "cpu")) {
        idle_file_ = folders_.back() / "cpu.idle";
        if (limits.cpus) {
            write_file(folders_.back() / "cpu.cfs_period_us", "100000");
            limits_cpu_ = write_file(folders_.back() / "cpu.cfs_quota_us", cpu_share(*limits.cpus));
        }
    }
    if (add_controller(!can_freeze(), "freezer")) {
        freeze_file_ = frozen_file_ = folders_.back() / "freezer.state";
        freeze_word_ = frozen_words_ = "FROZEN";
        thaw_word_ = "THAWED";
    }
}

Cgroup::~Cgroup() {
    entrances_.clear();
    for (const fs::path& folder : folders_) remove_group(folder, false);
}

bool Cgroup::add_folder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), 0755) != 0) return false;
    base::FileDescriptor entrance(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (!entrance) {
        ::rmdir(folder.c_str());
        return false;
    }
    entrances_.push_back(std::move(entrance));
    folders_.push_back(folder);
    return true;
}

void Cgroup::set_up_unified(const fs::path& folder, const GroupLimits& limits) {
    if (limits.memory_bytes > 0 &&
        write_file(folder / "memory.max", std::to_string(limits.memory_bytes))) {
        write_file(folder / "memory.swap.max", "0");
        write_file(folder / "memory.oom.group", "1");
        memory_events_ = folder / "memory.events";
        memory_peak_ = folder / "memory.peak";
        limits_memory_ = true;
    }
    if (limits.processes > 0) {
        limits_processes_ = write_file(folder / "pids.max", std::to_string(limits.processes));
    }
    if (limits.cpus) {
        limits_cpu_ = write_file(folder / "cpu.max", cpu_share(*limits.cpus) + " 100000");
    }
    if (::access((folder / "cpu.idle").c_str(), W_OK) == 0) idle_file_ = folder / "cpu.idle";
    if (::access((folder / "cgroup.freeze").c_str(), W_OK) == 0) {
        freeze_file_ = folder / "cgroup.freeze";
        frozen_file_ = folder / "cgroup.events";
        frozen_words_ = "frozen 1";
        freeze_word_ = "1";
        thaw_word_ = "0";
    }
}

std::vector<int> Cgroup::entrances() const {
    std::vector<int> numbers;
    for (const base::FileDescriptor& entrance : entrances_) numbers.push_back(entrance.number());
    return numbers;
}

void Cgroup::set_frozen(bool frozen) {
    write_file(freeze_file_, frozen ? freeze_word_ : thaw_word_);
}

bool Cgroup::is_frozen() const {
    return kernel_file(frozen_file_).find(frozen_words_) != std::string::npos;
}

void Cgroup::set_idle(bool idle) {
    if (idle == is_idle_ || idle_file_.empty()) return;
    is_idle_ = idle;
    write_file(idle_file_, idle ? "1" : "0");
}

/// Frozen, they cannot start others while they are being killed.
void Cgroup::kill_all() {
    set_frozen(true);
    for (const fs::path& folder : folders_) {
        if (kill_members(folder)) break;
    }
    set_frozen(false);
}

bool Cgroup::is_empty() const {
    for (const fs::path& folder : folders_) {
        if (!kernel_file(folder / "cgroup.procs").empty()) return false;
    }
    return true;
}

bool Cgroup::ran_out_of_memory() const {
    std::ifstream events(memory_events_);
    std::string word;
    for (long count = 0; events >> word >> count;) {
        if (word == "oom_kill" && count > 0) return true;
    }
    return false;
}

std::optional<std::uint64_t> Cgroup::peak_memory() const {
    std::ifstream peak(memory_peak_);
    std::uint64_t bytes = 0;
    if (!(peak >> bytes)) return std::nullopt;
    return bytes;
}

}  // namespace ninefold::process
