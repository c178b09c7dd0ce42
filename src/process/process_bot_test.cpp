// SPDX-License-Identifier: MIT
#include "process/process_bot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <seccomp.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>

#include "process/conversation.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using rules::AnyPosition;
using rules::Ending;
using rules::Move;
using rules::Side;
using testing::HasSubstr;

/// A shell script's honest part; `$GO` runs for each question.
constexpr std::string_view kUgiScript = R"(#!/bin/sh
games=0
while read -r word rest; do
    case $word in
    ugi) echo "id name Scripted"; DECLARE; echo ugiok ;;
    setoption) echo "info string set $rest" ; style=${rest##* } ;;
    uginewgame) games=$((games + 1)) ;;
    isready) echo readyok ;;
    position) position=$rest ;;
    go) GO ;;
    stop) STOP ;;
    quit) exit 0 ;;
    esac
done
)";

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    return fmt::format("{}{}{}", text.substr(0, at), with, text.substr(at + what.size()));
}

class ProcessBotTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "/process_bot_XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder = fs::canonical(pattern);
        supervisor = std::make_shared<ProcessSupervisor>();
    }
    void TearDown() override {
        bot.reset();
        fs::remove_all(folder);
    }

    std::string write_file(std::string_view name, std::string_view text, int mode = 0755) {
        const fs::path path = folder / name;
        std::ofstream(path) << text;
        ::chmod(path.c_str(), static_cast<mode_t>(mode));
        return path;
    }
    ProcessSpec script(std::string_view go, std::string_view stop = ":",
                       std::string_view declare = "echo 'option name Seed type spin'; "
                                                  "echo 'option name Style type string'") {
        ProcessSpec spec;
        const std::string text = replaced(kUgiScript, "DECLARE", declare);
        spec.command.arguments = {
            write_file("bot.sh", replaced(replaced(text, "GO", go), "STOP", stop))};
        spec.sandbox.enabled = false;
        return spec;
    }
    void make(ProcessSpec spec) {
        auto made = make_process_bot(std::move(spec), supervisor);
        ASSERT_TRUE(made) << made.error().message;
        bot = std::move(*made);
    }
    std::optional<bots::Failure> new_game(int number = 0) {
        return bot->new_game({start, Side::kX, 7, number});
    }
    bots::Answer ask(std::stop_token stop = {}, bots::Duration limit = 10s) {
        infos.clear();
        return bot->ask({start,
                         none,
                         start,
                         {},
                         limit,
                         [this](const protocol::Info& info) { infos.push_back(info.text); }},
                        stop);
    }
    static std::string failure_of(const bots::Answer& answer) {
        const auto* failure = std::get_if<bots::Failure>(&answer.what);
        return failure == nullptr
                   ? "(none)"
                   : fmt::format("{}: {}", rules::name(failure->ending), failure->sentence);
    }

    fs::path folder;
    std::shared_ptr<ProcessSupervisor> supervisor;
    std::unique_ptr<bots::Bot> bot;
    const AnyPosition start{};
    const std::vector<Move> none{};
    std::vector<std::string> infos;
};

TEST_F(ProcessBotTest, KeepsTheEndOfALongLog) {
    make(script("line=$(printf %0100d 0); i=0; while [ $i -lt 3000 ]; do echo \"$i $line\" >&2; "
                "i=$((i + 1)); "
                "done; echo bestmove 44"));
    ASSERT_FALSE(new_game());
    ASSERT_TRUE(std::holds_alternative<Move>(ask().what));
    const std::string log = bot->log();
    EXPECT_EQ(log.size(), 64u * 1024);
    EXPECT_THAT(log, testing::EndsWith("\n2999 " + std::string(100, '0') + "\n"));
}

