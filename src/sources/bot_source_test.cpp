// SPDX-License-Identifier: MIT
#include "sources/bot_source.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/bot_command.h"
#include "process/process_supervisor.h"
#include "sources/program_plan.h"
#include "sources/python_interpreter.h"

namespace ninefold::sources {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const fs::path kRoot = fs::path(__FILE__).parent_path().parent_path().parent_path();
const fs::path kExamples = kRoot / "examples/bots";

/// A folder for bots' files, with the house's rules that find the hosts of the source tree.
class BotSourceTest : public testing::Test {
protected:
    BotSourceTest() {
        std::string name = (fs::temp_directory_path() / "ninefold-source-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        rules_.hosts = kRoot / "hosts";
    }
    ~BotSourceTest() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, std::string_view text, bool executable = false) {
        const fs::path path = folder_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        if (executable) fs::permissions(path, fs::perms(0755));
        return path;
    }
    base::Result<BotSource> parse(const std::string& text) const {
        return BotSource::parse(text, rules_, nullptr);
    }
    std::string description(const std::string& text) const {
        const auto source = parse(text);
        return source ? source->description : "error: " + source.error().message;
    }
    std::string error(const std::string& text) const {
        const auto source = parse(text);
        return source ? "recognised: " + source->description : source.error().message;
    }
    /// For tests of Python files, which must be read by a Python.
    bool has_python() const { return !process::find_on_path("python3").empty(); }

