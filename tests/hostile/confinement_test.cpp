// SPDX-License-Identifier: MIT
// How bots are held: at rest, as other users, and when their referee is killed.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>

#include "hostile_for_test.h"
#include "process/work_at_rest.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using bots::Answer;
using rules::AnyPosition;
using rules::Move;
using rules::Side;

/// Starts a program of somebody else that names a bot; it runs until `input` is closed.
pid_t start_stranger(int input) {
    std::array<int, 2> told{};
    if (::pipe2(told.data(), O_CLOEXEC) != 0) return -1;
    const pid_t parent = ::fork();
    if (parent == 0) {
        const pid_t stranger = ::fork();
        if (stranger == 0) {
            ::dup2(input, STDIN_FILENO);
            ::execl("/bin/sh", "sh", "-c", "read line", "/bots/honest", nullptr);
        }
        ::_exit(::write(told[1], &stranger, sizeof stranger) == sizeof stranger ? 0 : 1);
    }
    ::waitpid(parent, nullptr, 0);
    pid_t stranger = -1;
    if (::read(told[0], &stranger, sizeof stranger) != sizeof stranger) stranger = -1;
    for (const int end : told) ::close(end);
    return stranger;
}

TEST(ProcessesLeft, AreOfThisTestAlone) {
    adopt_orphans(false);
    std::array<int, 2> input{};
    ASSERT_EQ(::pipe2(input.data(), O_CLOEXEC), 0);
    const pid_t stranger = start_stranger(input[0]);
    ASSERT_GT(stranger, 0);
    const fs::path line = "/proc/" + std::to_string(stranger) + "/cmdline";
    ASSERT_TRUE(
        eventually([&] { return kernel_file(line).find("/bots/honest") != std::string::npos; }));
    adopt_orphans();
    EXPECT_THAT(processes_of("honest"), testing::IsEmpty());
    for (const int end : input) ::close(end);
}

/// How a bot is held that must rest.
struct Held {
    std::string_view bot;
    bool sandbox, groups;
};

/// Looks at all bots of this test for 450 ms.
bool uses_next_to_nothing() {
    WorkAtRest work;
    work.add_look(processes_below(::getpid()), WorkAtRest::Clock::now());
    std::this_thread::sleep_for(450ms);
    work.add_look(processes_below(::getpid()), WorkAtRest::Clock::now());
    return work.total() < 50ms;
}

/// The bot spins from its first answer on; resting, it must use next to nothing.
void check_rest(const Held& held) {
    SCOPED_TRACE(held.bot);
    const auto supervisor = std::make_shared<ProcessSupervisor>(held.groups);
    if (held.sandbox && !supervisor->sandbox()) {
        GTEST_SKIP() << supervisor->sandbox().error().message;
    }
    auto bot = make_process_bot(spec_of(held.bot, held.sandbox, 10s), supervisor);
    ASSERT_TRUE(bot) << bot.error().message;
    const AnyPosition start;
    const std::vector<Move> none;
    ASSERT_FALSE((*bot)->new_game({start, Side::kX, 1, 0}));
    for (int i = 0; i < 3; ++i) {
        const Answer answer = (*bot)->ask({start, none, start, {}, 10s, {}}, {});
        ASSERT_TRUE(std::holds_alternative<Move>(answer.what));
        (*bot)->rest();
        std::this_thread::sleep_for(50ms);  // the freezing is due after 2 ms
        // On a busy machine the bot's many threads may take longer to reach the freezer.
        EXPECT_TRUE(eventually(uses_next_to_nothing, busy_machine_margin()));
    }
}