/// As where another bot of the same user has taken all that its epolls may watch.
TEST_F(ProcessBotTest, ALongLogIsReadWithoutEpoll) {
    ProcessSpec spec = script("head -c 1000000 /dev/zero >&2; echo bestmove 44");
    bool moved = false;
    std::thread([&] {  // the filter is this thread's, and of those that the supervisor starts here
        scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSPC), SCMP_SYS(epoll_ctl), 0);
        ASSERT_EQ(seccomp_load(filter), 0);
        seccomp_release(filter);
        supervisor = std::make_shared<ProcessSupervisor>();
        make(spec);
        moved = !new_game() && std::holds_alternative<Move>(ask().what);
    })
        .join();
    EXPECT_TRUE(moved);
}

TEST_F(ProcessBotTest, PlaysManyGamesInOneProcess) {
    make(script("echo \"info score wp 0.75 depth 3\"; echo \"info string game $games\"; "
                "echo bestmove 44"));
    for (int game = 1; game <= 3; ++game) {
        ASSERT_FALSE(new_game(game));
        const bots::Answer answer = ask();
        EXPECT_EQ(std::get<Move>(answer.what), Move(40)) << failure_of(answer);
        EXPECT_THAT(infos, testing::Contains(fmt::format("game {}", game)));
        EXPECT_EQ(answer.info.score->expected, 0.75);
        EXPECT_GT(answer.elapsed, 0ns);
    }
    EXPECT_EQ(bot->own_name(), "Scripted");
}

TEST_F(ProcessBotTest, KeepsTheScoreOfTheBestLineAndTheMetadata) {
    const std::string score = "echo \"info depth 3 multipv 1 score wp 0.75\"; "
                              "echo \"info depth 3 multipv 2 score wp 0.25\"; ";
    const std::string meta = "echo 'info meta {\"a\":1}'; ";
    for (const std::string& said : {score + meta, meta + score}) {
        make(script(said + "echo bestmove 44"));
        ASSERT_FALSE(new_game());
        const bots::Answer answer = ask();
        ASSERT_TRUE(answer.info.score) << failure_of(answer);
        EXPECT_EQ(answer.info.score->expected, 0.75);
        EXPECT_EQ(answer.info.depth, 3);
        EXPECT_EQ(answer.info.meta, R"({"a":1})");
    }
}

TEST_F(ProcessBotTest, SendsOnlyOptionsThatTheBotDeclares) {
    ProcessSpec spec = script("echo \"info string style $style\"; echo bestmove 44");
    spec.options = {{"Style", "bold"}};
    make(spec);
    ASSERT_FALSE(new_game());
    ask();
    EXPECT_THAT(infos, testing::Contains("style 7"));  // the seed came last

    spec.options = {{"Elo", "2000"}};
    make(spec);
    const auto failure = new_game();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->ending, Ending::kStartFailed);
    EXPECT_EQ(failure->sentence, "has no option 'Elo'; it declares Seed, Style");
}

constexpr std::string_view kTellStyle = "echo \"info string style $style\"; echo bestmove 44";

TEST_F(ProcessBotTest, OptionsAreHeldToTheirDeclaration) {
    const auto refusal = [&](std::string_view name, std::string_view value) -> std::string {
        ProcessSpec spec = script(kTellStyle, ":",
                                  "echo 'option name Hash type spin default 8 min 1 max 64'; "
                                  "echo 'option name Own Book type check default true'; "
                                  "echo 'option name Style type combo default calm var calm var "
                                  "bold'; echo 'option name Clear type button'");
        spec.options = {{std::string(name), std::string(value)}};
        make(spec);
        const auto failure = new_game();
        if (!failure) ask();
        return failure ? failure->sentence : "";
    };
    EXPECT_EQ(refusal("hash", "64"), "");
    EXPECT_THAT(infos, testing::Contains("style 64"));
    EXPECT_EQ(refusal("Hash", "65"),
              "cannot set its option Hash to '65': it is a whole number from 1 to 64");
    EXPECT_EQ(refusal("Own Book", "false"), "");
    EXPECT_THAT(refusal("Own Book", "no"), HasSubstr("true or false"));
    EXPECT_EQ(refusal("Style", "bold"), "");
    EXPECT_THAT(refusal("Style", "wild"), HasSubstr("one of calm, bold"));
    EXPECT_EQ(refusal("Clear", ""), "");
    EXPECT_THAT(infos, testing::Contains("style Clear"));
    EXPECT_THAT(refusal("Clear", "1"), HasSubstr("no value"));
}