    fs::path folder_;
    HouseRules rules_;
};

TEST_F(BotSourceTest, BuiltinBotsAreMadeInThisProcess) {
    const auto source = parse("mcts:sims=20");
    ASSERT_TRUE(source);
    EXPECT_EQ(source->name, "mcts:sims=20");
    EXPECT_TRUE(source->is_builtin());
    EXPECT_THAT(source->files, IsEmpty());
    EXPECT_TRUE(source->make(0, {}));
}

TEST_F(BotSourceTest, PythonHelpersChangeTheContentHash) {
    const fs::path bot = write("bot.py", "import helper\nfrom package import part\n");
    write("helper.py", "A = 1\n");
    write("package/part.py", "B = 1\n");
    const auto source = parse("ugi:python3 " + bot.string());
    ASSERT_TRUE(source) << source.error().message;
    const std::string before = source->content_hash();
    write("stranger.py", "C = 1\n");
    write("package/__pycache__/part.cpython-311.pyc", "compiled");
    EXPECT_EQ(source->content_hash(), before);
    write("helper.py", "A = 2\n");
    const std::string after = source->content_hash();
    EXPECT_NE(after, before);
    write("package/part.py", "B = 2\n");
    EXPECT_NE(source->content_hash(), after);
}

TEST_F(BotSourceTest, TheEngineIsABot) {
    const auto source = parse("engine:level=2,nodes=100,hash=1");
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_TRUE(source->is_builtin());
    const auto bot = source->make(0, {});
    ASSERT_TRUE(bot);
    bots::GameSetup setup;
    EXPECT_FALSE((*bot)->new_game(setup));
    const std::vector<rules::Move> moves;
    const bots::Answer answer = (*bot)->ask({setup.start, moves, setup.start, {}, {}, {}}, {});
    EXPECT_TRUE(std::holds_alternative<rules::Move>(answer.what));
}

TEST_F(BotSourceTest, WrongOptionsAreToldBeforeAnythingStarts) {
    EXPECT_THAT(error("engine:level=11"), AllOf(HasSubstr("level"), HasSubstr("from 1 to 10")));
    EXPECT_THAT(error("engine:books=1"), HasSubstr("not an option of engine"));
    EXPECT_THAT(error("mcts:sims=0"), HasSubstr("sims"));
}

TEST_F(BotSourceTest, UnknownNamesListWhatThereIs) {
    EXPECT_THAT(error("stockfish"), AllOf(HasSubstr("'stockfish'"), HasSubstr("random"),
                                          HasSubstr("engine"), HasSubstr("no file")));
    EXPECT_THAT(error("./nobody.py"), HasSubstr("there is no file './nobody.py'"));
    EXPECT_THAT(error("select_move:nobody.py"), HasSubstr("there is no file"));
    EXPECT_THAT(error(""), HasSubstr("name is empty"));
    EXPECT_THAT(error("ugi:"), HasSubstr("no command"));
}

TEST_F(BotSourceTest, AFileThatIsNotThereHintsAtWhatWasMeant) {
    EXPECT_EQ(error("python3 alice.py"), "there is no file 'python3 alice.py'; a command is named "
                                         "with its protocol: 'ugi:python3 alice.py'");
    EXPECT_THAT(error("node alice"), HasSubstr("no file of that name; a command is named"));
    EXPECT_THAT(error("class:python3 alice.py"), Not(HasSubstr("ugi:")));
    const std::string bot = write("alice.py", "").replace_extension().string();
    EXPECT_THAT(error(bot), HasSubstr("; did you mean '" + bot + ".py'?"));
    EXPECT_THAT(error("select_move:" + bot), HasSubstr("; did you mean '" + bot + ".py'?"));
    EXPECT_THAT(error(bot + "s"), Not(HasSubstr("did you mean")));
}

TEST_F(BotSourceTest, OptionsOfABotStandBeforeIt) {
    const fs::path bot = write("carol", "#!/bin/sh\necho ugiok\n", true);
    for (const std::string& name : {bot.string(), "ugi:" + bot.string() + " --fast"}) {
        const auto source = parse("option.Hash=8  'option.Skill Level=a b' " + name);
        ASSERT_TRUE(source) << source.error().message;
        EXPECT_EQ(source->name, "carol:Hash=8,Skill Level=a b");
        EXPECT_TRUE(source->has_options);
        EXPECT_THAT(source->files, ElementsAre(bot));
    }
    EXPECT_FALSE(parse(bot.string())->has_options);
    const auto sides = parse("x=option.Hash=8 " + bot.string() + ",o=random");
    ASSERT_TRUE(sides) << sides.error().message;
    EXPECT_TRUE(sides->has_options);
    EXPECT_EQ(sides->name, "carol:Hash=8+random");
}

TEST_F(BotSourceTest, OptionsAreRefusedWhereThereAreNone) {
    const fs::path bot = write("carol", "#!/bin/sh\necho ugiok\n", true);
    EXPECT_THAT(error("option.Hash=8 engine:level=3"), HasSubstr("as in engine:hash=8"));
    EXPECT_THAT(error("option.Hash=8 codingame:" + bot.string()), HasSubstr("has none"));
    EXPECT_THAT(error("option.Hash=8 x=random,o=" + bot.string()), HasSubstr("'random' takes no"));
    EXPECT_THAT(error("option.Hash=8"), HasSubstr("no bot stands behind the options 'Hash=8'"));
    for (const char* wrong : {"option. ", "option.Clear ", "option.Skill Level=3 ", "option.A=\"b ",
                              "'option.A=b ", "option.A=1 option.Clear "}) {
        EXPECT_THAT(error(wrong + bot.string()), HasSubstr("reads option.NAME=VALUE")) << wrong;
    }
    EXPECT_TRUE(parse("option.A=1\n" + bot.string()));
    EXPECT_THAT(error("option.=8 " + bot.string()), HasSubstr("has no name"));
    EXPECT_THAT(error("option.seed=8 " + bot.string()), HasSubstr("the referee sets it"));
    EXPECT_THAT(error("option.A=1 option.a=2 " + bot.string()), HasSubstr("'a' is set twice"));
    EXPECT_THAT(error("'option.A=1\nquit' " + bot.string()), HasSubstr("must be one line"));
    EXPECT_THAT(error("option.py"),
                AllOf(HasSubstr("there is no file 'option.py'"), Not(HasSubstr("NAME=VALUE"))));
}

TEST_F(BotSourceTest, CommandsKnowTheirFiles) {
    const fs::path script = write("carol.py", "print()");
    const auto source = parse("codingame:python3 " + script.string() + " --fast");
    ASSERT_TRUE(source);
    EXPECT_EQ(source->name, "carol");
    EXPECT_THAT(source->files, ElementsAre(script));
    EXPECT_THAT(source->description, HasSubstr("CodinGame"));
}

TEST_F(BotSourceTest, ProgramsAreRecognisedByTheWordsTheyMustSay) {
    const auto ugi = parse(write("a", "#!/bin/sh\necho ugiok\n", true).string());
    ASSERT_TRUE(ugi);
    EXPECT_THAT(ugi->description, HasSubstr("a script, UGI"));
    EXPECT_THAT(ugi->notes, IsEmpty());
    EXPECT_THAT(description(write("b", "#!/bin/sh\necho place_move 1 2\n", true)),
                HasSubstr("riddles.io"));
    const auto guessed = parse(write("c", "\177ELF....", true).string());
    ASSERT_TRUE(guessed);
    EXPECT_THAT(guessed->description, HasSubstr("an ELF program, UGI"));
    EXPECT_THAT(guessed->notes, ElementsAre(HasSubstr("codingame:")));
}

TEST_F(BotSourceTest, FilesThatAreNoBotsSayWhatToDo) {
    EXPECT_THAT(error(write("a", "#!/bin/sh\n")), HasSubstr("chmod +x"));
    EXPECT_THAT(error(write("a.c", "int main(){}")), HasSubstr("cc -O2 -o a "));
    EXPECT_THAT(error(write("a.txt", "hello")), HasSubstr("ugi:PROGRAM FILE"));
    EXPECT_THAT(error(write("empty.py", "")), HasSubstr("is empty"));
    EXPECT_THAT(error(write("A.java", "class A {}")), HasSubstr("PlayerInterface"));
    EXPECT_THAT(error(write("A.class", "\xCA\xFE\xBA\xBE")), HasSubstr("java:" + folder_.string()));
    EXPECT_THAT(error(write("bots.zip", std::string("PK\003\004") + "nothing")),
                HasSubstr("zip file without Java classes"));
    fs::create_directory(folder_ / "none");
    EXPECT_THAT(error(folder_ / "none"), HasSubstr("folder without Java classes"));
}

TEST_F(BotSourceTest, WhatNeedNotEndIsRefusedAtOnce) {
    const auto start = std::chrono::steady_clock::now();
    const auto huge = [&](const std::string& name, std::string_view text) {
        const fs::path path = write(name, text, true);
        fs::resize_file(path, std::uintmax_t{6} << 30);  // holes: it takes no room
        return path.string();
    };
    EXPECT_THAT(error(huge("program", "\177ELF ugiok")), HasSubstr("may have 1024 MiB together"));
    EXPECT_THAT(error("ugi:/bin/cat " + huge("weights.bin", "x")),
                HasSubstr("weights.bin: a bot's files may have 1024 MiB together"));
    ASSERT_EQ(::mkfifo((folder_ / "pipe.py").c_str(), 0600), 0);
    EXPECT_THAT(error((folder_ / "pipe.py").string()), HasSubstr("neither a file nor a folder"));
    fs::create_symlink("/proc/kmsg", folder_ / "kernel.py");
    EXPECT_THAT(error((folder_ / "kernel.py").string()), HasSubstr("cannot be read"));
    if (has_python()) {
        EXPECT_THAT(error(huge("bot.py", "def select_move(s, t): pass\n")),
                    HasSubstr("bot.py is too large"));
        huge("helper.py", "x = 1\n");
        const fs::path bot = write("small.py", "import helper\ndef select_move(s, t): pass\n");
        EXPECT_THAT(error(bot.string()), HasSubstr("helper.py is too large"));
        EXPECT_THAT(error("ugi:/usr/bin/python3 " + bot.string()),
                    HasSubstr("helper.py: a bot's files may have 1024 MiB together"));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST_F(BotSourceTest, OneBotForEachSide) {
    const auto source = parse("x=random,o=first");
    ASSERT_TRUE(source);
    EXPECT_EQ(source->name, "random+first");
    const auto bot = source->make(0, {});
    ASSERT_TRUE(bot);
    bots::GameSetup setup;
    setup.side = rules::Side::kO;
    EXPECT_FALSE((*bot)->new_game(setup));
    const auto answer = (*bot)->ask({setup.start, {}, setup.start, {}, {}, {}}, {});
    EXPECT_EQ(std::get<rules::Move>(answer.what), rules::Move(0));
    EXPECT_THAT(error("x=first,o=nobody.py"), HasSubstr("nobody.py"));
}

/// Works on while it rests.
class RestlessBot final : public bots::Bot {
public:
    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return {}; }
    bots::Answer ask(const bots::Question&, std::stop_token) override { return {}; }
    std::optional<bots::Failure> fault_at_rest() const override {
        return bots::Failure{rules::Ending::kCrash, "kept using the processor"};
    }
};

TEST_F(BotSourceTest, OfOneBotForEachSideTheOneThatPlaysIsHeldToItsRest) {
    BotSource restless;
    restless.make = [](int, const Paths&) {
        return base::Result<std::unique_ptr<bots::Bot>>(std::make_unique<RestlessBot>());
    };
    const auto bot = plan_sides(*parse("first"), restless).make(0, {});
    ASSERT_TRUE(bot);
    EXPECT_FALSE((*bot)->new_game({rules::AnyPosition(), rules::Side::kX}));
    EXPECT_FALSE((*bot)->fault_at_rest());
    EXPECT_FALSE((*bot)->new_game({rules::AnyPosition(), rules::Side::kO}));
    EXPECT_TRUE((*bot)->fault_at_rest());
}

TEST_F(BotSourceTest, EqualNamesAreToldApart) {
    std::vector<BotSource> sources;
    for (const std::string& text :
         {write("a/bot", "#!/bin/sh\n", true).string(),
          write("b/bot", "#!/bin/sh\n", true).string(), std::string("random"),
          std::string("random"), std::string("first")}) {
        sources.push_back(*parse(text));
    }
    EXPECT_THAT(distinct_names(sources),
                ElementsAre("a/bot", "b/bot", "random", "random (2)", "first"));
}

TEST_F(BotSourceTest, EqualNamesAreToldApartByTheFolderThatDiffers) {
    std::vector<BotSource> sources;
    for (const char* name : {"alice/src/bot", "bob/src/bot", "carol/src/bot"}) {
        sources.push_back(*parse(write(name, "#!/bin/sh\n", true)));
    }
    EXPECT_THAT(distinct_names(sources), ElementsAre("alice/bot", "bob/bot", "carol/bot"));
    sources.push_back(sources.front());
    EXPECT_THAT(distinct_names(sources), ElementsAre("bot", "bot (2)", "bot (3)", "bot (4)"));
}

TEST_F(BotSourceTest, CommandsAreNamedAfterWhatTheyRun) {
    const auto named = [&](const std::string& command) { return parse(command)->name; };
    write("out/pkg/Bot.class", "");
    write("bot.jar", "");
    write("main.py", "");
    const std::string here = folder_.string();
    EXPECT_EQ(named("codingame:java -cp " + here + "/out pkg.Bot --fast"), "Bot");
    EXPECT_EQ(named("ugi:java -Xmx64m -classpath " + here + "/out Main"), "Main");
    EXPECT_EQ(named("ugi:java -jar " + here + "/bot.jar"), "bot");
    EXPECT_EQ(named("ugi:python3 -u " + here + "/main.py"), "main");
}

TEST_F(BotSourceTest, AFolderOfClassesIsNamedAfterTheFolderAround) {
    if (process::find_on_path("java").empty()) GTEST_SKIP() << "no java";
    for (const char* folder : {"ada/out", "ada/target/classes", "ada/out/production"}) {
        write(std::string(folder) + "/pkg/Bot.class", "\xCA\xFE\xBA\xBE");
        EXPECT_EQ(parse(folder_ / folder)->name, "ada") << folder;
    }
}

TEST_F(BotSourceTest, RiddlesAndItsPredecessorAreToldApart) {
    const auto bot = [&](const std::string& text) {
        return write("place", "#!/bin/sh\necho place_move 4 4 # " + text + "\n", true);
    };
    EXPECT_THAT(description(bot("if cell == '.'")), HasSubstr("a script, riddles.io"));
    EXPECT_THAT(description(bot("settings player_names player0,player1")), HasSubstr("riddles.io"));
    EXPECT_THAT(description(bot("other = 1 if mine == 2 else 2")), HasSubstr("theaigames"));
    EXPECT_THAT(description(bot("settings your_bot player2")), HasSubstr("theaigames"));
    EXPECT_THAT(error(bot("")), AllOf(HasSubstr("nothing in it tells which"),
                                      HasSubstr("'riddles:/"), HasSubstr("'theaigames:/")));
    if (!has_python()) GTEST_SKIP() << "no python3";
    write("field.py",
          "def parse(text):\n    return [int(c) for c in text.split(',')].count(1 + 1 == 2)\n");
    EXPECT_THAT(description(write("main.py", "import field\nprint('place_move %d %d' % (4, 4))\n")),
                HasSubstr(", theaigames ("));
    const fs::path method = write("method.py", "class A:\n    def place_move(self): pass\n"
                                               "    def move(self, b, s, m, f): pass\n");
    EXPECT_THAT(description(method), HasSubstr(", class ("));
}

TEST_F(BotSourceTest, PythonFilesOfEachCommunityAreRecognised) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const auto example = [&](const char* name) { return description((kExamples / name).string()); };
    EXPECT_THAT(example("select_move_tactician.py"), HasSubstr("select_move"));
    EXPECT_THAT(example("class_move_greedy.py"), HasSubstr(", class ("));
    EXPECT_THAT(example("function_counter.py"), HasSubstr(", function ("));
    EXPECT_THAT(example("best_move_seeker.py"), HasSubstr(", best_move ("));
    EXPECT_THAT(example("ugi_random.py"), HasSubstr(", UGI ("));
}

TEST_F(BotSourceTest, Python2FilesGetAPython2OrASentence) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    EXPECT_THAT(description((kExamples / "class_move_python2.py").string()),
                testing::AnyOf(HasSubstr("Python 2.7"),
                               AllOf(HasSubstr("print statement"), HasSubstr("no Python 2.7"))));
}

