// SPDX-License-Identifier: MIT
#include "process/referee_mark.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "base/number.h"
#include "base/split.h"
#include "process/process_tree.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "NINEFOLD_REFEREE=";

/// The number in `pid:[4026531836]`; empty where /proc does not tell.
std::string pid_namespace() {
    std::error_code error;
    const std::string link = fs::read_symlink("/proc/self/ns/pid", error).string();
    const std::size_t begin = link.find('[') + 1;
    return link.substr(begin, link.find(']') - begin);
}

bool is_ours(const fs::path& process) {
    struct stat owner {};
    return ::stat(process.c_str(), &owner) == 0 &&
           (owner.st_uid == ::geteuid() || ::geteuid() == 0);
}

}  // namespace

std::string referee_id() {
    return fmt::format("{}-{}-{}", pid_namespace(), ::getpid(), process_stat(::getpid()).start);
}

bool has_ended(std::string_view referee) {
    const auto parts = base::split(referee, '-');
    if (parts.size() != 3 || parts[0].empty() || parts[0] != pid_namespace()) return false;
    const auto pid = base::parse_number<pid_t>(parts[1]);
    if (!pid || *pid <= 0) return false;
    const std::string start = process_stat(*pid).start;
    if (!start.empty()) return start != parts[2];
    // Other users' processes may be hidden.
    return ::kill(*pid, 0) != 0 && errno == ESRCH;
}

std::string referee_mark() { return fmt::format("{}{}", kName, referee_id()); }

void kill_abandoned() {
    for (const pid_t pid : all_processes()) {
        const std::string folder = fmt::format("/proc/{}", pid);
        if (kernel_file(folder + "/comm") != "bwrap\n" || !is_ours(folder)) continue;
        const std::string environment = kernel_file(folder + "/environ");
        for (const std::string_view word : base::split(environment, '\0')) {
            if (word.starts_with(kName) && has_ended(word.substr(kName.size()))) {
                ::kill(pid, SIGKILL);
            }
        }
    }
}

}  // namespace ninefold::process