TEST_F(ProcessBotTest, ABotThatAsksForItsSideIsTold) {
    make(script(kTellStyle, ":",
                "echo 'option name Side type combo default any var any var x var o'"));
    for (const auto& [side, word] : {std::pair(Side::kO, "style o"), {Side::kX, "style x"}}) {
        ASSERT_FALSE(bot->new_game({start, side, 7, 0}));
        ask();
        EXPECT_THAT(infos, testing::Contains(word));
    }
}

TEST_F(ProcessBotTest, ABotThatDeclaresNothingIsSentEveryOption) {
    ProcessSpec spec = script(kTellStyle, ":", ":");
    spec.options = {{"Style", "bold"}};
    make(spec);
    ASSERT_FALSE(new_game());
    ask();
    EXPECT_THAT(infos, testing::Contains("style bold"));
}

TEST_F(ProcessBotTest, StartsAgainAfterACrash) {
    make(script("echo 'Traceback: out of ideas' >&2; exit 5"));
    for (int game = 0; game < 2; ++game) {
        ASSERT_FALSE(new_game(game));
        EXPECT_EQ(failure_of(ask()), "crash: exited with code 5 while a move was awaited");
        EXPECT_EQ(bot->log(), "Traceback: out of ideas\n");
        EXPECT_EQ(failure_of(ask()), "crash: was no longer running");
    }
}

TEST_F(ProcessBotTest, StartsAgainWhenTheProgramEndedBetweenGames) {
    make(script("echo bestmove 44; exit 0"));
    for (int game = 0; game < 3; ++game) {
        ASSERT_FALSE(new_game(game)) << game;
        EXPECT_EQ(std::get<Move>(ask().what), Move(40));
    }
}

TEST_F(ProcessBotTest, StopsOnDemand) {
    make(script(":", "echo bestmove 40"));
    ASSERT_FALSE(new_game());
    std::stop_source stop;
    std::thread later([&] {
        std::this_thread::sleep_for(20ms);
        stop.request_stop();
    });
    const bots::Answer answer = ask(stop.get_token());
    later.join();
    EXPECT_EQ(std::get<Move>(answer.what), Move(36)) << failure_of(answer);
}

TEST_F(ProcessBotTest, AStopDoesNotReachTheNextQuestion) {
    make(script("echo bestmove 44"));
    ASSERT_FALSE(new_game());
    std::stop_source stop;
    stop.request_stop();
    ask(stop.get_token());  // answered or stopped, whichever is seen first
    ASSERT_FALSE(new_game());
    std::stop_source never;
    EXPECT_EQ(std::get<Move>(ask(never.get_token()).what), Move(40));
}

TEST_F(ProcessBotTest, GivesUpOnABotThatDoesNotStop) {
    ProcessSpec spec = script(":");
    spec.limits.stop_grace = 10ms;
    make(spec);
    ASSERT_FALSE(new_game());
    std::stop_source stop;
    stop.request_stop();
    const bots::Answer answer = ask(stop.get_token());
    ASSERT_TRUE(std::holds_alternative<bots::NoAnswer>(answer.what));
    EXPECT_TRUE(std::get<bots::NoAnswer>(answer.what).stopped);
    EXPECT_FALSE(new_game());  // another process
}

TEST_F(ProcessBotTest, OneThatIsNeverReadySaysWhatCounted) {
    ProcessSpec spec = script(":");
    spec.command.arguments = {write_file("slow.sh", "#!/bin/sh\necho ugiok\nexec sleep 30\n")};
    spec.limits.start_up = 100ms;
    make(spec);
    const auto failure = new_game();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->ending, Ending::kStartFailed);
    EXPECT_EQ(
        failure->sentence,
        "was not ready within 100 ms, loading and constructing included: no 'readyok' (is its "
        "output flushed after every line?)");
}