TEST_F(BotSourceTest, TheInterpreterIsChosenByWhatTheFileHolds) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    if (!choose_python({"", {2}, {}, {}, true})) GTEST_SKIP() << "no Python 2.7";
    const std::string move = "    def move(self, b, s, m, f): ";
    const auto chosen = [&](const std::string& text) {
        return description(write("team.py", text));
    };
    EXPECT_THAT(chosen("class A:\n" + move + "return 8 / 2, 4\n"),
                AllOf(HasSubstr("Python 2.7"), HasSubstr("nothing in it needs Python 3")));
    EXPECT_THAT(chosen("class A:\n    def f(self, (a, b)): pass\n" + move + "pass\n"),
                AllOf(HasSubstr("Python 2.7"), HasSubstr("line 2: tuple parameter")));
    EXPECT_THAT(chosen("x = f'{1}'\nclass A:\n" + move + "pass\n"),
                AllOf(HasSubstr("Python 3"), HasSubstr("(line 1: f-string)")));
    EXPECT_THAT(chosen("import queue\nclass A:\n" + move + "pass\n"), HasSubstr("Python 3"));
    // Syntax that no rule knows: the interpreters themselves are asked.
    EXPECT_THAT(chosen("class A:\n" + move + "pass\nTrue = 1\n"),
                AllOf(HasSubstr("Python 2.7"), HasSubstr("Python 3 cannot compile line 3")));
    EXPECT_THAT(chosen("def f(*, k): pass\nclass A:\n" + move + "pass\n"), HasSubstr("Python 3"));
    // A helper in Python 2.
    write("brain.py", "print 'x'\n");
    EXPECT_THAT(chosen("import brain\nclass A:\n" + move + "pass\n"),
                AllOf(HasSubstr("Python 2.7"), HasSubstr("brain.py, line 1: print statement")));
    EXPECT_THAT(chosen("def Player(board, T, won): pass\n"), HasSubstr("Python 3"));
    rules_.python = "/usr/bin/python3";
    EXPECT_THAT(chosen("class A:\n" + move + "pass\n"), HasSubstr("named by --python"));
}

