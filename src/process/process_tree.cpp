// SPDX-License-Identifier: MIT
#include "process/process_tree.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "base/file_contents.h"
#include "base/file_descriptor.h"
#include "base/number.h"
#include "base/split.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// From the kernel's lists of children, one a thread, where it has them.
std::vector<pid_t> children_of(pid_t pid) {
    static const bool has_lists = fs::exists("/proc/thread-self/children");
    std::vector<pid_t> children;
    if (has_lists) {
        for (const fs::path& task : base::entries_of(fmt::format("/proc/{}/task", pid))) {
            std::ifstream file(task / "children");
            for (pid_t child = 0; file >> child;) children.push_back(child);
        }
    } else {
        children = all_processes();
        std::erase_if(children, [&](pid_t child) { return process_stat(child).parent != pid; });
    }
    return children;
}

}  // namespace

std::string kernel_file(const fs::path& path) {
    const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return "";
    std::string contents;
    std::array<char, 4096> part;
    for (;;) {
        const ssize_t got = ::read(file.number(), part.data(), part.size());
        if (got < 0) return "";
        if (got == 0) return contents;
        contents.append(part.data(), static_cast<std::size_t>(got));
    }
}

ProcessStat process_stat(pid_t pid) {
    const std::string text = kernel_file(fmt::format("/proc/{}/stat", pid));
    const std::size_t name_end = text.rfind(')');  // the name before it may hold anything
    if (name_end == std::string::npos) return {};
    const auto fields = base::split_words(std::string_view(text).substr(name_end + 1));
    constexpr std::size_t kStart = 19;  // the 22nd of all, less the number and the name
    if (fields.size() <= kStart) return {};
    return {fields[0].front(), base::parse_number<pid_t>(fields[1]).value_or(0),
            std::string(fields[kStart])};
}

std::vector<pid_t> all_processes() {
    std::vector<pid_t> processes;
    for (const fs::path& entry : base::entries_of("/proc")) {
        const auto pid = base::parse_number<pid_t>(entry.filename().native());
        if (pid) processes.push_back(*pid);
    }
    return processes;
}

std::uint64_t peak_memory_of(pid_t pid) {
    constexpr std::string_view kPeak = "\nVmHWM:";
    const std::string status = kernel_file(fmt::format("/proc/{}/status", pid));
    const std::size_t at = status.find(kPeak);
    if (at == std::string::npos) return 0;
    return 1024 * std::strtoull(status.c_str() + at + kPeak.size(), nullptr, 10);
}

std::vector<pid_t> descendants(pid_t root) {
    std::vector<pid_t> all;
    std::vector<pid_t> open = {root};
    while (!open.empty()) {
        const pid_t pid = open.back();
        open.pop_back();
        for (const pid_t child : children_of(pid)) {
            open.push_back(child);
            const char state = process_stat(child).state;
            if (state != 'Z' && state != 'X') all.push_back(child);
        }
    }
    return all;
}

void signal_descendants(pid_t root, int signal) {
    std::set<pid_t> done;
    for (bool found_new = true; found_new;) {
        found_new = false;
        for (const pid_t pid : descendants(root)) {
            if (!done.insert(pid).second) continue;
            ::kill(pid, signal);
            found_new = true;
        }
    }
}

bool kill_descendants(pid_t root, int milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    for (;;) {
        const std::vector<pid_t> left = descendants(root);
        if (left.empty()) return true;
        for (const pid_t pid : left) ::kill(pid, SIGKILL);
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

}  // namespace ninefold::process
