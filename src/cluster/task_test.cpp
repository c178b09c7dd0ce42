// SPDX-License-Identifier: MIT
#include "cluster/task.h"

#include <gtest/gtest.h>

#include "bots/builtin.h"
#include "rules/position_text.h"

namespace ninefold::cluster {
namespace {

Task example() {
    Task task;
    task.run = "0123456789abcdef";
    task.game.number = 17;
    task.game.id = "3.17";
    task.game.event = "Cup, \"Groups\"";
    task.game.x_name = "älice";
    task.game.o_name = "bob";
    task.game.start =
        rules::AnyPosition::start({rules::Ruleset::kOpen, rules::TieBreak::kMajority});
    task.game.opening = {rules::Move(40), rules::Move(36)};
    task.game.time_control = *arena::parse_time_control("move=10s,game=120s");
    task.game.seed = 0xfedcba9876543210;
    task.game.adjudication = {arena::Adjudicate::kBoth, 0.98, 3, {30, 5000, 2}};
    task.bots = {TaskBot{"select_move:{bundle}/alice.py", "ab12"}, TaskBot{"random", "", "no"}};
    task.tried = {"attic"};
    task.rules = {1 << 30, std::chrono::milliseconds(1500), true};
    return task;
}

TEST(Task, IsReadBackAsWritten) {
    const Task task = example();
    const auto read = parse_task(to_text(task));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->run, task.run);
    EXPECT_EQ(read->game.number, 17);
    EXPECT_EQ(read->game.id, task.game.id);
    EXPECT_EQ(read->game.event, task.game.event);
    EXPECT_EQ(read->game.x_name, task.game.x_name);
    EXPECT_EQ(read->game.start, task.game.start);
    EXPECT_EQ(read->game.opening, task.game.opening);
    EXPECT_EQ(read->game.time_control, task.game.time_control);
    EXPECT_EQ(read->game.seed, task.game.seed);
    EXPECT_EQ(read->game.adjudication.how, arena::Adjudicate::kBoth);
    EXPECT_EQ(read->game.adjudication.agreement, 0.98);
    EXPECT_EQ(read->game.adjudication.plies, 3);
    EXPECT_EQ(read->game.adjudication.proof.nodes, 5000U);
    EXPECT_EQ(read->bots, task.bots);
    EXPECT_EQ(read->rules, task.rules);
    EXPECT_EQ(read->tried, task.tried);
    EXPECT_TRUE(read->was_tried_by("attic"));
    EXPECT_FALSE(read->was_tried_by("cellar"));
    EXPECT_EQ(to_text(*read), to_text(task));
    EXPECT_LT(to_text(task).size(), 1500U) << "tasks are small";
}

TEST(Task, OfAnotherFormatIsNamedAsSuch) {
    std::string text = to_text(example());
    text.replace(text.find("\"version\":4"), 11, "\"version\":7");
    const auto read = parse_task(text);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("of format 7; this program reads format 4"),
              std::string::npos)
        << read.error().message;
    text.replace(text.find("\"version\":7"), 11, "\"version\":\"" + std::string(5000, 'x') + '"');
    EXPECT_LT(parse_task(text).error().message.size(), 300U) << "however long the format is";
}

TEST(Task, ThatIsDamagedIsRefusedWithTheReason) {
    const std::string text = to_text(example());
    EXPECT_FALSE(parse_task(""));
    EXPECT_FALSE(parse_task("[]"));
    EXPECT_FALSE(parse_task("{\"format\":\"ninefold-result\",\"version\":1}"));
    for (const char* member : {"run", "game", "bots", "rules", "number", "seed", "start"}) {
        std::string damaged = text;
        damaged.replace(damaged.find(fmt::format("\"{}\"", member)) + 1, 1, "#");
        EXPECT_FALSE(parse_task(damaged)) << member;
    }
    std::string illegal = text;
    const std::size_t at = illegal.find("\"opening\":") + 10;
    illegal.replace(at, illegal.find(',', at) - at, "\"e5 e5\"");
    EXPECT_FALSE(parse_task(illegal));
    for (std::size_t cut = 0; cut < text.size(); cut += 7)
        EXPECT_FALSE(parse_task(text.substr(0, cut)));
}

