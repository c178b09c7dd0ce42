// SPDX-License-Identifier: MIT
#include "process/process_supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
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
    : control_groups_(control_groups), wakeup_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    ::signal(SIGPIPE, SIG_IGN);
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

base::Result<const Sandbox*> ProcessSupervisor::sandbox() {
    const std::lock_guard lock(sandbox_lock_);
    if (!sandbox_) {
        base::TemporaryFolder::remove_abandoned();
        kill_abandoned();
        auto found = run_on_thread(Sandbox::find);
        if (!found && found.error().is_ours) return found.error();
        sandbox_ = std::move(found);
    }
    if (!*sandbox_) return sandbox_->error();
    return &**sandbox_;
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
    const Sandbox* const sandbox = TRY(this->sandbox());
    const std::lock_guard lock(files_lock_);
    std::erase_if(files_, [](const auto& entry) { return entry.second.expired(); });
    auto& known = files_[PrivateCopy::key(program)];
    if (auto files = known.lock()) return files;
    auto files = sandbox->take_files(program);
    if (files) known = *files;
    return files;
}

base::Result<LaunchPlan> ProcessSupervisor::plan(const ConfinedProgram& program,
                                                 const PrivateCopy* files, const Cgroup& group) {
    if (!program.sandbox.enabled) return plan_without_sandbox(program, group);
    return TRY(sandbox())->plan(program, *files, group);
}

base::Result<std::shared_ptr<BotProcess>> ProcessSupervisor::start(const ConfinedProgram& program,
                                                                   const PrivateCopy* files) {
    if (program.sandbox.enabled) TRY(sandbox());
    return run_on_thread([&] { return start_here(program, files); });
}

base::Result<std::shared_ptr<BotProcess>> ProcessSupervisor::start_here(
    const ConfinedProgram& program, const PrivateCopy* files) {
    auto group = make_group(program.sandbox);
    auto launched = TRY(launch(TRY(plan(program, files, *group))));
    auto process = std::make_shared<BotProcess>(std::move(launched), std::move(group), kLogLimit);
    stderr_reader_.add(process);
    const std::lock_guard lock(lock_);
    processes_.insert(process);
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
        processes_.erase(process);
    }
    stderr_reader_.remove(*process);
}

void ProcessSupervisor::signal() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wakeup_.number(), &one, sizeof one);
}

/// Starting many bots at once must not keep the others from being frozen.
void ProcessSupervisor::run_jobs() {
    std::vector<Job> jobs;
    {
        const std::lock_guard lock(lock_);
        jobs.swap(jobs_);
    }
    for (const Job& job : jobs) {
        job();
        keep_at_rest();
    }
}

/// When to look again; nothing where no bot needs it.
std::optional<BotProcess::Clock::time_point> ProcessSupervisor::keep_at_rest() {
    std::vector<std::shared_ptr<BotProcess>> resting;
    {
        const std::lock_guard lock(lock_);
        std::ranges::copy_if(processes_, std::back_inserter(resting),
                             [](const auto& process) { return process->needs_looks(); });
    }
    std::optional<BotProcess::Clock::time_point> next;
    for (const auto& process : resting) {
        const auto time = process->keep_at_rest(kFreezeAfter);
        if (time) next = std::min(next.value_or(*time), *time);
    }
    return next;
}

/// Or until there is a signal().
void ProcessSupervisor::wait_until(std::optional<BotProcess::Clock::time_point> time) {
    using std::chrono::milliseconds;
    int timeout = -1;
    if (time) {
        const auto left = std::chrono::ceil<milliseconds>(*time - BotProcess::Clock::now());
        timeout = static_cast<int>(std::max(left, milliseconds(0)).count());
    }
    pollfd event{wakeup_.number(), POLLIN, 0};
    if (::poll(&event, 1, timeout) <= 0) return;
    std::uint64_t signals = 0;
    [[maybe_unused]] const ssize_t size = ::read(wakeup_.number(), &signals, sizeof signals);
}

void ProcessSupervisor::run() {
    for (;;) {
        auto next = keep_at_rest();
        if (!next || *next > BotProcess::Clock::now() + kFreezeAfter) {
            // Announce the sleep, then look once more: a bot that rests after this look wakes us.
            asleep_.store(true);
            next = keep_at_rest();
        }
        wait_until(next);
        asleep_.store(false);
        run_jobs();
        const std::lock_guard lock(lock_);
        if (ending_ && jobs_.empty()) return;
    }
}

}  // namespace ninefold::process
