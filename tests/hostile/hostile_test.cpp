// SPDX-License-Identifier: MIT
//
// Drives every bot of suite.csv through a process bot and holds it to the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/split.h"
#include "bots/builtin.h"
#include "process/process_bot.h"
#include "protocol/tokenizer.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using bots::Answer;
using bots::Bot;
using bots::Failure;
using bots::NoAnswer;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using rules::AnyPosition;
using rules::Move;
using rules::Side;
using std::chrono::milliseconds;

struct Row {
    std::string bot, ending, needs, what;
    milliseconds limit{0};
    std::optional<milliseconds> within;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.bot << ": " << row.what; }

std::vector<Row> read_suite() {
    std::vector<Row> rows;
    std::ifstream file(HOSTILE_SUITE);
    std::string line;
    std::getline(file, line);  // the header
    while (std::getline(file, line)) {
        const auto cells = base::split(line, ',');
        if (cells.size() != 6) continue;
        Row row{std::string(cells[0]),
                std::string(cells[1]),
                std::string(cells[4]),
                std::string(cells[5]),
                {},
                {}};
        row.limit = milliseconds(protocol::parse_number<int>(cells[2]).value_or(0));
        if (const auto within = protocol::parse_number<int>(cells[3])) {
            row.within = milliseconds(*within);
        }
        rows.push_back(row);
    }
    return rows;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

/// How a bot is held.
struct Mode {
    bool sandbox, groups;
};

std::string bot_path(std::string_view name) {
    const char* folder = std::getenv("HOSTILE_BOTS");  // where users are who cannot read the build
    return fs::path(folder != nullptr ? folder : HOSTILE_BOTS) / name;
}

ProcessSpec spec_of(std::string_view name, bool sandbox, milliseconds start_up) {
    ProcessSpec spec;
    spec.command.arguments = {bot_path(name)};
    spec.sandbox.enabled = sandbox;
    spec.sandbox.memory_bytes = 128 << 20;
    spec.sandbox.hidden = {bot_path("secret_bot.txt")};
    spec.limits.start_up = start_up;
    return spec;
}

/// Processes whose command line names the bot, wrappers included.
std::vector<pid_t> processes_of(std::string_view name) {
    std::vector<pid_t> found;
    const std::string path = bot_path(name) + '\0';
    std::error_code error;
    fs::directory_iterator entry("/proc", error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string number = entry->path().filename().string();
        if (number.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry->path() / "cmdline");
        std::stringstream text;
        text << file.rdbuf();
        if (text.str().find(path) != std::string::npos) {
            found.push_back(static_cast<pid_t>(std::stol(number)));
        }
    }
    return found;
}

/// Waits for what must come true by itself; the bound only ends a failed test.
template <typename Condition>
bool eventually(Condition condition, milliseconds bound = 10s) {
    const auto end = Clock::now() + bound;
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(5ms);
    }
    return true;
}

/// What came of a game, in the table's words, with the sentence, the time from the fatal question
/// to the verdict, and the longest time that the opponent's answers took.
struct Verdict {
    std::string ending, sentence;
    milliseconds time{0};
    Clock::duration opponent{0};
};

Verdict play(Bot& bot, Bot& opponent, milliseconds limit) {
    const AnyPosition start;
    auto asked = Clock::now();
    Clock::duration opponent_time{0};
    const auto verdict = [&](std::string_view ending, std::string sentence) {
        return Verdict{std::string(ending), std::move(sentence),
                       std::chrono::duration_cast<milliseconds>(Clock::now() - asked),
                       opponent_time};
    };
    if (auto failure = bot.new_game({start, Side::kX, 1, 0})) {
        return verdict(rules::name(failure->ending), failure->sentence);
    }
    opponent.new_game({start, Side::kO, 1, 0});
    AnyPosition position = start;
    std::vector<Move> moves;
    protocol::Limits limits;
    limits.move_time = limit;
    while (!position.is_over()) {
        const bool own = position.side() == Side::kX;
        asked = Clock::now();
        const Answer answer =
            (own ? bot : opponent).ask({start, moves, position, limits, limit, {}}, {});
        if (own) bot.rest();
        if (!own) opponent_time = std::max(opponent_time, Clock::now() - asked);
        if (const auto* failure = std::get_if<Failure>(&answer.what)) {
            return verdict(rules::name(failure->ending), failure->sentence);
        }
        if (std::holds_alternative<NoAnswer>(answer.what) || answer.elapsed > limit) {
            return verdict("move-time", "");
        }
        const Move move = std::get<Move>(answer.what);
        if (!position.is_legal(move)) return verdict("illegal-move", "");
        moves.push_back(move);
        position = position.after(move);
    }
    return verdict("plays", "");
}

long peak_memory_kb() {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        if (word == "VmHWM:" && file >> word) return std::stol(word);
    }
    return 0;
}

