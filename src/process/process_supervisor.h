// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "process/bot_process.h"
#include "process/sandbox.h"
#include "process/stderr_reader.h"
#include "process/tool.h"

namespace ninefold::process {

/// Looks after the processes of all process bots of a program, on a thread of its own: starts them,
/// and freezes those that rest while their opponent thinks. What they write to standard error is
/// read on another thread, because a bot can make that slow. One object for the program, shared by
/// its bots; any thread may call it. From its making on, this process ignores SIGPIPE, because a
/// bot may close its input at any time.
class ProcessSupervisor {
public:
    /// `control_groups`: whether they are used; false is as on machines that have none.
    explicit ProcessSupervisor(bool control_groups = true);
    /// Precondition: all its processes have been given back.
    ~ProcessSupervisor();
    ProcessSupervisor(const ProcessSupervisor&) = delete;
    ProcessSupervisor& operator=(const ProcessSupervisor&) = delete;

    /// Whether bots can be sandboxed here; tried at the first call, and again while this machine
    /// has no room to try it.
    base::Result<const Sandbox*> sandbox();

    /// What a sandboxed bot sees of its own, copied unless a living bot has the same copy. Null
    /// where it is not sandboxed.
    base::Result<SharedCopy> take_files(const ConfinedProgram& program);
    /// How a bot would be started in a control group, or why it cannot be. `files` are
    /// take_files'.
    base::Result<LaunchPlan> plan(const ConfinedProgram& program, const PrivateCopy* files,
                                  const Cgroup& group);
    /// Starts a bot, in its control group as far as there are any.
    base::Result<std::shared_ptr<BotProcess>> start(const ConfinedProgram& program,
                                                    const PrivateCopy* files);
    /// Runs a program as a bot would be, without anything to read, and waits for its end.
    base::Result<ToolOutput> run_tool(const ConfinedProgram& program, std::chrono::seconds limit);
    /// What of the options is not enforced on this machine; makes and removes a control group.
    std::vector<std::string> notes(const SandboxOptions& options);

    /// The process rests from now on.
    void rest(BotProcess& process);
    /// Ends it, waits until nothing of it is left, and forgets it.
    void give_back(const std::shared_ptr<BotProcess>& process);

private:
    using Job = std::function<void()>;

    std::unique_ptr<Cgroup> make_group(const SandboxOptions& options);
    base::Result<std::shared_ptr<BotProcess>> start_here(const ConfinedProgram& program,
                                                         const PrivateCopy* files);
    template <typename Work>
    auto run_on_thread(Work work);
    void run();
    void run_jobs();
    std::optional<BotProcess::Clock::time_point> keep_at_rest();
    void wait_until(std::optional<BotProcess::Clock::time_point> time);
    void signal() const;

    bool control_groups_;
    std::once_flag site_found_;
    CgroupSite site_;
    std::mutex sandbox_lock_;
    std::optional<base::Result<Sandbox>> sandbox_;  ///< never changed once it is there
    std::atomic<unsigned> next_group_{0};
    std::mutex files_lock_;
    std::map<std::string, std::weak_ptr<const PrivateCopy>> files_;  ///< by PrivateCopy::key

    StderrReader stderr_reader_;
    base::FileDescriptor wakeup_;  ///< eventfd
    /// True while the thread sleeps for longer than a bot may rest awake; a bot that begins to rest
    /// wakes it.
    std::atomic<bool> asleep_{false};
    std::mutex lock_;
    std::vector<Job> jobs_;
    bool ending_ = false;
    std::set<std::shared_ptr<BotProcess>> processes_;
    std::thread thread_;
};

}  // namespace ninefold::process
