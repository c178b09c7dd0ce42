// SPDX-License-Identifier: MIT
#include "process/process_tree.h"

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "base/number.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// State letter and parent from /proc/PID/stat; the name before them may hold anything.
struct Stat {
    char state = 'Z';
    pid_t parent = 0;
};

Stat read_stat(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string text;
    std::getline(file, text, '\0');
    const std::size_t close = text.rfind(')');
    Stat stat;
    if (close == std::string::npos || close + 4 > text.size()) return stat;
    stat.state = text[close + 2];
    stat.parent = static_cast<pid_t>(std::strtol(text.c_str() + close + 3, nullptr, 10));
    return stat;
}

/// From the kernel's lists of children, one a thread.
void append_children(pid_t pid, std::vector<pid_t>& found) {
    std::error_code error;
    fs::directory_iterator task(fmt::format("/proc/{}/task", pid), error);
    while (!error && task != fs::directory_iterator()) {
        std::ifstream file(task->path() / "children");
        for (pid_t child = 0; file >> child;) found.push_back(child);
        task.increment(error);  // fails where the process ends meanwhile
    }
}

void append_children_by_scan(pid_t pid, std::vector<pid_t>& found) {
    for (const pid_t child : all_processes()) {
        if (read_stat(child).parent == pid) found.push_back(child);
    }
}

}  // namespace

std::vector<pid_t> all_processes() {
    std::vector<pid_t> processes;
    std::error_code error;
    fs::directory_iterator entry("/proc", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (const auto pid = base::parse_number<pid_t>(name)) processes.push_back(*pid);
    }
    return processes;
}

std::uint64_t peak_memory_of(pid_t pid) {
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    std::string line;
    while (std::getline(status, line)) {
        constexpr std::string_view kPeak = "VmHWM:";
        if (line.starts_with(kPeak)) {
            return 1024 * std::strtoull(line.c_str() + kPeak.size(), nullptr, 10);
        }
    }
    return 0;
}

std::vector<pid_t> descendants(pid_t root) {
    static const bool has_lists = fs::exists("/proc/thread-self/children");
    std::vector<pid_t> all;
    std::vector<pid_t> open = {root};
    while (!open.empty()) {
        const pid_t pid = open.back();
        open.pop_back();
        std::vector<pid_t> children;
        if (has_lists) append_children(pid, children);
        else append_children_by_scan(pid, children);
        for (const pid_t child : children) {
            open.push_back(child);
            const char state = read_stat(child).state;
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