TEST_F(BotSourceTest, ProgramsFindAPython2WithItsLibraries) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const auto python = choose_python({"", {2}, {}, {}, true});
    if (!python) GTEST_SKIP() << "no Python 2.7";
    const fs::path script = write("main.py", "print 'place_move 4 4'\n");
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    for (const std::string& command :
         {"python2.7 " + script.string(), "python2 " + script.string(), "python " + script.string(),
          python->program.string() + " -u " + script.string(), script.string()}) {
        write("main.py", "import json, random\nwhile True:\n    line = raw_input()\n"
                         "    if line.startswith('action'):\n        print 'place_move 4 4'\n"
                         "        import sys; sys.stdout.flush()\n");
        const auto source = BotSource::parse("theaigames:" + command, rules_, supervisor);
        ASSERT_TRUE(source) << source.error().message;
        EXPECT_EQ(source->name, "main") << command;
        EXPECT_THAT(source->files, ElementsAre(script)) << command;
        const auto bot = source->make(0, {});
        ASSERT_TRUE(bot) << bot.error().message;
        bots::GameSetup setup;
        ASSERT_FALSE((*bot)->new_game(setup));
        const std::vector<rules::Move> moves;
        const bots::Answer answer =
            (*bot)->ask({setup.start, moves, setup.start, {}, std::chrono::seconds(20), {}}, {});
        EXPECT_TRUE(std::holds_alternative<rules::Move>(answer.what)) << command << (*bot)->log();
    }
    EXPECT_THAT(error("theaigames:python2.1 " + script.string()),
                HasSubstr("no python2.1 was found"));
}