TEST_F(ProcessBotTest, ReadsEveryKindOfAnswer) {
    make(script("echo bestmove resign"));
    ASSERT_FALSE(new_game());
    EXPECT_TRUE(std::holds_alternative<bots::Resignation>(ask().what));
    make(script("echo bestmove none"));
    ASSERT_FALSE(new_game());
    EXPECT_THAT(failure_of(ask()), HasSubstr("illegal-move: said that it finds no move"));
    make(script("echo 'forfeit tampering move() changed the board.'"));
    ASSERT_FALSE(new_game());
    EXPECT_EQ(failure_of(ask()), "tampering: failed: move() changed the board");
    make(script("echo bestmove 99"));
    ASSERT_FALSE(new_game());
    EXPECT_THAT(failure_of(ask()),
                HasSubstr("garbage: answered 'bestmove 99': '99' is not a move"));
    make(script("echo thinking...; echo bestmove 44"));
    ASSERT_FALSE(new_game());
    EXPECT_EQ(failure_of(ask()),
              "garbage: wrote 'thinking...' while a move was awaited; only UGI lines may come "
              "then: write for people to standard error or after 'info string'");
    make(script("printf 'bestmove 44\\r\\n'"));
    ASSERT_FALSE(new_game());
    EXPECT_EQ(std::get<Move>(ask().what), Move(40));
}

TEST_F(ProcessBotTest, CountsOutputOfEachQuestionAlone) {
    ProcessSpec spec = script("i=0; while [ $i -lt 40 ]; do echo info; i=$((i+1)); done; "
                              "echo bestmove 44");
    spec.limits.lines = 60;
    make(spec);
    ASSERT_FALSE(new_game());
    for (int i = 0; i < 5; ++i) EXPECT_EQ(std::get<Move>(ask().what), Move(40));
    spec.limits.lines = 30;
    make(spec);
    ASSERT_FALSE(new_game());
    EXPECT_EQ(failure_of(ask()), "flood: wrote more than 30 lines without an answer");
}

TEST_F(ProcessBotTest, SaysWhyAProgramCannotRun) {
    const auto error_of = [&](std::string program) {
        ProcessSpec spec;
        spec.command.arguments = {std::move(program)};
        spec.sandbox.enabled = false;
        const auto made = make_process_bot(std::move(spec), supervisor);
        return made ? "" : made.error().message;
    };
    EXPECT_THAT(error_of((folder / "nobody").string()), HasSubstr("does not exist"));
    EXPECT_THAT(error_of(folder.string() + "/"), HasSubstr("is a folder"));
    EXPECT_THAT(error_of(write_file("plain", "x", 0644)), HasSubstr("is not executable"));
    EXPECT_THAT(error_of("no-such-program"), HasSubstr("there is no program 'no-such-program'"));
    EXPECT_THAT(error_of(""), HasSubstr("empty"));
}

TEST_F(ProcessBotTest, ReportsAProgramThatTheKernelRefuses) {
    ProcessSpec spec;
    spec.command.arguments = {write_file("broken", "#!/no/such/interpreter\n")};
    spec.sandbox.enabled = false;
    make(spec);
    const auto failure = new_game();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->ending, Ending::kStartFailed);
    EXPECT_THAT(failure->sentence, HasSubstr("cannot be started: No such file"));
}

/// How many files this process may have open, for as long as this lives.
class OpenFilesLimit {
public:
    explicit OpenFilesLimit(rlim_t most) {
        EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &had_), 0);
        const rlimit limit{most, had_.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    }
    ~OpenFilesLimit() { EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &had_), 0); }

private:
    rlimit had_{};
};

