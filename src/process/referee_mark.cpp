// SPDX-License-Identifier: MIT
#include "process/referee_mark.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>

#include "base/split.h"
#include "process/kernel_file.h"
#include "process/process_tree.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "NINEFOLD_REFEREE=";

/// When a process began, by the kernel's count; empty where there is none.
std::string start_time(std::string_view pid) {
    const std::string stat = kernel_file(fmt::format("/proc/{}/stat", pid));
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) return "";
    const auto fields = base::split_words(std::string_view(stat).substr(name_end + 1));
    constexpr std::size_t kStart = 19;  // the 22nd of all, less the number and the name
    return fields.size() > kStart ? std::string(fields[kStart]) : "";
}

/// `pid:[4026531836]`: a process number means something within it only.
std::string pid_namespace() {
    std::error_code error;
    return fs::read_symlink("/proc/self/ns/pid", error).string();
}

/// Whether the mark is one of this namespace, and its program has ended.
bool is_abandoned(std::string_view mark) {
    const auto parts = base::split(mark, '/');
    return parts.size() == 3 && parts[0] == pid_namespace() && start_time(parts[1]) != parts[2];
}

bool is_ours(const fs::path& process) {
    struct stat owner {};
    return ::stat(process.c_str(), &owner) == 0 &&
           (owner.st_uid == ::geteuid() || ::geteuid() == 0);
}

}  // namespace

std::string referee_mark() {
    const std::string pid = std::to_string(::getpid());
    return fmt::format("{}{}/{}/{}", kName, pid_namespace(), pid, start_time(pid));
}

void kill_abandoned() {
    for (const pid_t pid : all_processes()) {
        const std::string folder = fmt::format("/proc/{}", pid);
        if (kernel_file(folder + "/comm") != "bwrap\n" || !is_ours(folder)) continue;
        const std::string environment = kernel_file(folder + "/environ");
        for (const std::string_view word : base::split(environment, '\0')) {
            if (word.starts_with(kName) && is_abandoned(word.substr(kName.size()))) {
                ::kill(pid, SIGKILL);
            }
        }
    }
}

}  // namespace ninefold::process