/// A bot that calls itself an interpreter would be asked what it has, as the organiser.
TEST_F(BotSourceTest, NothingOfABotsIsRunToFindItsInterpreter) {
    const fs::path proof = folder_ / "proof";
    const std::string evil =
        "#!/bin/sh\ntouch " + proof.string() + "\nprintf '3.11\\n/\\n/\\n/\\n\\nTrue\\n'\n";
    const fs::path python = write("eve/venv/bin/python3", evil, true);
    const fs::path script = write("eve/src/bot.py", "");
    for (const std::string& command :
         {python.string(), python.string() + " " + script.string(), python.string() + " -m bot"}) {
        const auto source = parse("ugi:" + command);
        EXPECT_FALSE(fs::exists(proof)) << command;
        ASSERT_TRUE(source) << source.error().message;
        EXPECT_THAT(source->files, testing::Contains(python)) << command;
        EXPECT_THAT(source->notes, testing::Contains(HasSubstr("as the bot's own program")));
    }
}

/// An interpreter of the organiser's, elsewhere, is asked.
TEST_F(BotSourceTest, AnInterpreterElsewhereIsShownWithItsFolder) {
    const fs::path python = write("tools/venv/bin/python3",
                                  "#!/bin/sh\nprintf '3.11\\n" + folder_.string() +
                                      "/tools/venv\\n/usr\\n/usr\\n\\nTrue\\n'\n",
                                  true);
    const fs::path script = write("league/bots/eve/bot.py", "");
    const auto source = parse("ugi:" + python.string() + " " + script.string());
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_THAT(source->files, ElementsAre(script));
}

