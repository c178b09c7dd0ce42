// SPDX-License-Identifier: MIT
#include "process/process_supervisor.h"

#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <future>

#include "base/temporary_folder.h"
#include "base/try.h"
#include "process/referee_mark.h"

namespace ninefold::process {

namespace {

/// How long a bot may rest awake: instant opponents spare it the freezing.
constexpr std::chrono::milliseconds kFreezeAfter{2};
constexpr std::size_t kLogLimit = 64 * 1024;  ///< of standard error, for each bot

}  // namespace

ProcessSupervisor::ProcessSupervisor(bool control_groups)
    : control_groups_(control_groups),
      events_(::epoll_create1(EPOLL_CLOEXEC)),
      wakeup_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    ::signal(SIGPIPE, SIG_IGN);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = wakeup_.number();
    ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, wakeup_.number(), &event);
    thread_ = std::thread([this] { run(); });
}

ProcessSupervisor::~ProcessSupervisor() {
    {
        const std::lock_guard lock(lock_);
        ending_ = true;
    }
    signal();
    thread_.join();
}

template <typename Work>
auto ProcessSupervisor::run_on_thread(Work work) {
    // Shared: the thread may still be leaving it when its result is here.
    const auto task =
        std::make_shared<std::packaged_task<std::invoke_result_t<Work>()>>(std::move(work));
    {
        const std::lock_guard lock(lock_);
        jobs_.push_back([task] { (*task)(); });
    }
    signal();
    return task->get_future().get();
}

const base::Result<Sandbox>& ProcessSupervisor::sandbox() {
    std::call_once(sandbox_tried_, [this] {
        base::TemporaryFolder::remove_abandoned();
        kill_abandoned();
        sandbox_.emplace(run_on_thread(Sandbox::find));
    });
    return *sandbox_;
}

std::unique_ptr<Cgroup> ProcessSupervisor::make_group(const SandboxOptions& options) {
    std::call_once(site_found_, [this] {
        if (control_groups_) site_ = CgroupSite::find();
    });
    const GroupLimits limits{options.memory_bytes, options.processes, options.cpus};
    return std::make_unique<Cgroup>(site_, group_name(next_group_++), limits);
}

std::vector<std::string> ProcessSupervisor::notes(const SandboxOptions& options) {
    return not_enforced(options, *make_group(options));
}

base::Result<SharedCopy> ProcessSupervisor::take_files(const ConfinedProgram& program) {
    if (!program.sandbox.enabled) return SharedCopy();
    if (!sandbox()) return sandbox().error();
    const std::lock_guard lock(files_lock_);
    std::erase_if(files_, [](const auto& entry) { return entry.second.expired(); });
    auto& known = files_[PrivateCopy::key(program)];
    if (auto files = known.lock()) return files;
    auto files = sandbox()->take_files(program);
    if (files) known = *files;
    return files;
}

base::Result<LaunchPlan> ProcessSupervisor::plan(const ConfinedProgram& program,
                                                 const PrivateCopy* files, const Cgroup& group) {
    if (!program.sandbox.enabled) return plan_without_sandbox(program, group);
    return sandbox()->plan(program, *files, group);
}

base::Result<std::shared_ptr<BotProcess>> ProcessSupervisor::start(const ConfinedProgram& program,
                                                                   const PrivateCopy* files) {
    if (program.sandbox.enabled && !sandbox()) return sandbox().error();
    return run_on_thread([&] { return start_here(program, files); });
}

base::Result<std::shared_ptr<BotProcess>> ProcessSupervisor::start_here(
    const ConfinedProgram& program, const PrivateCopy* files) {
    auto group = make_group(program.sandbox);
    auto launched = TRY(launch(TRY(plan(program, files, *group))));
    auto process = std::make_shared<BotProcess>(std::move(launched), std::move(group), kLogLimit);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = process->errors();
    ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, process->errors(), &event);
    const std::lock_guard lock(lock_);
    processes_[process->errors()] = process;
    return process;
}

base::Result<ToolOutput> ProcessSupervisor::run_tool(const ConfinedProgram& program,
                                                     std::chrono::seconds limit) {
    const auto files = TRY(take_files(program));
    auto group = make_group(program.sandbox);
    auto planned = TRY(plan(program, files.get(), *group));
    return process::run_tool(std::move(planned), limit, std::move(group));
}

void ProcessSupervisor::rest(BotProcess& process) {
    process.rest();
    if (asleep_.exchange(false)) signal();
}

void ProcessSupervisor::give_back(const std::shared_ptr<BotProcess>& process) {
    process->kill();
    process->reap();
    {
        const std::lock_guard lock(lock_);
        processes_.erase(process->errors());
    }
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, process->errors(), nullptr);
}

void ProcessSupervisor::signal() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wakeup_.number(), &one, sizeof one);
}

void ProcessSupervisor::run_jobs() {
    std::vector<Job> jobs;
    {
        const std::lock_guard lock(lock_);
        jobs.swap(jobs_);
    }
    for (const Job& job : jobs) job();
}

/// Whether some bot still rests awake.
bool ProcessSupervisor::freeze_resting() {
    std::vector<std::shared_ptr<BotProcess>> resting;
    {
        const std::lock_guard lock(lock_);
        for (const auto& [descriptor, process] : processes_) {
            if (process->is_resting_awake()) resting.push_back(process);
        }
    }
    bool some_awake = false;
    for (const auto& process : resting) {
        process->freeze_if_resting_for(kFreezeAfter);
        some_awake = some_awake || process->is_resting_awake();
    }
    return some_awake;
}

/// Reads one pipe full at most; false once there is nothing more to come. The pipe is left alone
/// where its bot is forgotten: its number may already be another's.
bool ProcessSupervisor::drain(int descriptor) {
    std::shared_ptr<BotProcess> process;
    {
        const std::lock_guard lock(lock_);
        const auto found = processes_.find(descriptor);
        if (found == processes_.end()) return false;
        process = found->second;
    }
    if (process->drain_errors()) return true;
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, descriptor, nullptr);
    return false;
}

void ProcessSupervisor::run() {
    constexpr int kLookEvery = 1;  // milliseconds, while a bot rests awake
    std::array<epoll_event, 64> events;
    for (;;) {
        bool some_awake = freeze_resting();
        if (!some_awake) {
            // Announce the sleep, then look once more: a bot that rests after this look wakes us.
            asleep_.store(true);
            some_awake = freeze_resting();
        }
        const int count =
            ::epoll_wait(events_.number(), events.data(), static_cast<int>(events.size()),
                         some_awake ? kLookEvery : -1);
        asleep_.store(false);
        bool drained = false;
        for (int i = 0; i < count; ++i) {
            const int descriptor = events[static_cast<std::size_t>(i)].data.fd;
            if (descriptor == wakeup_.number()) {
                std::uint64_t signals = 0;
                [[maybe_unused]] const ssize_t size =
                    ::read(wakeup_.number(), &signals, sizeof signals);
            } else if (drain(descriptor)) {
                drained = true;
            }
        }
        run_jobs();
        {
            const std::lock_guard lock(lock_);
            if (ending_ && jobs_.empty()) return;
        }
        // A bot that floods its standard error is read at 256 MiB a second, not with a whole core.
        if (drained) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace ninefold::process
