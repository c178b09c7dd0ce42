// SPDX-License-Identifier: MIT
//
// Drives every bot of suite.csv that is a program, a Python file or a Java class as a referee
// would, against an honest bot in a process of its own, and holds it to the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "base/split.h"
#include "hostile_for_test.h"
#include "protocol/tokenizer.h"
#include "sources/bot_source.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using bots::Answer;
using bots::Bot;
using bots::Duration;
using bots::Failure;
using bots::NoAnswer;
using bots::Resignation;
using Clock = std::chrono::steady_clock;
using rules::AnyPosition;
using rules::Move;
using rules::Side;
using std::chrono::milliseconds;

struct Row {
    std::string kind, bot, ending, needs, what;
    milliseconds limit{0};
    std::optional<milliseconds> within;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.bot << ": " << row.what; }

/// The rows of one kind.
std::vector<Row> read_suite(std::string_view kind) {
    std::vector<Row> rows;
    const char* path = std::getenv("HOSTILE_SUITE");  // where users are who cannot read the source
    std::ifstream file(path != nullptr ? path : HOSTILE_SUITE);
    std::string line;
    std::getline(file, line);  // the header
    while (std::getline(file, line)) {
        const auto cells = base::split(line, ',');
        if (cells.size() != 7 || cells[0] != kind) continue;
        Row row{std::string(cells[0]),
                std::string(cells[1]),
                std::string(cells[2]),
                std::string(cells[5]),
                std::string(cells[6]),
                {},
                {}};
        row.limit = milliseconds(protocol::parse_number<int>(cells[3]).value_or(0));
        if (const auto within = protocol::parse_number<int>(cells[4])) {
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

/// What a user would call the bot.
std::string source_of(const Row& row) {
    if (row.kind == "python") return bot_path("python/" + row.bot + ".py");
    if (row.kind == "java") return bot_path("java") + "#hostile." + row.bot;
    return bot_path(row.bot);
}

base::Result<std::unique_ptr<Bot>> make_bot(const Row& row, bool sandbox,
                                            const std::shared_ptr<ProcessSupervisor>& supervisor) {
    const bool start_fails = row.ending == "start-failed";
    ProcessSpec spec = spec_of(row.bot, sandbox, start_fails ? row.limit : 30s);
    if (row.kind == "process") return make_process_bot(std::move(spec), supervisor);
    ::setenv("NINEFOLD_HOSTS", HOSTILE_HOSTS, 0);
    sources::HouseRules rules;
    rules.sandbox = spec.sandbox;
    rules.sandbox.memory_bytes = (row.kind == "java" ? 512 : 256) << 20;
    rules.limits = spec.limits;
    const auto source = sources::BotSource::parse(source_of(row), rules, supervisor);
    if (!source) return source.error();
    return source->make(0, {bot_path("secret_bot.txt"), bot_path("python/rival.py")});
}

/// What came of a game, in the table's words, with the sentence, the time from the fatal question
/// to the verdict, and what the opponent was charged beyond its own thinking: most for one move.
struct Verdict {
    std::string ending, sentence;
    milliseconds time{0};
    std::optional<Duration> opponent;
};

/// What `timed` was charged less what it took by its own clock.
Duration overcharge(const Answer& answer) {
    const std::size_t colon = answer.info.meta.find(':');
    if (colon == std::string::npos) return answer.elapsed;
    const long own = std::strtol(answer.info.meta.c_str() + colon + 1, nullptr, 10);
    return answer.elapsed - std::chrono::nanoseconds(own);
}

Verdict play(Bot& bot, Bot& opponent, milliseconds limit) {
    const AnyPosition start;
    auto asked = Clock::now();
    std::optional<Duration> charged;
    const auto verdict = [&](std::string_view ending, std::string sentence) {
        return Verdict{std::string(ending), std::move(sentence),
                       std::chrono::duration_cast<milliseconds>(Clock::now() - asked), charged};
    };
    if (auto failure = bot.new_game({start, Side::kX, 1, 0})) {
        return verdict(rules::name(failure->ending), failure->sentence);
    }
    if (auto failure = opponent.new_game({start, Side::kO, 1, 0})) {
        return verdict("opponent " + std::string(rules::name(failure->ending)), failure->sentence);
    }
    AnyPosition position = start;
    std::vector<Move> moves;
    protocol::Limits limits;
    limits.move_time = limit;
    while (!position.is_over()) {
        const bool own = position.side() == Side::kX;
        asked = Clock::now();
        Bot& mover = own ? bot : opponent;
        const milliseconds allowed = own ? limit : 10s;
        const Answer answer = mover.ask({start, moves, position, limits, allowed, {}}, {});
        mover.rest();
        const std::string whose = own ? "" : "opponent ";
        if (!own) charged = std::max(charged.value_or(Duration(0)), overcharge(answer));
        if (const auto* failure = std::get_if<Failure>(&answer.what)) {
            return verdict(whose + std::string(rules::name(failure->ending)), failure->sentence);
        }
        if (std::holds_alternative<NoAnswer>(answer.what) || answer.elapsed > allowed) {
            return verdict(whose + "move-time", "");
        }
        if (std::holds_alternative<Resignation>(answer.what)) return verdict("resignation", "");
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

/// Allows this process, where it may, what limits.conf often allows the audio group: real-time
/// priority and a higher share. Bots must not inherit it.
void allow_high_priority() {
    for (const auto& [resource, value] : {std::pair(RLIMIT_RTPRIO, 10), {RLIMIT_NICE, 30}}) {
        const rlimit limit{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
        ::setrlimit(resource, &limit);
    }
}

/// System V segments of this machine: they outlive the processes that made them.
int shared_memory_segments() {
    std::ifstream file("/proc/sysvipc/shm");
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

class Hostile : public testing::TestWithParam<Row> {
protected:
    void run(Mode mode) {
        const Row& row = GetParam();
        if (row.needs == "sandbox" && !mode.sandbox) GTEST_SKIP() << "only a sandbox holds it";
        if (row.needs == "groups" && !mode.groups) GTEST_SKIP() << "only control groups hold it";
        const auto supervisor = std::make_shared<ProcessSupervisor>(mode.groups);
        if (mode.sandbox && !supervisor->sandbox())
            GTEST_SKIP() << supervisor->sandbox().error().message;
        if (row.needs == "groups" && !can_limit_processes(*supervisor)) {
            GTEST_SKIP() << "no pids control group here";
        }
        ::setenv("HOSTILE_SECRET", "the organiser's", 1);
        allow_high_priority();
        adopt_orphans();
        const int segments = shared_memory_segments();
        auto bot = make_bot(row, mode.sandbox, supervisor);
        if (!bot && row.kind == "java") GTEST_SKIP() << bot.error().message;
        ASSERT_TRUE(bot) << bot.error().message;
        auto opponent = make_process_bot(spec_of("timed", mode.sandbox, 30s), supervisor);
        ASSERT_TRUE(opponent) << opponent.error().message;

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
        opponent->reset();
        const auto left = descendants(::getpid());
        RecordProperty("processes_left", static_cast<int>(left.size()));
        EXPECT_THAT(left, testing::IsEmpty());
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a zombie, or a child, is left";
        EXPECT_EQ(shared_memory_segments(), segments);
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
        if (!verdict.opponent) return;
        const auto opponent = std::chrono::duration_cast<microseconds>(*verdict.opponent);
        RecordProperty("opponent_us", static_cast<int>(opponent.count()));
    }
    void check_time(const Verdict& verdict) const {
        if (!GetParam().within) return;
        EXPECT_LE(verdict.time, *GetParam().within + busy_machine_margin());
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

constexpr auto kNameOfRow = [](const auto& info) { return info.param.bot; };
INSTANTIATE_TEST_SUITE_P(process, Hostile, testing::ValuesIn(read_suite("process")), kNameOfRow);
INSTANTIATE_TEST_SUITE_P(python, Hostile, testing::ValuesIn(read_suite("python")), kNameOfRow);
INSTANTIATE_TEST_SUITE_P(java, Hostile, testing::ValuesIn(read_suite("java")), kNameOfRow);

}  // namespace
}  // namespace ninefold::process