TEST(Rest, FreezesInTheSandbox) { check_rest({"busy_loops", true, true}); }
TEST(Rest, FreezesWithoutSandbox) { check_rest({"busy_loops", false, true}); }
TEST(Rest, FreezesBySignalsInTheSandbox) {
    check_rest({"busy_loops", true, false});
    check_rest({"hides_behind_zombie", true, false});
    check_rest({"continues_itself", true, false});  // only the filter holds it
}
TEST(Rest, FreezesBySignalsWithoutSandbox) {
    check_rest({"busy_loops", false, false});
    check_rest({"hides_behind_zombie", false, false});
}
/// One read for each byte must not keep the freezing waiting.
TEST(Rest, FreezesWhatFillsStandardErrorWithPackets) {
    check_rest({"splits_stderr", true, true});
    check_rest({"splits_stderr", false, true});
}

/// On a busy machine a control group that yields to others may leave the bot nothing to work with.
bool is_starved(const Held& held) { return held.groups && uses_next_to_nothing(); }

/// What is inside the kernel is not frozen before it leaves it: a bot that stays there is ended.
void check_work_in_kernel(const Held& held) {
    SCOPED_TRACE(testing::Message() << "sandbox " << held.sandbox << ", groups " << held.groups);
    const auto supervisor = std::make_shared<ProcessSupervisor>(held.groups);
    if (held.sandbox && !supervisor->sandbox()) {
        GTEST_SKIP() << supervisor->sandbox().error().message;
    }
    ProcessSpec spec = spec_of(held.bot, held.sandbox, 60s);
    // What the bot begins must take long on a fast machine too: a larger file than it may have.
    spec.sandbox.tmp_bytes = std::uint64_t{4} << 30;
    auto bot = make_process_bot(std::move(spec), supervisor);
    ASSERT_TRUE(bot) << bot.error().message;
    const AnyPosition start;
    const std::vector<Move> none;
    ASSERT_FALSE((*bot)->new_game({start, Side::kX, 1, 0}));
    const auto ask = [&](bots::Duration limit) {
        return (*bot)->ask({start, none, start, {}, limit, {}}, {});
    };
    ASSERT_TRUE(std::holds_alternative<Move>(ask(60s).what));
    (*bot)->rest();
    ASSERT_TRUE(eventually([&] { return (*bot)->fault_at_rest() || is_starved(held); }, 60s));
    if (!(*bot)->fault_at_rest()) return;
    // Its processes may still be on their way out of the kernel; nobody waits for that.
    const Answer answer = ask(1ms);
    const auto* failure = std::get_if<bots::Failure>(&answer.what);
    ASSERT_NE(failure, nullptr);
    EXPECT_EQ(failure->sentence.find("kept using the processor while its opponent thought"), 0u)
        << failure->sentence;
    EXPECT_FALSE((*bot)->new_game({start, Side::kX, 2, 0})) << "it is started again";
    bot->reset();
    EXPECT_TRUE(eventually([&] { return processes_of(held.bot).empty(); }, 60s));
}

TEST(Rest, EndsWhatWorksInTheKernel) {
    check_work_in_kernel({"reads_at_rest", true, true});
    check_work_in_kernel({"reads_at_rest", false, true});
    check_work_in_kernel({"reads_at_rest", false, false});
}

/// Processes that have ended are in no sum, so that the bot counts for itself and answers with it.
void check_forks_at_rest(const Held& held) {
    const auto supervisor = std::make_shared<ProcessSupervisor>(held.groups);
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    auto bot = make_process_bot(spec_of(held.bot, held.sandbox, 10s), supervisor);
    ASSERT_TRUE(bot) << bot.error().message;
    const AnyPosition start;
    const std::vector<Move> none;
    ASSERT_FALSE((*bot)->new_game({start, Side::kX, 1, 0}));
    for (int i = 0; i < 2; ++i) {
        const Answer answer = (*bot)->ask({start, none, start, {}, 10s, {}}, {});
        if (const auto* failure = std::get_if<bots::Failure>(&answer.what)) {
            EXPECT_THAT(failure->sentence, testing::StartsWith("kept using the processor"));
            return;
        }
        (*bot)->rest();
        std::this_thread::sleep_for(6s);  // the bot counts from 4 s to 5.9 s of it
    }
    EXPECT_TRUE(eventually(uses_next_to_nothing, busy_machine_margin()));
}