/// Its result could be published nowhere.
TEST(Task, ARunThatIsNoPartOfASubjectIsRefused) {
    for (const char* run : {"", "a b", "a.b", ">", "*", "a\n"}) {
        Task task = example();
        task.run = run;
        EXPECT_FALSE(parse_task(to_text(task))) << run;
    }
}

TEST(Task, NumbersThatDoNotFitAreRefused) {
    const std::string text = to_text(example());
    const auto with = [&](std::string_view member, std::string_view value) {
        std::string other = text;
        const std::size_t at = other.find(member) + member.size();
        return other.replace(at, other.find_first_of(",]}", at) - at, value);
    };
    EXPECT_TRUE(parse_task(with("\"number\":", "18")));
    for (const char* number : {"1e300", "4294967296", "1.5", "\"1\""}) {
        const auto read = parse_task(with("\"number\":", number));
        ASSERT_FALSE(read) << number;
        EXPECT_NE(read.error().message.find("'number' must be a whole number"), std::string::npos)
            << read.error().message;
    }
    EXPECT_FALSE(parse_task(with("\"memory\":", "-1")));
    EXPECT_FALSE(parse_task(with("\"seed\":", "1e30")));
    EXPECT_FALSE(parse_task(with("\"proof_cells\":", "1e30")));
    EXPECT_FALSE(parse_task(with("\"proof_table_mb\":", "1000000")));
}

TEST(TaskResult, CarriesTheWholeGame) {
    arena::GameSpec spec = example().game;
    const auto x = bots::make_builtin("greedy");
    const auto o = bots::make_builtin("random");
    TaskResult result{"abc", 17, "host-1", arena::play_game(spec, **x, **o, nullptr, {})};
    result.game->log = "Traceback\n";
    const auto read = parse_task_result(to_text(result));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->run, "abc");
    EXPECT_EQ(read->number, 17);
    EXPECT_EQ(read->worker, "host-1");
    EXPECT_EQ(read->game, result.game);
    EXPECT_EQ(read->trouble, "");
}

TEST(TaskResult, MayBeTrouble) {
    const TaskResult result{"abc", 3, "host-1", std::nullopt, "no \"python\" here"};
    const auto read = parse_task_result(to_text(result));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->game);
    EXPECT_EQ(read->trouble, result.trouble);
    EXPECT_FALSE(parse_task_result(to_text(TaskResult{"abc", 3, "host-1"}))) << "says nothing";
}

TEST(TaskResult, MayBeAFailedStart) {
    TaskResult result{"run", 5, "attic", std::nullopt, "bob did not start there", rules::Side::kO};
    auto read = parse_task_result(to_text(result));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->failed_start, rules::Side::kO);
    EXPECT_EQ(read->trouble, result.trouble);
    result.failed_start.reset();
    EXPECT_FALSE(parse_task_result(to_text(result))->failed_start);
}

TEST(FailedStarts, BlameNoBotForItsOpponent) {
    FailedStarts starts;
    const auto fail = [&](std::string worker, rules::Side side, std::string why) {
        TaskResult result{"run", 1, std::move(worker), {}, std::move(why), side};
        return starts.add(result);
    };
    EXPECT_EQ(fail("attic", rules::Side::kX, "x exited"), std::nullopt);
    EXPECT_EQ(fail("cellar", rules::Side::kX, "x hung"), std::nullopt);
    EXPECT_EQ(fail("barn", rules::Side::kO, "o exited"), std::nullopt);
    EXPECT_EQ(fail("barn", rules::Side::kX, "x exited"),
              "it failed 3 times; at worker attic: x exited; at worker barn: x exited; at worker "
              "cellar: x hung");
    EXPECT_EQ(fail("attic", rules::Side::kO, "o exited"), std::nullopt);
}

TEST(TaskResult, HasNoControlCharactersForTheOrganisersTerminal) {
    const TaskResult result{"run", 5, "\x1b[2Jattic\r", std::nullopt,
                            "no\ngames\x07" + std::string(100'000, '!')};
    const auto read = parse_task_result(to_text(result));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->worker, "?[2Jattic?");
    EXPECT_EQ(read->trouble.substr(0, 9), "no?games?");
    EXPECT_LT(read->trouble.size(), 3000U);
}

}  // namespace
}  // namespace ninefold::cluster
