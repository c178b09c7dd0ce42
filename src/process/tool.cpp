// SPDX-License-Identifier: MIT
#include "process/tool.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "process/bot_process.h"

namespace ninefold::process {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = std::size_t{64} << 20;
constexpr std::size_t kMostErrors = std::size_t{1} << 20;
constexpr rlim_t kMostMemory = rlim_t{2} << 30;  ///< what it reads may be a stranger's

/// Reads what there is; false at the end of the stream.
bool drain(int descriptor, std::string& text) {
    std::array<char, 1 << 14> part;
    const ssize_t size = ::read(descriptor, part.data(), part.size());
    if (size > 0 && text.size() < kMostOutput) {
        text.append(part.data(), static_cast<std::size_t>(size));
    }
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Reads both streams to their ends; false where the time was over before.
bool read_all(BotProcess& tool, std::string& output, Clock::time_point until) {
    std::array<pollfd, 2> events = {{{tool.output(), POLLIN, 0}, {tool.errors(), POLLIN, 0}}};
    while (events[0].fd >= 0 || events[1].fd >= 0) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0 || ::poll(events.data(), events.size(), static_cast<int>(left)) == 0) {
            return false;
        }
        if (events[0].revents != 0 && !drain(events[0].fd, output)) events[0].fd = -1;
        if (events[1].revents != 0 && !tool.drain_errors()) events[1].fd = -1;
    }
    return true;
}

}  // namespace

base::Result<ToolOutput> run_tool(std::vector<std::string> command, std::chrono::seconds limit) {
    LaunchPlan plan;
    plan.command = std::move(command);
    plan.limits.emplace_back(RLIMIT_DATA, kMostMemory);
    for (char** entry = environ; *entry != nullptr; ++entry) plan.environment.emplace_back(*entry);
    return run_tool(std::move(plan), limit);
}

base::Result<ToolOutput> run_tool(LaunchPlan plan, std::chrono::seconds limit,
                                  std::unique_ptr<Cgroup> group) {
    const std::string program = plan.command.front();
    auto launched = launch(std::move(plan));
    if (!launched) {
        return base::Error{fmt::format("{}: {}", program, launched.error().message),
                           launched.error().is_ours};
    }
    if (group == nullptr) group = std::make_unique<Cgroup>(CgroupSite{}, "", GroupLimits{});
    BotProcess tool(std::move(*launched), std::move(group), kMostErrors);
    tool.close_input();
    ToolOutput said;
    const auto until = Clock::now() + limit;
    if (!read_all(tool, said.output, until)) {
        return base::fail("{} did not end within {} s", program, limit.count());
    }
    said.errors = tool.log();
    const ExitStatus status = tool.exit_status(
        std::chrono::ceil<std::chrono::milliseconds>(std::max(until - Clock::now(), {})));
    if (!status.code && !status.signal) {
        return base::fail("{} did not end within {} s", program, limit.count());
    }
    said.code = status.code ? *status.code : 128 + *status.signal;
    return said;
}

}  // namespace ninefold::process