TEST_F(ProcessBotTest, IsNotToBlameWhereTheRefereeCannotStartIt) {
    make(script("echo bestmove 44"));
    std::set<std::string> problems;
    bool started = false;
    for (rlim_t most = 3; !started && most < 100; ++most) {
        const OpenFilesLimit limit(most);
        const auto failure = new_game();
        started = !failure;
        if (started) break;
        EXPECT_EQ(failure->ending, Ending::kVoid);
        problems.insert(failure->sentence);
    }
    EXPECT_TRUE(started);
    EXPECT_EQ(failure_of(ask()), "(none)");
    // In the referee, and in each process on the way to the bot.
    for (const std::string what : {"cannot make a pipe", "cannot make a socket"}) {
        EXPECT_TRUE(problems.contains("did not start: " + what + ": Too many open files"));
    }
    EXPECT_EQ(problems.size(), 3u) << testing::PrintToString(problems);
}

TEST_F(ProcessBotTest, TheSandboxIsTriedAgainWhereThereWasNoRoomToTryIt) {
    if (const auto usual = ProcessSupervisor().sandbox(); !usual) {
        GTEST_SKIP() << usual.error().message;
    }
    {
        const OpenFilesLimit limit(3);
        const auto found = supervisor->sandbox();
        ASSERT_FALSE(found);
        EXPECT_TRUE(found.error().is_ours) << found.error().message;
        EXPECT_THAT(found.error().message, HasSubstr("Too many open files"));
    }
    const auto found = supervisor->sandbox();
    EXPECT_TRUE(found) << found.error().message;
}

