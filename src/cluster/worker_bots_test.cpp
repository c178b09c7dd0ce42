// SPDX-License-Identifier: MIT
#include "cluster/worker_bots.h"

#include <stdlib.h>

#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "bots/builtin.h"
#include "cluster/memory_file_store_for_test.h"
#include "process/bot_command.h"
#include "search/taken_tables_for_test.h"

namespace ninefold::cluster {
namespace {

namespace fs = std::filesystem;

class SlotBotsTest : public ::testing::Test {
protected:
    Task task(const std::string& x, const std::string& o) {
        Task task;
        task.game.x_name = "Anna";
        task.game.o_name = "Olga";
        task.bots = {TaskBot{x}, TaskBot{o}};
        return task;
    }

    MemoryFileStore store_;
    BundleCache cache_{"/nowhere", store_};
    WorkerBots bots_{cache_, {}};
    WorkerSlotBots slot_{bots_, 0};
};

TEST_F(SlotBotsTest, ABotThatPlaysItselfIsTwo) {
    const auto players = slot_.players(task("random", "random"));
    ASSERT_TRUE(players);
    EXPECT_NE(players->x, players->o);
}

TEST_F(SlotBotsTest, BotsStayFromGameToGameWhicheverSideTheyHave) {
    const auto first = slot_.players(task("random", "greedy"));
    const auto second = slot_.players(task("greedy", "random"));
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->x, second->o);
    EXPECT_EQ(first->o, second->x);
}

TEST_F(SlotBotsTest, TheErrorNamesWhoCannotBeRun) {
    const auto players = slot_.players(task("random", "nobody-of-this-name"));
    ASSERT_FALSE(players);
    EXPECT_NE(players.error().message.find("Olga cannot be run there"), std::string::npos)
        << players.error().message;
}

/// Another machine may have the memory for its engines.
TEST_F(SlotBotsTest, NoMemoryForATableIsAnError) {
    const search::TakenTables taken;
    const auto players = slot_.players(task("engine:hash=64", "random"));
    ASSERT_FALSE(players);
    EXPECT_NE(players.error().message.find("tables would take"), std::string::npos)
        << players.error().message;
}

TEST_F(SlotBotsTest, NoMemoryForAProofIsAnError) {
    Task proved = task("random", "random");
    proved.game.adjudication.how = arena::Adjudicate::kProve;
    const auto players = slot_.players(proved);
    ASSERT_TRUE(players);
    const search::TakenTables taken;
    const auto game = slot_.play(proved, *players, {});
    ASSERT_FALSE(game);
    EXPECT_NE(game.error().message.find("tables would take"), std::string::npos)
        << game.error().message;
}

/// The bot was there, and failed: not this machine's fault alone.
TEST_F(SlotBotsTest, ABotThatWasStartedAndFailedIsTold) {
    sources::HouseRules house;
    house.sandbox.enabled = false;
    WorkerBots bots(cache_, house);
    WorkerSlotBots slot(bots, 0);
    Task both = task("random", "ugi:/bin/false");
    const auto players = slot.players(both);
    ASSERT_TRUE(players) << players.error().message;
    const auto game = slot.play(both, *players, {});
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(game->detail.find("O exited"), 0u) << game->detail;
    EXPECT_EQ(failed_start(both, *game), rules::Side::kO);
    both.bots[1].forfeits = "it failed 3 times";
    EXPECT_EQ(failed_start(both, *game), std::nullopt) << "the organiser has decided";
}

/// A bot whose program is written here, without a sandbox.
class ScriptTest : public SlotBotsTest {
protected:
    ScriptTest() {
        std::string pattern = (fs::temp_directory_path() / "ninefold-script-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        house_.sandbox.enabled = false;
    }
    ~ScriptTest() override { fs::remove_all(folder_); }

    std::string write(const std::string& name, std::string_view text) {
        std::ofstream(folder_ / name) << text;
        fs::permissions(folder_ / name, fs::perms(0755));
        return "ugi:" + (folder_ / name).string();
    }

    fs::path folder_;
    sources::HouseRules house_;
};

/// As on a machine that is busier than the organiser's.
TEST_F(ScriptTest, ABotThatIsReadSlowlyIsPlayedAllTheSame) {
    if (process::find_on_path("python3").empty()) GTEST_SKIP() << "no python3";
    const fs::path hosts = fs::path(__FILE__).parent_path() / "../../hosts";
    fs::create_directories(folder_ / "python");
    fs::create_symlink(hosts / "python/ninefold_host.py", folder_ / "python/ninefold_host.py");
    write("python/recognise.py",
          fmt::format("import runpy, sys, time\n"
                      "time.sleep(1.5)\n"
                      "sys.path.insert(0, '{0}')\n"
                      "runpy.run_path('{0}/recognise.py', None, '__main__')\n",
                      (hosts / "python").string()));
    write("slow.py", "def select_move(state, time): return 0\n");
    const std::string name = (folder_ / "slow.py").string();
    house_.hosts = folder_;
    house_.reading = std::chrono::seconds(1);
    EXPECT_FALSE(sources::BotSource::parse(name, house_, nullptr));
    EXPECT_TRUE(WorkerBots(cache_, house_).make({name}, {}, 0));
}

TEST_F(ScriptTest, ABotThatStartsSlowlyHoldsUpNoOtherSlot) {
    const std::string slow = write("slow.sh", fmt::format("#!/bin/sh\ntouch {}\nexec sleep 1000\n",
                                                          (folder_ / "started").string()));
    WorkerBots bots(cache_, house_);
    Task waiting = task("random", slow);
    waiting.rules.start_up = std::chrono::seconds(5);
    auto game = std::async(std::launch::async, [&] {
        WorkerSlotBots slot(bots, 0);
        const auto players = slot.players(waiting);
        return players ? slot.play(waiting, *players, {}) : players.error();
    });
    while (!fs::exists(folder_ / "started")) std::this_thread::yield();
    WorkerSlotBots other(bots, 1);
    EXPECT_TRUE(other.players(task("random", "greedy")));
    EXPECT_EQ(game.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    const auto played = game.get();
    ASSERT_TRUE(played) << played.error().message;
    EXPECT_EQ(failed_start(waiting, *played), rules::Side::kO);
}

/// It is asked the same things in the same order.
TEST_F(ScriptTest, ABotCannotTellAWorkerFromAMatch) {
    const std::string listener = write("listener.sh", R"(#!/bin/sh
while read -r line; do
    echo "$line" >&2
    case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) exit 3 ;;
    esac
done
)");
    const Task wanted = task(listener, "random");
    const auto source =
        sources::BotSource::parse(listener, house_, std::make_shared<process::ProcessSupervisor>());
    ASSERT_TRUE(source) << source.error().message;
    const auto x = source->make(0, {});
    const auto o = bots::make_builtin("random");
    const auto here = arena::play_game(wanted.game, **x, **o, nullptr, {});

    WorkerBots bots(cache_, house_);
    WorkerSlotBots slot(bots, 0);
    const auto players = slot.players(wanted);
    ASSERT_TRUE(players) << players.error().message;
    const auto there = slot.play(wanted, *players, {});
    ASSERT_TRUE(there) << there.error().message;
    EXPECT_NE(here.log.find("go"), std::string::npos) << here.log;
    EXPECT_EQ(there->log, here.log);
}

/// Writes all that a program can ask about where it is to standard error.
constexpr std::string_view kTellingScript = R"(#!/bin/sh
{
    pwd; echo "$0 $*"; env | sort; hostname; id -un; ls /; find / -maxdepth 3 -path '/bot*' | sort
    cut -d' ' -f5 /proc/self/mountinfo | sort; cat /proc/self/limits | grep -v processes; echo END
} >&2
while read -r word rest; do
    case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    esac
done
)";
constexpr std::string_view kTellingPython = R"(
import helper, os, platform, sys
for told in (os.getcwd(), sys.argv, sys.path, sorted(os.environ.items()), __file__, helper.__file__,
             sorted(os.listdir('/')), sorted(os.listdir('.')), platform.node(), 'END'):
    sys.stderr.write('%s\n' % (told,))
class Alice:
    def move(self, board, blocks, last, mark): return None
)";

