// SPDX-License-Identifier: MIT
#include "tournament/tournament_spec.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sources/bot_name.h"
#include "tournament/bot_entries.h"
#include "tournament/forecast.h"
#include "tournament/tournament.h"

namespace ninefold::tournament {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kBots = "bots = [\"random\", \"first\", \"random\"]\n";

std::string error_of(const std::string& text) {
    const auto spec = parse_spec(std::string(kBots) + text, ".", "cup.toml");
    return spec ? "" : spec.error().message;
}

TEST(TournamentSpec, ReadsAndWritesItself) {
    const auto spec = parse_spec(R"(
name = "A \"cup\""
seed = 12
rules = "standard+majority"
time = "tc=60+0.5"
openings = "random:4"
points = "blocks"

[[stage]]
name = "Groups"
type = "groups"
group-size = [8, 10]
games = 1
first = "coin"
advance = 2
award = [4, 3.5, -0.0]
tie-breaks = ["points", "blocks", "coin"]

[[stage]]
type = "swiss"
rounds = 5
format = "batches=5:2,5:1"

[[stage]]
type = "knockout"
decide = ["points", "extra-pair", "coin"]
extra-pairs = 3
third-place = true

[[bot]]
source = "mcts:sims=100"
name = "Zoë"
team = "t1"

[[bot]]
source = "random"
away = "withdrawn"
from-stage = "Groups"
from-round = 2
reason = "ill"
)",
                                 ".", "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(spec->bots[0].name, "Zoë");
    EXPECT_EQ(spec->bots[1].name, "random");
    EXPECT_EQ(spec->stages[0].smallest_group, 8);
    EXPECT_EQ(spec->stages[1].name, "Stage 2");
    ASSERT_EQ(spec->absences.size(), 1u);
    EXPECT_EQ(spec->absences[0].wave, 1);
    const std::string text = to_toml(*spec);
    const auto again = parse_spec(text, "/", "again");
    ASSERT_TRUE(again) << again.error().message << text;
    EXPECT_EQ(to_toml(*again), text);
    EXPECT_EQ(again->stages, spec->stages);
    EXPECT_EQ(again->bots, spec->bots);
    EXPECT_EQ(again->absences, spec->absences);
}

TEST(TournamentSpec, PresetsAreSoundAndCanBeChanged) {
    for (const TournamentPreset& preset : presets()) {
        const auto spec = parse_spec(std::string(kBots) + "preset = \"" + std::string(preset.name) +
                                         "\"\ntime = \"move=1s\"\n",
                                     ".", "cup.toml");
        ASSERT_TRUE(spec) << spec.error().message;
        EXPECT_FALSE(spec->stages.empty());
        EXPECT_EQ(arena::to_text(spec->time_control), "move=1s");
    }
    EXPECT_EQ(error_of("preset = \"corse\"\n"),
              "cup.toml, line 2: preset: there is no preset 'corse'; there are "
              "code-tournament, course, round-robin");
}

TEST(TournamentSpec, AdjudicationIsReadWrittenAndGivenToGames) {
    const auto read = [](const std::string& more) {
        return *parse_spec(std::string(kBots) + "preset = \"round-robin\"\n" + more, ".", "cup");
    };
    const TournamentSpec off = read("");
    EXPECT_EQ(off.adjudication.how, arena::Adjudicate::kOff);
    EXPECT_THAT(to_toml(off), Not(HasSubstr("adjudicate")));
    const TournamentSpec spec =
        read("adjudicate = \"both\"\nadjudicate-sure = 0.9\nadjudicate-moves = 7\n");
    EXPECT_EQ(to_toml(*parse_spec(to_toml(spec), ".", "again")), to_toml(spec));
    Tournament tournament(spec);
    const auto game = tournament.game_spec(tournament.take_new_games().front());
    EXPECT_EQ(game.adjudication.agreement, 0.9);
    EXPECT_EQ(game.adjudication.plies, 7);
}

TEST(TournamentSpec, LikeNamesAreNumbered) {
    const auto spec = parse_spec(std::string(kBots) + "preset = \"round-robin\"", ".", "cup.toml");
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->bots[2].name, "random (2)");
    EXPECT_THAT(error_of(
                    "preset=\"round-robin\"\n[[bot]]\nsource=\"random\"\nname=\"Al\"\n[[bot]]\n"
                    "source=\"first\"\nname=\"Al\"\n"),
                HasSubstr("two bots have the name 'Al'"));
}