TEST(Rest, StopsOrEndsWhatForks) { check_forks_at_rest({"forks_at_rest", true, false}); }

/// The users, as this machine knows them, of a bot's own process; wrappers do not count.
std::vector<std::string> users_of(std::string_view name) {
    std::vector<std::string> users;
    for (const pid_t pid : processes_of(name)) {
        std::ifstream file("/proc/" + std::to_string(pid) + "/status");
        std::string word, user;
        bool is_bot = false;
        while (file >> word) {
            if (word == "Name:") is_bot = file >> word && word == name;
            if (word == "Uid:") file >> user;
        }
        if (is_bot) users.push_back(user);
    }
    return users;
}

/// HOSTILE_SANDBOX says what must come of it where this runs: tests without a sandbox are skipped.
TEST(Confinement, IsFoundOrRefusedAsItShouldBe) {
    const char* expected = std::getenv("HOSTILE_SANDBOX");
    if (expected == nullptr) GTEST_SKIP() << "only as_other_users knows";
    ProcessSupervisor supervisor;
    const auto& sandbox = supervisor.sandbox();
    if (expected == std::string_view("found")) {
        ASSERT_TRUE(sandbox) << sandbox.error().message;
        return;
    }
    ASSERT_FALSE(sandbox) << "bots would run in a sandbox that may have holes";
    EXPECT_THAT(sandbox.error().message,
                testing::AllOf(testing::StartsWith("bots cannot be sandboxed here: "),
                               testing::HasSubstr("systempaths=unconfined")));
}

TEST(Confinement, NoBotIsRootWhoeverTheRefereeIs) {
    const auto supervisor = std::make_shared<ProcessSupervisor>();
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    auto bot = make_process_bot(spec_of("honest", true, 10s), supervisor);
    ASSERT_TRUE(bot) << bot.error().message;
    ASSERT_FALSE((*bot)->new_game({AnyPosition(), Side::kX, 1, 0}));
    const auto users = users_of("honest");
    ASSERT_EQ(users.size(), 1u);
    EXPECT_NE(users[0], "0");
}

/// Plays a move in a child process, which then is killed as an organiser's program may be.
void check_killed_referee(bool sandbox) {
    adopt_orphans();
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    const pid_t referee = ::fork();
    if (referee == 0) {
        const auto supervisor = std::make_shared<ProcessSupervisor>();
        auto bot = make_process_bot(spec_of("forks_setsid_child", sandbox, 10s), supervisor);
        const AnyPosition start;
        const std::vector<Move> none;
        const bool good =
            bot && !(*bot)->new_game({start, Side::kX, 1, 0}) &&
            std::holds_alternative<Move>((*bot)->ask({start, none, start, {}, 10s, {}}, {}).what);
        if (::write(ready[1], good ? "y" : "n", 1) != 1) ::_exit(1);
        for (;;) ::pause();
    }
    char good = 0;
    ASSERT_EQ(::read(ready[0], &good, 1), 1);
    EXPECT_EQ(good, 'y');
    EXPECT_THAT(processes_of("forks_setsid_child"), testing::Not(testing::IsEmpty()));
    ::kill(referee, SIGKILL);
    ::waitpid(referee, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    EXPECT_TRUE(eventually([] { return processes_of("forks_setsid_child").empty(); }));
    // Its guard came to this process, and ends.
    EXPECT_TRUE(eventually([] {
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        return ::waitpid(-1, nullptr, WNOHANG) == -1;
    }));
}

TEST(KilledReferee, LeavesNothingBehindInTheSandbox) {
    if (!ProcessSupervisor().sandbox()) GTEST_SKIP() << "no sandbox here";
    check_killed_referee(true);
}
TEST(KilledReferee, LeavesNothingBehindWithoutSandbox) { check_killed_referee(false); }

}  // namespace
}  // namespace ninefold::process
