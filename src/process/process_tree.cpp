// SPDX-License-Identifier: MIT
#include "process/process_tree.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
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

struct Descendant {
    pid_t pid;
    ProcessStat stat;
};

/// Visits every process below `root` as soon as it is found, ended ones included. The youngest
/// child comes first: it is the likeliest to run, and to end soon.
template <typename Visit>
void walk_below(pid_t root, Visit visit) {
    std::vector<pid_t> open = {root};
    while (!open.empty()) {
        std::vector<pid_t> children = children_of(open.back());
        open.pop_back();
        std::reverse(children.begin(), children.end());
        for (const pid_t child : children) {
            open.push_back(child);
            visit(Descendant{child, process_stat(child)});
        }
    }
}

std::vector<pid_t> threads_of(pid_t pid) {
    std::vector<pid_t> threads;
    for (const fs::path& entry : base::entries_of(fmt::format("/proc/{}/task", pid))) {
        const auto thread = base::parse_number<pid_t>(entry.filename().native());
        if (thread) threads.push_back(*thread);
    }
    return threads;
}

/// Runs, or would if something woke it. Who waits in the kernel ('D', as a parent in vfork) uses no
/// processor, and takes its SIGSTOP before it does.
bool is_awake(char state) { return state == 'R' || state == 'S'; }

/// Threads stop and continue together: the first one speaks for all while it lives.
char state_of(const Descendant& process) {
    char state = process.stat.state;
    if (state != 'Z') return state;
    for (const pid_t thread : threads_of(process.pid)) {
        const char other = process_stat(thread).state;
        if (other != 'Z') state = other;
        if (is_awake(other)) break;
    }
    return state;
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
    // The 14th, 15th, 20th and 22nd of all, less the number and the name.
    constexpr std::size_t kUser = 11, kKernel = 12, kThreads = 17, kStart = 19;
    if (fields.size() <= kStart) return {};
    const auto ticks = [&](std::size_t field) {
        return base::parse_number<std::int64_t>(fields[field]).value_or(0);
    };
    static const std::int64_t kTick = 1000 / ::sysconf(_SC_CLK_TCK);
    return {fields[0].front(), base::parse_number<pid_t>(fields[1]).value_or(0),
            base::parse_number<int>(fields[kThreads]).value_or(0), std::string(fields[kStart]),
            std::chrono::milliseconds(kTick * (ticks(kUser) + ticks(kKernel)))};
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

ProcessTable processes_below(pid_t root) {
    ProcessTable all;
    walk_below(root, [&](Descendant process) { all[process.pid] = std::move(process.stat); });
    return all;
}

std::vector<pid_t> descendants(pid_t root) {
    std::vector<pid_t> all;
    walk_below(root, [&](const Descendant& process) {
        if (process.stat.is_living()) all.push_back(process.pid);
    });
    return all;
}

void continue_descendants(pid_t root) {
    std::set<pid_t> all;
    for (int list = 0; list < 2; ++list) {
        for (const pid_t pid : descendants(root)) all.insert(pid);
    }
    for (const pid_t pid : all) ::kill(pid, SIGCONT);
}

bool stop_descendants(pid_t root, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    std::set<pid_t> told;
    bool some_awake = false;
    for (;;) {
        bool is_done = true;
        walk_below(root, [&](const Descendant& process) {
            if (!process.stat.is_living()) return;
            const char state = state_of(process);
            const bool is_new = told.insert(process.pid).second;
            if (state == 'T' || (!is_new && !is_awake(state))) return;
            ::kill(process.pid, SIGSTOP);
            some_awake = some_awake || is_awake(state);
            is_done = false;
        });
        if (is_done || std::chrono::steady_clock::now() > end) return !some_awake;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

bool kill_descendants(pid_t root, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    for (;;) {
        bool some_left = false;
        walk_below(root, [&](const Descendant& process) {
            if (!process.stat.is_living()) return;
            ::kill(process.pid, SIGKILL);
            some_left = true;
        });
        if (!some_left) return true;
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

}  // namespace ninefold::process
