// SPDX-License-Identifier: MIT
#include "process/python_helpers.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;

class PythonHelpers : public testing::Test {
protected:
    PythonHelpers()
        : folder_(fs::temp_directory_path() / ("ninefold-helpers-" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
    }
    ~PythonHelpers() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text) {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }

    fs::path folder_;
};

TEST_F(PythonHelpers, AreReadFromEveryKindOfStatement) {
    const fs::path bot = write("bot.py", "import a.b as x, c\n"
                                         "from d.e import f\n"
                                         "    from .g import (\n"
                                         "try: import h; import i\n"
                                         "j = importlib.import_module('j.k')\n"
                                         "l = __import__( \"l\" )\n"
                                         "important = 1; print 'x'\n"
                                         "from . import m\n");
    for (const char name : std::string_view("abcdefghijklmnopxt")) {
        write(std::string(1, name) + ".py", "");
    }
    std::vector<fs::path> expected;
    // `f` may be a module of a package as `m` is.
    for (const char name : std::string_view("acdfghijlm")) {
        expected.push_back(folder_ / (std::string(1, name) + ".py"));
    }
    EXPECT_EQ(python_helpers(bot), expected);
}

TEST_F(PythonHelpers, AreThoseThatAreImportedHoweverFar) {
    const fs::path bot =
        write("bot.py", "import numpy\nfrom first import x\nimport package.part\n");
    write("first.py", "import second, first\n");
    write("second.py", "import bot\n");
    write("package/__init__.py", "");
    write("package/part.py", "import third\n");
    write("third.py", "");
    write("stranger.py", "");
    write("fast.cpython-311-x86_64-linux-gnu.so", "");
    write("third.cpython-311-x86_64-linux-gnu.so", "");
    EXPECT_EQ(python_helpers(bot),
              (std::vector<fs::path>{folder_ / "first.py", folder_ / "package",
                                     folder_ / "second.py",
                                     folder_ / "third.cpython-311-x86_64-linux-gnu.so",
                                     folder_ / "third.py"}));
}

/// Without limits this took hours.
TEST_F(PythonHelpers, AreFoundSoonHoweverMuchAFileImports) {
    std::string text = "import real\n";
    for (int i = 0; i < 12'000; ++i) {
        text += "import";
        for (int k = 0; k < 50; ++k) text += fmt::format("{}m{}x{}", k == 0 ? " " : ", ", i, k);
        text += '\n';
    }
    const fs::path bot = write("bot.py", text);
    write("real.py", "");
    for (int i = 0; i < 1000; ++i) write(fmt::format("data{}", i), "");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(python_helpers(bot), (std::vector<fs::path>{folder_ / "real.py"}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120));
}

/// Each is within the limit of one.
TEST_F(PythonHelpers, AreReadNoFurtherThanTheirLimitTogether) {
    const fs::path bot = write("bot.py", "import a, b, c, d\n");
    for (const char* name : {"a", "b", "c", "d"}) {
        write(std::string(name) + ".py", "import of_" + std::string(name) + "\n");
        fs::resize_file(folder_ / (std::string(name) + ".py"), 6 << 20);
        write("of_" + std::string(name) + ".py", "");
    }
    const auto found = python_helpers(bot);
    EXPECT_EQ(std::count(found.begin(), found.end(), folder_ / "of_a.py"), 1);
    EXPECT_EQ(std::count(found.begin(), found.end(), folder_ / "of_d.py"), 0);
    EXPECT_EQ(std::count(found.begin(), found.end(), folder_ / "d.py"), 1);
}

TEST_F(PythonHelpers, ModulesAmongFilesAreThoseThatAreNoBotsAndImported) {
    const fs::path alice = write("alice.py", "import alice_eval\ndef select_move(s, t): pass\n");
    const fs::path eval = write("alice_eval.py", "import deep\ndef score(state, move, n): pass\n");
    const fs::path deep = write("deep.py", "TABLE = []\n");
    const fs::path bob = write("bob.py", "import alice, state\ndef select_move(s, t): pass\n");
    const fs::path state = write("state.py", "class State:\n    def move(self, m): pass\n");
    const fs::path lone = write("lone.py", "def helps(a, b, c): pass\n");
    const fs::path main = write("main.py", "from friend import Mine\nimport far.lone\n");
    const fs::path friends = write("friend.py", "def Mine(board, T, won): pass\n");
    const std::vector<fs::path> files = {alice, eval, deep, bob, state, lone, main, friends};
    const auto modules = modules_among(files);
    EXPECT_EQ(modules, (std::map<fs::path, fs::path>{{eval, alice}, {deep, alice}, {state, bob}}));
    // Nobody of the list needs them.
    EXPECT_TRUE(modules_among(std::vector{eval, state}).empty());
    // A line of any length is looked at without danger.
    write("alice_eval.py", "def " + std::string(3'000'000, ' ') + "\n");
    EXPECT_EQ(modules_among(std::vector{alice, eval}).size(), 1u);
}

}  // namespace
}  // namespace ninefold::process