TEST_F(BotSourceTest, SeveralCandidatesAreListedWithTheirLines) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const fs::path two = write("two.py", "class A:\n    def move(self, b, s, m, f): pass\n"
                                         "class B:\n    def move(self, b, s, m, f): pass\n");
    EXPECT_THAT(error(two),
                AllOf(HasSubstr("class:two.py#A (line 1)"), HasSubstr("class:two.py#B (line 3)")));
    EXPECT_THAT(error("class:" + two.string()), HasSubstr("several"));
    const auto chosen = parse("class:" + two.string() + "#B");
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->name, "two#B");
    EXPECT_THAT(description(two.string() + "#A"), HasSubstr("class"));
    EXPECT_THAT(error(two.string() + "#C"), HasSubstr("no bot 'C'"));
}

TEST_F(BotSourceTest, PythonFilesWithoutABotSayWhatIsNeeded) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    EXPECT_THAT(error(write("none.py", "x = 1\n")),
                AllOf(HasSubstr("select_move(cur_state, remain_time)"), HasSubstr("ugi:python3")));
    EXPECT_THAT(error(write("bad.py", "def f(:\n")), HasSubstr("syntax error in line 1"));
}

TEST_F(BotSourceTest, HouseRulesNameTheForbiddenImport) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const fs::path bot =
        write("os_user.py",
              "import random\nimport os\n\nclass A:\n    def move(self, b, s, m, f): pass\n");
    EXPECT_TRUE(parse(bot));
    rules_.allowed_imports = {"random", "copy"};
    EXPECT_THAT(error(bot), AllOf(HasSubstr("house"), HasSubstr("line 2"), HasSubstr("os"),
                                  HasSubstr("the list is random,copy (--allow-imports")));
}

