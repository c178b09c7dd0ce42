// SPDX-License-Identifier: MIT
#include "bots/tool.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "bots/launch.h"

namespace ninefold::bots {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = std::size_t{4} << 20;

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
bool read_all(Launched& tool, ToolOutput& said, Clock::time_point until) {
    std::array<pollfd, 2> events = {
        {{tool.output.number(), POLLIN, 0}, {tool.errors.number(), POLLIN, 0}}};
    while (events[0].fd >= 0 || events[1].fd >= 0) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0 || ::poll(events.data(), events.size(), static_cast<int>(left)) == 0) {
            return false;
        }
        if (events[0].revents != 0 && !drain(events[0].fd, said.output)) events[0].fd = -1;
        if (events[1].revents != 0 && !drain(events[1].fd, said.errors)) events[1].fd = -1;
    }
    return true;
}

}  // namespace

base::Result<ToolOutput> run_tool(std::vector<std::string> command, std::chrono::seconds limit) {
    const std::string program = command.front();
    LaunchPlan plan;
    plan.command = std::move(command);
    for (char** entry = environ; *entry != nullptr; ++entry) plan.environment.emplace_back(*entry);
    auto tool = launch(std::move(plan));
    if (!tool) return base::fail("{}: {}", program, tool.error().message);
    tool->input.reset();
    ToolOutput said;
    const bool finished = read_all(*tool, said, Clock::now() + limit);
    if (!finished) ::kill(tool->pid, SIGKILL);
    int status = 0;
    while (::waitpid(tool->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!finished) return base::fail("{} did not end within {} s", program, limit.count());
    said.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return said;
}

}  // namespace ninefold::bots