TEST(TournamentSpec, MistakesAreShownWithTheirLineAndWhatIsAllowed) {
    const struct {
        const char* text;
        const char* line;
        const char* words;
    } kCases[] = {
        {"name = 3", "line 2", "name needs a string"},
        {"nmae = \"x\"", "line 2",
         "'nmae' is not a key of a tournament; did you mean 'name'? Allowed are adjudicate"},
        {"colour = \"red\"", "line 2", "'colour' is not a key of a tournament; allowed are"},
        {"rounds = 3\n[[stage]]\ntype = \"swiss\"", "line 2",
         "'rounds' is not a key of a tournament; it is a key of a stage and must stand below its "
         "[[stage]]"},
        {"[[stage]]\ntype = \"swiss\"\nbots = [\"random\"]", "line 4",
         "'bots' is not a key of a stage of type swiss; it is a key of the tournament and must "
         "stand above the first [[stage]]"},
        {"[[bot]]\nsource = \"random\"\nseed = 3", "line 4", "it is a key of the tournament"},
        {"name = \"Cup\nseed = 3", "line 2", "; is its closing quote missing?"},
        {"name = \"Cup", "line 2", "; is its closing quote missing?"},
        {"rules = \"open+x\"", "line 2", "rules: "},
        {"time = \"10\"", "line 2", "time: "},
        {"points = \"3\"", "line 2", "plain, blocks and course"},
        {"adjudicate = \"always\"", "line 2", "allowed are off, agree, prove and both"},
        {"adjudicate = \"agree\"\nadjudicate-sure = 2", "line 3", "a number from 0.5 to 1"},
        {"adjudicate = \"prove\"\nadjudicate-moves = 3", "line 3", "\"agree\" or \"both\""},
        {"points = \"blocks\"\nadjudicate = \"prove\"", "line 3", "points = \"plain\""},
        {"adjudicate = \"prove\"\npreset = \"course\"", "line 2", "points = \"plain\""},
        {"[[stage]]\nname = \"a\"", "line 2", "the stage has no type; allowed are round-robin"},
        {"[[stage]]\ntype = \"swis\"", "line 3",
         "'swis' is not known; did you mean 'swiss'? Allowed are round-robin, groups, swiss"},
        {"[[stage]]\ntype = \"circle\"", "line 3",
         "'circle' is not known; allowed are round-robin"},
        {"[[stage]]\ntype = \"knockout\"\nrounds = 3", "line 4",
         "'rounds' is not a key of a stage of type knockout; allowed are advance, award, decide"},
        {"[?", "line 2", "bare key"},
        {"\u00e4 = 1", "line 2", "expected keys"},
        {"seed = fa\x01", "line 2", "fa?"},
        {"[[stage]]\ntype = \"swiss\"\naward = [1, nan]", "line 4", "a list of numbers"},
        {"[[stage]]\ntype = \"swiss\"\naward = [inf]", "line 4", "a list of numbers"},
        {"[[stage]]\ntype = \"groups\"", "line 2", "group-size = 8"},
        {"[[stage]]\ntype = \"groups\"\ngroup-size = [9, 8]", "line 4", "two of them: [8, 10]"},
        {"[[stage]]\ntype = \"groups\"\ngroups = 0", "line 4", "a number from 1 to"},
        {"[[stage]]\ntype = \"groups\"\ngroups = 50", "line 4", "every group needs two at least"},
        {"[[stage]]\ntype = \"swiss\"\ngames = 2\nformat = \"batches\"", "line 5", "not both"},
        {"[[stage]]\ntype = \"swiss\"\ntie-breaks = [\"points\", \"luck\"]", "line 4",
         "allowed are points, head-to-head"},
        {"[[stage]]\ntype = \"knockout\"\ndecide = \"coin\"", "line 4", "a list of strings"},
        {"[stage]\ntype = \"swiss\"", "line 2", "[[stage]]"},
        {"preset = \"course\"\n[[bot]]\nname = \"x\"", "line 3", "the bot has no source"},
        {"preset = \"course\"\n[[bot]]\nsource=\"random\"\naway = \"gone\"", "line 5",
         "withdrawn and disqualified"},
        {"preset = \"course\"\n[[bot]]\nsource=\"random\"\naway = \"withdrawn\"\nfrom-stage = "
         "\"X\"",
         "line 6", "there are 'Round 1', 'Round 2'"},
        {"seed = 1\nseed = 2", "line 3", ""},
        {"x = [", "line 2", ""},
    };
    std::string deep = "x";
    for (int i = 0; i < 200'000; ++i) deep += ".x";
    EXPECT_THAT(error_of("seed = 1\n" + deep + " = 1"),
                AllOf(HasSubstr("line 3"), HasSubstr("20 parts at most")));
    EXPECT_THAT(error_of("[" + deep + "]"), HasSubstr("20 parts at most"));
    std::string nested;
    for (int i = 0; i < 250; ++i) nested += deep.substr(0, 39) + " = {";
    EXPECT_NE(error_of(nested + std::string(250, '}')), "");
    EXPECT_THAT(error_of("[[stage]]\ntype = \"round-robin\"\ngames = 100000\ncycles = 1000"),
                AllOf(HasSubstr("games, and 20000000 are allowed"), HasSubstr("fewer games")));
    for (const auto& bad : kCases) {
        EXPECT_THAT(error_of(bad.text),
                    AllOf(HasSubstr("cup.toml"), HasSubstr(bad.line), HasSubstr(bad.words)))
            << bad.text;
    }
    EXPECT_THAT(error_of(""), HasSubstr("there is no stage"));
    EXPECT_THAT(parse_spec("preset = \"course\"", ".", "c").error().message,
                HasSubstr("0 bots; two at least"));
    EXPECT_THAT(parse_spec("preset = \"course\"\nbots = [\"random\"]", ".", "c").error().message,
                HasSubstr("c: 1 bot; two at least"));
    EXPECT_THAT(parse_spec("bots = [\"no*1\", \"no*2\"]", ".", "c").error().message,
                HasSubstr("no*1"))
        << "the first of two mistakes";
}

class Sources : public testing::Test {
protected:
    Sources() : folder_(std::filesystem::path(testing::TempDir()) / "ninefold_sources") {
        std::filesystem::create_directories(folder_ / "class");
        for (const char* name : {"b.py", "a.py", "c.txt"}) std::ofstream(folder_ / "class" / name);
    }
    ~Sources() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_;
};

TEST_F(Sources, PathsAreMadeAbsolute) {
    const std::string a = (folder_ / "class/a.py").string();
    EXPECT_EQ(absolute_source("class/a.py", folder_), a);
    EXPECT_EQ(absolute_source("class:class/a.py#Team", folder_), "class:" + a + "#Team");
    EXPECT_EQ(absolute_source("ugi:class/a.py --fast", folder_), "ugi:" + a + " --fast");
    EXPECT_EQ(absolute_source("option.A=1 'option.B=c d' ugi:class/a.py --fast", folder_),
              "option.A=1 option.B=c\\ d ugi:" + a + " --fast");
    EXPECT_EQ(absolute_source("ugi:python3 class/a.py", folder_), "ugi:python3 " + a);
    EXPECT_EQ(absolute_source("x=class/a.py,o=random", folder_), "x=" + a + ",o=random");
    EXPECT_EQ(absolute_source("mcts:sims=10", folder_), "mcts:sims=10");
    EXPECT_EQ(absolute_source("ugi:python3 bot.py", folder_), "ugi:python3 bot.py");
}

TEST(TournamentSpec, ABotMayHaveItsOwnClock) {
    const auto spec = parse_spec("time = \"move=10s\"\nbots = [\"random\"]\n[[bot]]\nsource = "
                                 "\"first\"\ntime = \"move=1s\"\n[[stage]]\ntype = "
                                 "\"round-robin\"\ngames = 2\n",
                                 ".", "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    const auto again = parse_spec(to_toml(*spec), ".", "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->bots, spec->bots);
    Tournament tournament(*spec);
    const auto tasks = tournament.take_new_games();
    ASSERT_EQ(tasks.size(), 2u);
    for (const GameTask& task : tasks) {
        EXPECT_EQ(arena::to_text(tournament.game_spec(task).time_control),
                  task.x.index == 0 ? "X move=10s; O move=1s" : "X move=1s; O move=10s");
    }
    EXPECT_EQ(forecast(*spec).longest, 81 * std::chrono::seconds(11));
    EXPECT_THAT(parse_spec("bots = [\"random\"]\n[[bot]]\nsource = \"first\"\ntime = \"x\"\n", ".",
                           "cup.toml")
                    .error()
                    .message,
                HasSubstr("cup.toml, line 4: time: "));
}

/// Bounds of one stage say nothing of those that few bots reach.
TEST(TournamentSpec, BoundsTheGamesOfAllStages) {
    const auto is_accepted = [](std::string_view stages) {
        std::string text = "bots = [";
        for (int i = 0; i < 1000; ++i) text += "'random',";
        return parse_spec(text + "]\n" + std::string(stages), ".", "").has_value();
    };
    EXPECT_TRUE(is_accepted("[[stage]]\ntype = 'round-robin'\ngames = 40"));
    EXPECT_FALSE(is_accepted("[[stage]]\ntype = 'round-robin'\ngames = 42"));
    const std::string final_stage = "[[stage]]\ntype = 'round-robin'\ngames = 1000\n";
    EXPECT_TRUE(is_accepted("[[stage]]\ntype = 'swiss'\nadvance = 8\n" + final_stage));
    EXPECT_FALSE(is_accepted("[[stage]]\ntype = 'swiss'\n" + final_stage));
    const std::string groups = "[[stage]]\ntype = 'groups'\ngroup-size = 4\n";
    EXPECT_TRUE(is_accepted(groups + "games = 10000\nadvance = 1\n"));
    EXPECT_TRUE(is_accepted(groups + "advance = 1\n[[stage]]\ntype = 'gauntlet'\ngames = 1000"));
    EXPECT_FALSE(is_accepted(groups + "games = 20000"));
    EXPECT_FALSE(is_accepted("[[stage]]\ntype = 'knockout'\ngames = 20000"));
}

TEST(Forecast, AddsUpMoreThanFitsIntoNanoseconds) {
    const auto spec = parse_spec("bots = ['random', 'first']\ntime = 'move=24h'\n[[stage]]\n"
                                 "type = 'round-robin'\ngames = 6000",
                                 ".", "");
    ASSERT_TRUE(spec) << spec.error().message;
    EXPECT_EQ(forecast(*spec).longest, 6000 * 81 * std::chrono::hours(24));
}

TEST(Forecast, CountsAllBatchesAndGrantsInWhatItTakesAtMost) {
    const auto spec = parse_spec("preset = 'code-tournament'\nbots = ['random', 'first']", ".", "");
    ASSERT_TRUE(spec) << spec.error().message;
    const Forecast plan = forecast(*spec);
    EXPECT_EQ(plan.most_games, 30);
    EXPECT_LE(plan.games, 30);
    // 10 s over the soft limit grant 15; the last ten games have a quarter of the time.
    EXPECT_EQ(plan.longest, 81 * std::chrono::milliseconds(115'000) * 45 / 2);
}

TEST_F(Sources, OptionsOfABotMayBeATable) {
    const std::string stage = "[[stage]]\ntype = \"round-robin\"\n";
    const auto spec =
        parse_spec("bots = [\"random\"]\n[[bot]]\nsource = \"class/a.py\"\n"
                   "options = {Hash = 8, \"Skill Level\" = \"it's high\", Book = true}\n" +
                       stage,
                   folder_, "cup.toml");
    ASSERT_TRUE(spec) << spec.error().message;
    const auto named = sources::BotName::parse(spec->bots[1].source);
    ASSERT_TRUE(named);
    EXPECT_EQ(named->path, (folder_ / "class/a.py").string());
    EXPECT_EQ(named->options,
              (process::UgiOptions{{"Book", "true"}, {"Hash", "8"}, {"Skill Level", "it's high"}}));
    const auto again = parse_spec(to_toml(*spec), "/", "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->bots[1].source, spec->bots[1].source);
    for (const char* wrong : {"3", "{Hash = [1]}", "{Seed = 3}"}) {
        const auto refused = parse_spec(fmt::format("bots = [\"random\"]\n[[bot]]\nsource = "
                                                    "\"class/a.py\"\noptions = {}\n{}",
                                                    wrong, stage),
                                        folder_, "cup.toml");
        ASSERT_FALSE(refused) << wrong;
        EXPECT_NE(refused.error().message.find("cup.toml, line 4: "), std::string::npos)
            << refused.error().message;
    }
}

TEST_F(Sources, PresetsPrintedAsFilesAreSound) {
    std::filesystem::create_directories(folder_ / "bots");
    std::ofstream(folder_ / "bots/alice.py");
    for (const TournamentPreset& preset : presets()) {
        const auto spec = parse_spec(starting_file(preset), folder_, preset.name);
        ASSERT_TRUE(spec) << spec.error().message;
        ASSERT_EQ(spec->bots.size(), 2u) << preset.name;
        EXPECT_EQ(spec->bots[0].name, "alice");
        const auto plain = parse_spec(std::string(kBots) + std::string(preset.toml), ".", "plain");
        ASSERT_TRUE(plain) << plain.error().message;
        EXPECT_EQ(spec->stages, plain->stages);
    }
}

TEST_F(Sources, ABotsFileIsNotATournaments) {
    std::ofstream(folder_ / "class/a.py") << "def move():\n    \"\"\"text\"\"\"\n";
    EXPECT_THAT(read_spec(folder_ / "class/a.py").error().message,
                AllOf(HasSubstr("a.py' is a Python file, and a tournament's file is needed"),
                      HasSubstr("'ninefold tournament preset course > cup.toml'")));
}

TEST_F(Sources, PatternsFindFilesInOrder) {
    auto bots = expand_source("class/*.py", folder_);
    ASSERT_TRUE(bots);
    ASSERT_TRUE(name_bots(*bots));
    ASSERT_EQ(bots->size(), 2u);
    EXPECT_EQ((*bots)[0].name, "a");
    EXPECT_EQ((*bots)[1].name, "b");
    EXPECT_FALSE(expand_source("class/*.jar", folder_));
    // A link to somebody else's bot must not be played.
    std::filesystem::create_symlink("../class/a.py", folder_ / "class/c.py");
    EXPECT_EQ(expand_source("class/*.py", folder_)->size(), 3u);
    std::filesystem::remove(folder_ / "class/c.py");
    std::ofstream(folder_ / "secret.py");
    std::filesystem::create_symlink("../secret.py", folder_ / "class/c.py");
    const auto refused = expand_source("class/*.py", folder_);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("leads out of its folder"), std::string::npos);
    std::filesystem::remove(folder_ / "class/c.py");
    // The folder that it lies in may be the link.
    std::filesystem::create_directories(folder_ / "teams/alice/src");
    std::filesystem::create_directories(folder_ / "teams/bob");
    std::ofstream(folder_ / "teams/alice/src/bot.py");
    std::filesystem::create_directory_symlink("../alice/src", folder_ / "teams/bob/src");
    EXPECT_FALSE(expand_source("teams/*/src/bot.py", folder_));
    EXPECT_FALSE(expand_source("./teams/../teams/b*/src/bot.py", folder_));
    EXPECT_TRUE(expand_source("teams/bob/src/*.py", folder_));  // the organiser's own words
    std::filesystem::remove(folder_ / "teams/bob/src");
    EXPECT_EQ(expand_source("teams/*/src/bot.py", folder_)->size(), 1u);
    bots = expand_source("option.Hash=8 class/*.py", folder_);
    ASSERT_TRUE(bots && name_bots(*bots));
    ASSERT_EQ(bots->size(), 2u);
    EXPECT_EQ((*bots)[1].source, "option.Hash=8 " + (folder_ / "class/b.py").string());
    EXPECT_EQ((*bots)[1].name, "b:Hash=8");
}

TEST_F(Sources, FilesOfOneNameAreToldApartByTheirFolders) {
    for (const char* student : {"ada", "bob"}) {
        std::filesystem::create_directories(folder_ / student / "code");
        std::ofstream(folder_ / student / "code/_MSSV.py") << "x = 1\n";
    }
    auto bots = expand_source("*/code/_MSSV.py", folder_);
    ASSERT_TRUE(bots && name_bots(*bots));
    ASSERT_EQ(bots->size(), 2u);
    EXPECT_EQ((*bots)[0].name, "ada/_MSSV");
    EXPECT_EQ((*bots)[1].name, "bob/_MSSV");
}

TEST_F(Sources, ModulesOfOtherBotsAreLeftOutUnlessTheirInterfaceIsSaid) {
    std::ofstream(folder_ / "class/a.py") << "import b\ndef select_move(state, time): pass\n";
    std::ofstream(folder_ / "class/b.py") << "def score(state, move, depth): pass\n";
    const auto patterned =
        parse_spec("preset = 'round-robin'\nbots = ['class/*.py', 'random']", folder_, "spec");
    ASSERT_TRUE(patterned) << patterned.error().message;
    ASSERT_EQ(patterned->bots.size(), 2u);
    EXPECT_EQ(patterned->bots[0].name, "a");
    EXPECT_EQ(patterned->bots[1].name, "random");
    ASSERT_EQ(patterned->notes.size(), 1u);
    EXPECT_NE(patterned->notes[0].find("b.py is left out: it is a module of a.py"),
              std::string::npos)
        << patterned->notes[0];
    const auto said = parse_spec("preset = 'round-robin'\nbots = ['class/a.py', "
                                 "'function:class/b.py']\n[[bot]]\nsource = 'class/b.py'",
                                 folder_, "spec");
    ASSERT_TRUE(said) << said.error().message;
    EXPECT_EQ(said->bots.size(), 3u);
}

}  // namespace
}  // namespace ninefold::tournament