TEST_F(BotSourceTest, ImportsThatACommunityDoesNotNameAreNoted) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const fs::path bot = write("timed.py", "import random, time, math\nclass A:\n"
                                           "    def move(self, b, s, m, f): pass\n");
    rules_.usual_imports = {"random", "copy"};
    const auto source = parse(bot);
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_THAT(source->notes,
                ElementsAre(AllOf(HasSubstr("imports math, time, not only the random, copy"),
                                  HasSubstr("allowed here"))));
    rules_.allowed_imports = {"random", "time", "math"};
    EXPECT_THAT(parse(bot)->notes, IsEmpty());
}

TEST_F(BotSourceTest, MissingModulesAreNotedWithTheInterpreter) {
    if (!has_python()) GTEST_SKIP() << "no python3";
    const auto source =
        parse(write("lacking.py", "import no_such_module\ndef Player(a, b, c): pass\n"));
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_THAT(source->notes,
                ElementsAre(AllOf(HasSubstr("no_such_module"), HasSubstr("python3"))));
    const auto packaged = parse(write("lacking.py", "import no_such_module, numba\n"
                                                    "def Player(a, b, c): pass\n"));
    ASSERT_TRUE(packaged);
    if (packaged->notes.front().find("no_such_module, numba") != std::string::npos) {
        EXPECT_THAT(packaged->notes, ElementsAre(HasSubstr("(Debian: python3-numba)")));
    }
    const auto beside = (write("helper.py", ""),
                         parse(write("helped.py", "import helper\ndef Player(a, b, c): pass\n")));
    ASSERT_TRUE(beside);
    EXPECT_THAT(beside->notes, IsEmpty());
}

TEST_F(BotSourceTest, JavaScriptIsRunByNode) {
    if (process::find_on_path("node").empty()) GTEST_SKIP() << "no node";
    EXPECT_THAT(description((kExamples / "javascript/ugi_bot.js").string()), HasSubstr("UGI"));
    EXPECT_THAT(description((kExamples / "javascript/riddles_bot.js").string()),
                HasSubstr("riddles.io"));
}

/// Starts the bot and has it answer the first question of a game.
void expect_first_move(const BotSource& source, std::chrono::seconds limit) {
    const auto bot = source.make(0, {});
    ASSERT_TRUE(bot) << bot.error().message;
    const bots::GameSetup setup;
    ASSERT_FALSE((*bot)->new_game(setup));
    const bots::Answer answer = (*bot)->ask({setup.start, {}, setup.start, {}, limit, {}}, {});
    EXPECT_TRUE(std::holds_alternative<rules::Move>(answer.what)) << (*bot)->log();
}

TEST_F(BotSourceTest, ProgramsOfCodingameNeedNotFlush) {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    const fs::path script = write("bot.py", "import sys\nfor line in sys.stdin:\n"
                                            "    if line.strip() == '81': print('4 4')\n");
    // sed writes with C's own functions.
    for (const std::string& command :
         {std::string("codingame:sed -n 's/^81$/4 4/p'"), "codingame:python3 " + script.string()}) {
        const auto source = BotSource::parse(command, rules_, supervisor);
        ASSERT_TRUE(source) << source.error().message;
        SCOPED_TRACE(command);
        expect_first_move(*source, std::chrono::seconds(5));
    }
}

TEST_F(BotSourceTest, NodeHasTheFunctionsOfCodingame) {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    if (process::find_on_path("node").empty()) GTEST_SKIP() << "no node";
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    const fs::path script = write("bot.js", R"(
        while (true) {
            const [row] = readline().split(' ').map(Number);
            let count = parseInt(readline());
            while (count-- > 0) var last = readline();
            printErr(row);
            print(last);
        })");
    const auto source = BotSource::parse("codingame:node " + script.string(), rules_, supervisor);
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ(source->name, "bot");
    EXPECT_THAT(source->files, ElementsAre(script));
    expect_first_move(*source, std::chrono::seconds(20));
}