/// The same bot on the organiser's machine, in a check and in a match, and on a worker.
class WhereaboutsTest : public ::testing::Test {
protected:
    WhereaboutsTest() {
        std::string pattern = (fs::temp_directory_path() / "ninefold-where-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        house_.hosts = fs::path(__FILE__).parent_path().parent_path().parent_path() / "hosts";
    }
    ~WhereaboutsTest() override { fs::remove_all(folder_); }

    std::string write(const std::string& name, std::string_view text) {
        const fs::path path = folder_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        fs::permissions(path, fs::perms(0755));
        return path.string();
    }
    /// What the bot tells of itself once it is ready.
    static std::string told_by(bots::Bot& bot) {
        const bots::GameSetup setup{rules::AnyPosition::start({}), rules::Side::kX, 1, 0};
        const auto failure = bot.new_game(setup);
        EXPECT_FALSE(failure) << failure->sentence;
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (bot.log().find("END") == std::string::npos &&
               std::chrono::steady_clock::now() < until) {
            std::this_thread::yield();
        }
        return bot.log();
    }
    std::string on_worker(const sources::BotSource& source) {
        const auto sent = send_bot(source, store_);
        if (!sent) return sent.error().message;
        BundleCache cache(folder_ / "cache", store_);
        WorkerBots bots(cache, house_);
        const auto made = bots.make(*sent, TaskRules::of(house_), 3);
        if (!made) return made.error().message;
        return told_by(**made);
    }
    void expect_the_same_everywhere(const std::string& text) {
        const auto source = sources::BotSource::parse(text, house_, keeper_);
        ASSERT_TRUE(source) << source.error().message;
        const std::string checked = told_by(**source->make(0, {}));
        EXPECT_NE(checked.find("END"), std::string::npos) << checked;
        EXPECT_EQ(checked.find(folder_.string()), std::string::npos) << checked;
        EXPECT_EQ(told_by(**source->make(1, {folder_ / "other/bob.py"})), checked);
        EXPECT_EQ(on_worker(*source), checked);
    }

    fs::path folder_;
    sources::HouseRules house_;
    std::shared_ptr<process::ProcessSupervisor> keeper_ =
        std::make_shared<process::ProcessSupervisor>();
    MemoryFileStore store_;
};

TEST_F(WhereaboutsTest, AProgramCannotTellWhereItRuns) {
    if (!keeper_->sandbox()) GTEST_SKIP() << keeper_->sandbox().error().message;
    const std::string bot = write("class/teller.sh", kTellingScript);
    expect_the_same_everywhere("ugi:" + bot);
    const std::string net = write("class/data/net.bin", "1");
    const std::string book = write("books/book.txt", "2");
    expect_the_same_everywhere(fmt::format("ugi:{} --fast {} {}", bot, net, book));
    // A script in a folder below another file of the bot's.
    const std::string deep = write("third/deep/bot.sh", kTellingScript);
    const std::string above = write("third/above.txt", "3");
    expect_the_same_everywhere(fmt::format("ugi:/bin/sh {} {}", deep, above));
}

TEST_F(WhereaboutsTest, AHostedBotCannotTellWhereItRuns) {
    if (!keeper_->sandbox()) GTEST_SKIP() << keeper_->sandbox().error().message;
    if (process::find_on_path("python3").empty()) GTEST_SKIP() << "no Python here";
    write("class/helper.py", "");
    expect_the_same_everywhere(write("class/alice.py", kTellingPython));
    expect_the_same_everywhere("class:" + (folder_ / "class/alice.py").string());
}

/// A module that the organiser's machine has beside the bot, and that is not found to be sent.
TEST_F(WhereaboutsTest, WhatTheOrganiserAllowsIsNotJudgedAgain) {
    if (process::find_on_path("python3").empty()) GTEST_SKIP() << "no Python here";
    write("class/helper.py", "");
    std::string far;
    while (far.size() < 1200) far += "x = 1; ";
    const std::string bot =
        write("class/far.py", far + "import helper\ndef select_move(s, t): return 0\n");
    house_.allowed_imports = {"random"};
    const auto source = sources::BotSource::parse(bot, house_, keeper_);
    ASSERT_TRUE(source) << source.error().message;
    const auto sent = send_bot(*source, store_);
    ASSERT_TRUE(sent) << sent.error().message;
    BundleCache cache(folder_ / "cache", store_);
    const auto made = WorkerBots(cache, house_).make(*sent, TaskRules::of(house_), 0);
    EXPECT_TRUE(made) << made.error().message;
}

}  // namespace
}  // namespace ninefold::cluster