TEST_F(ProcessBotTest, SpeaksCodingame) {
    ProcessSpec spec;
    spec.protocol = Protocol::kCodingame;
    spec.sandbox.enabled = false;
    spec.command.arguments = {write_file("bot.sh", R"(#!/bin/sh
while read -r row column; do
    read -r count
    i=0
    while [ $i -lt "$count" ]; do read -r r c; i=$((i + 1)); done
    echo "$r $c"
done
)")};
    make(spec);
    for (int game = 0; game < 2; ++game) {
        ASSERT_FALSE(new_game(game));
        EXPECT_EQ(std::get<Move>(ask().what), Move(80));
        EXPECT_EQ(std::get<Move>(ask().what), Move(80));
    }
}

TEST_F(ProcessBotTest, SpeaksRiddles) {
    ProcessSpec spec;
    spec.protocol = Protocol::kRiddles;
    spec.sandbox.enabled = false;
    spec.command.arguments = {write_file("bot.sh", R"(#!/bin/sh
while read -r a b c d; do
    [ "$a $b" = "settings your_botid" ] && id=$c
    [ "$a $b" = "action move" ] && echo "place_move $id 3"
done
)")};
    make(spec);
    ASSERT_FALSE(new_game());
    EXPECT_EQ(std::get<Move>(ask().what), Move(rules::Block{3}, rules::Cell{0}));
}

TEST(RiddlesDialectTest, TellsNoMoreTimeThanTheMoveMayTake) {
    using namespace std::chrono_literals;
    const auto told = [](std::optional<bots::Duration> left, std::optional<bots::Duration> move) {
        const auto dialect = make_site_dialect(Protocol::kRiddles);
        const bots::GameSetup setup;
        std::string text;
        EXPECT_TRUE(dialect->begin_game(setup, text));
        protocol::Limits limits;
        limits.x_time = left;
        limits.move_time = move;
        dialect->ask({setup.start, {}, setup.start, limits, {}, {}}, text);
        return text.substr(text.rfind('\n', text.size() - 2) + 1);
    };
    EXPECT_EQ(told(9s, {}), "action move 9000\n");
    EXPECT_EQ(told({}, 1s), "action move 1000\n");
    EXPECT_EQ(told(9s, 1s), "action move 1000\n");
    EXPECT_EQ(told(400ms, 1s), "action move 400\n");
}

TEST_F(ProcessBotTest, WordsAboutMemoryCountOnlyWhereNoGroupDoes) {
    const auto ending = [&](bool groups) {
        supervisor = std::make_shared<ProcessSupervisor>(groups);
        make(script("echo MemoryError >&2; exit 1"));
        EXPECT_FALSE(new_game());
        return failure_of(ask());
    };
    EXPECT_EQ(ending(false), "memory: needed more than its 1024 MiB of memory");
    bool counts = true;
    for (const std::string& note : ProcessSupervisor().notes({})) {
        counts = counts && !note.starts_with("no memory");
    }
    if (!counts) GTEST_SKIP() << "no memory control group here";
    EXPECT_EQ(ending(true), "crash: exited with code 1 while a move was awaited");
}

/// A talk with a shell command that is sent far more than its input has room for.
class UnreadQuestionTest : public ProcessBotTest {
protected:
    Conversation::Outcome exchange(const std::string& shell, std::optional<bots::Duration> limit) {
        ConfinedProgram program{{{"sh", "-c", shell}, {}}, {}};
        program.sandbox.enabled = false;
        auto process = supervisor->start(program, nullptr);
        if (!process) return bots::Failure{Ending::kVoid, process.error().message};
        Conversation talk(**process, *dialect, limits);
        auto outcome = talk.exchange(std::string(999'999, 'x') + '\n',
                                     {Awaited::kMove, limit, {}, nullptr}, answer_);
        supervisor->give_back(*process);
        return outcome;
    }

    std::unique_ptr<Dialect> dialect = make_ugi_dialect({}, false);
    ProcessLimits limits;
    bots::Answer answer_;
};

TEST_F(UnreadQuestionTest, IsChargedToTheBot) {
    limits.reading = 10s;
    // It sleeps once it has the first byte: the question is on its way by then.
    const auto outcome = exchange(
        "head -c 1 > /dev/null; sleep 0.3; head -c 999999 > /dev/null; echo bestmove 44; read end",
        10s);
    EXPECT_TRUE(std::holds_alternative<Conversation::Reached>(outcome));
    EXPECT_GE(answer_.elapsed, 300ms);
}

TEST_F(UnreadQuestionTest, LosesTheGameThatHasNoClock) {
    limits.reading = 200ms;
    const auto outcome = exchange("sleep 1000", {});
    ASSERT_TRUE(std::holds_alternative<bots::Failure>(outcome));
    EXPECT_EQ(std::get<bots::Failure>(outcome).ending, Ending::kMoveTime);
    EXPECT_EQ(std::get<bots::Failure>(outcome).sentence,
              "did not read what it was asked within 200 ms");
}

TEST_F(UnreadQuestionTest, OfABotWithoutInputLosesToo) {
    limits.reading = 200ms;
    const auto outcome = exchange("exec < /dev/null; sleep 1000", {});
    ASSERT_TRUE(std::holds_alternative<bots::Failure>(outcome));
    EXPECT_EQ(std::get<bots::Failure>(outcome).sentence, "closed its standard input");
}

class SandboxedBotTest : public ProcessBotTest {
protected:
    void SetUp() override {
        ProcessBotTest::SetUp();
        if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    }
    /// What a shell command prints inside the sandbox.
    std::string inside(std::string_view command, SandboxOptions options = {}) {
        ProcessSpec spec = script(fmt::format(
            "out=$( ({}) 2>&1 | tr '\\n' ' '); echo \"info string $out\"; echo bestmove 44",
            command));
        spec.sandbox = std::move(options);
        make(spec);
        const auto failure = new_game();
        if (failure) return failure->sentence;
        ask();
        return infos.empty() ? "" : infos.back();
    }
};

TEST_F(SandboxedBotTest, ShowsItsFolderReadOnly) {
    write_file("helper.txt", "help is here", 0644);
    write_file("rival.txt", "a rival's idea", 0644);
    SandboxOptions options;
    options.hidden = {folder / "rival.txt", folder / "bot.sh"};
    EXPECT_EQ(inside("cat helper.txt", options), "help is here");
    EXPECT_THAT(inside("cat rival.txt", options), HasSubstr("No such file"));
    EXPECT_THAT(inside("touch new.txt", options), HasSubstr("ead-only"));
    EXPECT_THAT(inside("rm helper.txt", options), HasSubstr("ead-only"));
}

TEST_F(SandboxedBotTest, HidesEverythingElse) {
    EXPECT_EQ(inside("ls -A /root /home /sys /var /srv 2>/dev/null | grep -v :"), "");
    EXPECT_EQ(inside("cat /etc/passwd | wc -l"), "2");
    EXPECT_EQ(inside("ls /proc | grep -c '^[0-9]*$' | awk '{print ($1 < 12)}'"), "1");
    EXPECT_EQ(inside("echo $HOME $TMPDIR; pwd"), "/tmp /tmp /bot");
    EXPECT_EQ(inside("hostname"), "bot");
}

TEST_F(SandboxedBotTest, ShowsWhatItIsToldTo) {
    std::string pattern = testing::TempDir() + "/process_bot_other_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    std::ofstream(pattern + "/tool.txt") << "a tool";
    SandboxOptions options;
    options.read_only = {pattern};
    options.environment = {{"TOOL", pattern + "/tool.txt"}};
    EXPECT_EQ(inside("cat $TOOL", options), "a tool");
    EXPECT_THAT(inside("cat " + pattern + "/tool.txt"), HasSubstr("No such file"));
    fs::remove_all(pattern);
}

TEST_F(SandboxedBotTest, PathsInItsOptionsAreAsItSeesThem) {
    ProcessSpec spec = script(kTellStyle, ":", "echo 'option name Style type string'");
    spec.sandbox.enabled = true;
    spec.options = {{"Style", (folder / "net.bin").string()}};
    make(spec);
    ASSERT_FALSE(new_game());
    ask();
    EXPECT_THAT(infos, testing::Contains("style /bot/net.bin"));
}

TEST_F(SandboxedBotTest, RunsProgramsOfTheSystem) {
    ProcessSpec spec;
    spec.command.arguments = {
        "sh", "-c",
        "while read -r w; do case $w in ugi) echo ugiok;; isready) echo readyok;; "
        "go*) echo info string $(pwd); echo bestmove 44;; esac; done"};
    make(spec);
    const auto failure = new_game();
    ASSERT_FALSE(failure) << failure->sentence << bot->log();
    EXPECT_EQ(std::get<Move>(ask().what), Move(40));
    EXPECT_THAT(infos, testing::ElementsAre("/tmp"));
}

TEST_F(SandboxedBotTest, HasNoPrivileges) {
    EXPECT_EQ(inside("grep -c 'Cap.*:.0000000000000000' /proc/self/status"), "5");
    EXPECT_EQ(inside("grep NoNewPrivs /proc/self/status | cut -f2"), "1");
    EXPECT_EQ(inside("whoami"), "bot");
    EXPECT_THAT(inside("echo 1 > /proc/sys/fs/lease-break-time"), HasSubstr("cannot create"));
    EXPECT_EQ(inside("ls -A /proc/1"), "");
    EXPECT_EQ(inside("touch /tmp/mine /dev/shm/mine && echo wrote"), "wrote");
}

TEST_F(SandboxedBotTest, ReadsFilesThatOnlyTheOrganiserMay) {
    write_file("helper.txt", "help is here", 0600);
    ::chmod(folder.c_str(), 0700);
    EXPECT_EQ(inside("cat helper.txt"), "help is here");
}

TEST_F(SandboxedBotTest, KeepsItsFilesWhileItLives) {
    write_file("helper.txt", "old");
    ProcessSpec spec = script("echo info string $(cat helper.txt); echo bestmove 44; exit 1");
    spec.sandbox.enabled = true;
    make(spec);
    for (int game = 0; game < 2; ++game) {  // restarted for the second
        ASSERT_FALSE(new_game(game));
        ask();
        EXPECT_THAT(infos, testing::ElementsAre("old"));
        write_file("helper.txt", "new");
    }
    make(spec);
    ASSERT_FALSE(new_game());
    ask();
    EXPECT_THAT(infos, testing::ElementsAre("new"));  // another bot, made of what is there now
}

TEST_F(SandboxedBotTest, PinsToCores) {
    SandboxOptions options;
    options.cores = {0};
    EXPECT_EQ(inside("grep Cpus_allowed_list /proc/self/status | cut -f2", options), "0");
}

}  // namespace
}  // namespace ninefold::process