TEST_F(BotSourceTest, JavaSourceIsCompiledWithoutItsOpponents) {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    if (process::find_on_path("javac").empty()) GTEST_SKIP() << "no javac";
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    const fs::path bob = write("Bob.java", R"(import uttt.game.*; import uttt.utils.*;
        public class Bob implements PlayerInterface {
            private final Symbol symbol;
            public Bob(Symbol symbol) { this.symbol = symbol; }
            public Symbol getSymbol() { return symbol; }
            public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
                return new Move(4, 4);
            }
        })");
    const fs::path alice = write("Alice.java", R"(import uttt.utils.*;
        public class Alice extends Bob { public Alice(Symbol symbol) { super(symbol); } })");
    const auto source = BotSource::parse("java:" + alice.string() + "#Alice", rules_, supervisor);
    ASSERT_TRUE(source) << source.error().message;
    const auto start_of = [&](const std::vector<fs::path>& hidden) -> std::string {
        const auto bot = source->make(0, hidden);
        if (!bot) return bot.error().message;
        const auto failure = (*bot)->new_game({rules::AnyPosition(), rules::Side::kX, 1, 0});
        return failure ? failure->sentence : "plays";
    };
    EXPECT_EQ(start_of({}), "plays");  // a module of its own
    EXPECT_THAT(start_of({bob}), HasSubstr("The bot does not compile: Alice.java, line 2"));
}

TEST_F(BotSourceTest, JavaSourceFindsWhatLiesBesideIt) {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    if (process::find_on_path("javac").empty()) GTEST_SKIP() << "no javac";
    if (!supervisor->sandbox()) GTEST_SKIP() << supervisor->sandbox().error().message;
    write("alice/weights.txt", "1 2 3");
    write("alice/Side.java", "package alice; class Side { uttt.utils.Symbol symbol; }");
    const fs::path bot = write("alice/Bot.java", R"(package alice;
        import uttt.game.*; import uttt.utils.*;
        public class Bot implements PlayerInterface {
            private final Side side = new Side();
            public Bot(Symbol symbol) throws java.io.IOException {
                side.symbol = symbol;
                try (var in = Bot.class.getResourceAsStream("weights.txt")) { in.read(); }
            }
            public Symbol getSymbol() { return side.symbol; }
            public Move getPlayerMove(SimulatorInterface game, UserInterface ui) { return null; }
        })");
    const auto source = BotSource::parse(bot.string(), rules_, supervisor);
    ASSERT_TRUE(source) << source.error().message;
    const auto made = source->make(0, {});
    ASSERT_TRUE(made) << made.error().message;
    const auto failure = (*made)->new_game({rules::AnyPosition(), rules::Side::kX, 1, 0});
    EXPECT_FALSE(failure) << failure->sentence;
}

TEST_F(BotSourceTest, JavaIsRecognisedInEveryForm) {
    if (process::find_on_path("java").empty()) GTEST_SKIP() << "no java";
    EXPECT_THAT(description((kExamples / "java/BlockWinner.java").string()), HasSubstr("Java"));
    write("classes/pkg/Bot.class", "\xCA\xFE\xBA\xBE");
    const auto source = parse("java:" + (folder_ / "classes/").string() + "#pkg.Bot");
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ(source->name, "Bot");
    EXPECT_THAT(source->files, ElementsAre(folder_ / "classes"));
    EXPECT_THAT(description((folder_ / "classes").string()), HasSubstr("Java"));
}

TEST_F(BotSourceTest, ABotsOwnFileIsNeverHiddenFromIt) {
    process::ProcessSpec given;
    given.sandbox.own = {"/bots/f.py"};
    const process::ProcessSpec spec =
        spec_of_slot(given, {3, 5}, 3, {"/bots/f.py", "/bots/g.py", "/bots"});
    EXPECT_THAT(spec.sandbox.hidden, ElementsAre(fs::path("/bots/g.py")));
    EXPECT_THAT(spec.sandbox.cores, ElementsAre(5));
}

}  // namespace
}  // namespace ninefold::sources