class Hostile : public testing::TestWithParam<Row> {
protected:
    void run(Mode mode) {
        const Row& row = GetParam();
        if (row.needs == "sandbox" && !mode.sandbox) GTEST_SKIP() << "only a sandbox holds it";
        if (row.needs == "groups" && !mode.groups) GTEST_SKIP() << "only control groups hold it";
        ProcessSupervisor::Settings settings;
        settings.control_groups = mode.groups;
        const auto supervisor = std::make_shared<ProcessSupervisor>(settings);
        if (mode.sandbox && !supervisor->sandbox())
            GTEST_SKIP() << supervisor->sandbox().error().message;
        if (row.needs == "groups" && !can_limit_processes(*supervisor)) {
            GTEST_SKIP() << "no pids control group here";
        }
        const bool start_fails = row.ending == "start-failed";
        auto bot = make_process_bot(spec_of(row.bot, mode.sandbox, start_fails ? row.limit : 10s),
                                    supervisor);
        ASSERT_TRUE(bot) << bot.error().message;
        auto opponent = bots::make_builtin("random");
        ASSERT_TRUE(opponent);

        const Verdict verdict = play(**bot, **opponent, row.limit);
        const auto endings = base::split(row.ending, '|');
        EXPECT_THAT(endings, testing::Contains(std::string_view(verdict.ending)))
            << verdict.sentence;
        if (verdict.ending != "plays" && verdict.ending != "move-time" &&
            verdict.ending != "illegal-move") {
            EXPECT_NE(verdict.sentence, "");
        }
        check_time(verdict);
        record(verdict);
        EXPECT_LE((*bot)->log().size(), 64u * 1024);

        bot->reset();
        const auto left = processes_of(row.bot);
        RecordProperty("processes_left", static_cast<int>(left.size()));
        EXPECT_THAT(left, testing::IsEmpty());
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a zombie, or a child, is left";
        check_memory();
    }

private:
    static bool can_limit_processes(ProcessSupervisor& supervisor) {
        for (const std::string& note : supervisor.notes({})) {
            if (note.starts_with("no pids")) return false;
        }
        return true;
    }
    /// For scripts/hostile_table.
    static void record(const Verdict& verdict) {
        using std::chrono::microseconds;
        RecordProperty("ending", verdict.ending);
        RecordProperty("verdict_ms", static_cast<int>(verdict.time.count()));
        const auto opponent = std::chrono::duration_cast<microseconds>(verdict.opponent);
        RecordProperty("opponent_us", static_cast<int>(opponent.count()));
    }
    void check_time(const Verdict& verdict) const {
        if (!GetParam().within) return;
        const bool quiet = std::getenv("NINEFOLD_QUIET") != nullptr;
        EXPECT_LE(verdict.time, *GetParam().within + (quiet ? 0ms : 3000ms));
    }
    static void check_memory() {
        if (kSanitized) return;  // they need memory of their own
        EXPECT_LT(peak_memory_kb(), 100'000);
    }
};

TEST_P(Hostile, InTheSandbox) { run({true, true}); }
TEST_P(Hostile, WithoutSandbox) { run({false, true}); }
TEST_P(Hostile, InTheSandboxWithoutControlGroups) { run({true, false}); }
TEST_P(Hostile, WithoutSandboxOrControlGroups) { run({false, false}); }

INSTANTIATE_TEST_SUITE_P(Suite, Hostile, testing::ValuesIn(read_suite()),
                         [](const auto& info) { return info.param.bot; });

/// Processor time that a bot's processes have used.
double cpu_seconds(std::string_view name) {
    double ticks = 0;
    for (const pid_t pid : processes_of(name)) {
        std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
        std::string text;
        std::getline(file, text);
        std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
        std::string word;
        for (int i = 3; i <= 15 && fields >> word; ++i) {
            if (i >= 14) ticks += std::stod(word);
        }
    }
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// The bot spins from its first answer on; resting, it must use next to nothing.
void check_rest(bool sandbox, bool groups) {
    ProcessSupervisor::Settings settings;
    settings.control_groups = groups;
    const auto supervisor = std::make_shared<ProcessSupervisor>(settings);
    if (sandbox && !supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    auto bot = make_process_bot(spec_of("busy_loops", sandbox, 10s), supervisor);
    ASSERT_TRUE(bot) << bot.error().message;
    const AnyPosition start;
    const std::vector<Move> none;
    ASSERT_FALSE((*bot)->new_game({start, Side::kX, 1, 0}));
    for (int i = 0; i < 3; ++i) {
        const Answer answer = (*bot)->ask({start, none, start, {}, 10s, {}}, {});
        ASSERT_TRUE(std::holds_alternative<Move>(answer.what));
        (*bot)->rest();
        std::this_thread::sleep_for(100ms);  // the freezing is due after 2 ms
        const double before = cpu_seconds("busy_loops");
        std::this_thread::sleep_for(400ms);
        EXPECT_LT(cpu_seconds("busy_loops") - before, 0.05);
    }
}

TEST(Rest, FreezesInTheSandbox) { check_rest(true, true); }
TEST(Rest, FreezesWithoutSandbox) { check_rest(false, true); }
TEST(Rest, FreezesBySignalsInTheSandbox) { check_rest(true, false); }
TEST(Rest, FreezesBySignalsWithoutSandbox) { check_rest(false, false); }

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
    // Its orphans come to this process, a subreaper since its first ProcessSupervisor.
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
