// SPDX-License-Identifier: MIT
#include "process/private_copy.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <thread>

#include "process/sandbox.h"

namespace ninefold::process {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class PrivateCopyTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "/private_copy_XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder = fs::canonical(pattern);
        write("bots/alice.py", "import helper\n");
        command.arguments = {"python3", (folder / "bots/alice.py").string()};
    }
    void TearDown() override { fs::remove_all(folder); }

    void write(const fs::path& name, std::string_view text) {
        fs::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << text;
    }
    /// The names that the bot sees of its folder, or the error.
    std::set<std::string> seen() {
        copy = PrivateCopy::take(program, {});
        if (!copy) return {copy.error().message};
        std::set<std::string> names;
        for (const auto& [source, place] : (*copy)->shown) {
            if (!fs::is_directory(source)) {
                names.insert(place.lexically_relative("/").string());
                continue;
            }
            for (const auto& entry : fs::recursive_directory_iterator(source)) {
                const fs::path shown = place / entry.path().lexically_relative(source);
                if (!entry.is_directory()) names.insert(shown.lexically_relative("/").string());
            }
        }
        return names;
    }

    fs::path folder;
    ConfinedProgram program;
    BotCommand& command = program.command;
    SandboxOptions& options = program.sandbox;
    base::Result<std::shared_ptr<const PrivateCopy>> copy = base::fail("none");
};

/// A file that may not grow stands for a full disk.
TEST_F(PrivateCopyTest, WhereThereIsNoRoomTheErrorIsOurs) {
    write("bots/weights.bin", std::string(100'000, 'w'));
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{50'000, 50'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto full = PrivateCopy::take(program, {});
        ::_exit(!full && full.error().is_ours ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << "a bot must not play with half of its weights, nor lose for it";
    EXPECT_EQ(seen(), (std::set<std::string>{"bot/alice.py", "bot/weights.bin"}));
    command.arguments.emplace_back(folder / "bots/nothing");
    fs::create_symlink("/etc/passwd", folder / "bots/nothing");
    EXPECT_FALSE(PrivateCopy::take(program, {}).error().is_ours);
}

TEST_F(PrivateCopyTest, HoldsTheBotAndWhatLiesBesideIt) {
    write("bots/helper.py", "");
    write("bots/data/weights.bin", "1234");
    write("bots/__pycache__/helper.cpython-311.pyc", "");
    write("secret.txt", "");
    EXPECT_THAT(seen(),
                UnorderedElementsAre("bot/alice.py", "bot/helper.py", "bot/data/weights.bin",
                                     "bot/__pycache__/helper.cpython-311.pyc"));
    const auto& shown = (*copy)->shown;
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_EQ(shown[0].place, "/bot");
    EXPECT_NE(shown[0].source, folder / "bots");
    // A copy: what is changed later is not seen.
    write("bots/later.py", "");
    write("bots/alice.py", "other\n");
    std::ifstream kept(shown[0].source / "alice.py");
    std::string line;
    std::getline(kept, line);
    EXPECT_EQ(line, "import helper");
    EXPECT_FALSE(fs::exists(shown[0].source / "later.py"));
    const fs::path gone = shown[0].source;
    copy = base::fail("none");
    EXPECT_FALSE(fs::exists(gone));
}

TEST_F(PrivateCopyTest, HidesTheFolderThatAnotherBotHasForItself) {
    write("bots/alice.py", "import bob\n");
    write("bots/data/book.txt", "");
    write("bots/bob/__init__.py", "");
    write("bots/bob/bob.py", "");
    write("bots/bob/weights.bin", "");
    write("bots/bob/deeper/tricks.py", "");
    options.hidden = {folder / "bots/bob/bob.py"};
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py", "bot/data/book.txt"));
}

TEST_F(PrivateCopyTest, HidesOtherBotsInEveryShape) {
    write("bots/helper.py", "");
    write("bots/bob.py", "import bobs_tricks\n");
    write("bots/bobs_tricks.py", "");
    write("bots/bobs_package/__init__.py", "");
    write("bots/bob.npy", "");
    write("bots/bob.class", "");
    write("bots/bob$1.class", "");
    write("bots/bob.pyc", "");
    write("bots/__pycache__/bob.cpython-311.pyc", "");
    write("bots/__pycache__/bobs_tricks.cpython-311.pyc", "");
    write("bots/__pycache__/helper.cpython-311.pyc", "");
    write("bots/carol/brain.txt", "");
    fs::create_hard_link(folder / "bots/bob.py", folder / "bots/innocent.txt");
    options.hidden = {folder / "bots/bob.py", folder / "bots/carol"};
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py", "bot/helper.py",
                                             "bot/__pycache__/helper.cpython-311.pyc"));
}

TEST_F(PrivateCopyTest, HidesWhatTheOrganiserKeepsThere) {
    const std::string database("SQLite format 3\0 and more", 25);
    write("bots/results.db", database);
    write("bots/results.db-wal", "");
    write("bots/disguised.txt", database);
    write("bots/results.db-lock", "");
    write("bots/results.db-bots/1f2e/bob.py", "");
    write("bots/kept", database);
    write("bots/kept-lock", "");
    write("bots/kept-bots/1f2e/deep/bob.txt", "");
    write("bots/match.lock", "");
    write("bots/server.log", "");
    write("bots/.git/objects/00", "");
    write("bots/CMakeFiles/bot.dir/bot.c.o", "");
    write("bots/book.txt", "");
    write("bots/my-bots/book.txt", "");
    EXPECT_THAT(seen(),
                UnorderedElementsAre("bot/alice.py", "bot/book.txt", "bot/my-bots/book.txt"));
    command.arguments.push_back((folder / "bots/results.db").string());  // named: the bot's own
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py", "bot/book.txt", "bot/my-bots/book.txt",
                                             "bot/results.db"));
}

TEST_F(PrivateCopyTest, IsNotCopiedIntoItselfWhereTemporaryFilesLieBesideTheBot) {
    const char* const before = std::getenv("TMPDIR");
    const std::string restored = before != nullptr ? before : "";
    write("bots/tmp/notes.txt", "");
    write("bots/tmp/ninefold-private-bobs00/0/bob.py", "");
    ::setenv("TMPDIR", (folder / "bots/tmp").c_str(), 1);
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py", "bot/tmp/notes.txt"));
    if (before != nullptr) ::setenv("TMPDIR", restored.c_str(), 1);
    else ::unsetenv("TMPDIR");
}

TEST_F(PrivateCopyTest, FollowsNoLinkOutOfTheFolder) {
    write("secret.txt", "");
    write("bots/notes.txt", "");
    fs::create_symlink(folder / "secret.txt", folder / "bots/helper.py");
    fs::create_symlink("/", folder / "bots/package");
    fs::create_symlink("/proc/kmsg", folder / "bots/endless.py");
    fs::create_symlink("notes.txt", folder / "bots/same.txt");
    fs::create_symlink("/usr/bin/env", folder / "bots/env");
    ASSERT_EQ(::mkfifo((folder / "bots/pipe.py").c_str(), 0600), 0);
    EXPECT_THAT(seen(),
                UnorderedElementsAre("bot/alice.py", "bot/notes.txt", "bot/same.txt", "bot/env"));
    const fs::path source = (*copy)->shown[0].source;
    EXPECT_EQ(fs::read_symlink(source / "same.txt"), "notes.txt");

    fs::remove(folder / "bots/alice.py");
    fs::create_symlink(folder / "secret.txt", folder / "bots/alice.py");
    EXPECT_THAT(*seen().begin(), HasSubstr("is a link that leads out of its folder"));
}

TEST_F(PrivateCopyTest, CopiesNoMoreThanItsShare) {
    write("bots/large.bin", "");
    fs::resize_file(folder / "bots/large.bin", std::uintmax_t{6} << 30);  // a hole: no room taken
    for (int i = 0; i < 10; ++i) {
        write("bots/part" + std::to_string(i), "");
        fs::resize_file(folder / "bots" / ("part" + std::to_string(i)), std::uintmax_t{30} << 20);
    }
    const auto names = seen();
    EXPECT_TRUE(names.contains("bot/alice.py"));
    EXPECT_TRUE(names.contains("bot/large.bin"));  // counted apart
    EXPECT_EQ(names.size(), 2u + 8u);              // 256 MiB of parts
}

/// Its author may put a link into its place at any moment.
TEST_F(PrivateCopyTest, ShowsTheLargeFileThatItOpened) {
    write("secret.txt", "the organiser's");
    write("bots/large.bin", "mine");
    fs::resize_file(folder / "bots/large.bin", std::uintmax_t{65} << 20);
    ASSERT_TRUE(seen().contains("bot/large.bin"));
    fs::remove(folder / "bots/large.bin");
    fs::create_symlink(folder / "secret.txt", folder / "bots/large.bin");
    ASSERT_EQ((*copy)->shown.size(), 1u);
    const fs::path shown = (*copy)->shown[0].source / "large.bin";
    EXPECT_FALSE(fs::is_symlink(shown));
    std::string begin(4, ' ');
    std::ifstream(shown).read(begin.data(), 4);
    EXPECT_EQ(begin, "mine");
}

/// What the command names may be a folder that its author made a link of.
TEST_F(PrivateCopyTest, RefusesAFolderThatIsALinkElsewhere) {
    write("secret/key", "the organiser's");
    write("bots/eve/run", "");
    write("bots/alice/src/bot", "");
    fs::create_directory_symlink(folder / "secret", folder / "bots/eve/data");
    fs::create_directory_symlink("../alice/src", folder / "bots/eve/src");
    fs::create_directory_symlink("now", folder / "bots/alice/link");
    write("bots/alice/now/bot", "");
    command.arguments = {(folder / "bots/eve/run").string(), (folder / "bots/eve/data").string()};
    EXPECT_FALSE(seen().contains("bot/data/key"));
    command.arguments = {"/bin/sh", (folder / "bots/eve/data").string()};
    EXPECT_THAT(*seen().begin(), HasSubstr("bots/eve/data is a link that leads out of its folder"));
    command.arguments = {(folder / "bots/eve/src/bot").string()};
    EXPECT_THAT(*seen().begin(), HasSubstr("bots/eve/src is a link that leads out of its folder"));
    command.arguments = {(folder / "bots/alice/link/bot").string()};
    EXPECT_THAT(seen(), ElementsAre("bot/bot"));
    // On the way to it as well, below where the organiser stands.
    write("bots/alice/deep/src/bot", "");
    fs::create_directory_symlink("../alice/deep", folder / "bots/eve/deep");
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    command.arguments = {"bots/eve/deep/src/bot"};
    const auto shown = seen();
    fs::current_path(before);
    EXPECT_THAT(*shown.begin(), HasSubstr("bots/eve/deep is a link that leads out of its folder"));
}

TEST_F(PrivateCopyTest, CountsLinksAndFoldersAndEndsAtADepth) {
    fs::path deep = "bots";
    for (int i = 0; i < 200; ++i) deep /= "d";
    write(deep / "lost", "");
    for (int i = 0; i < 12'000; ++i) {
        fs::create_symlink("alice.py", folder / "bots" / ("link" + std::to_string(i)));
    }
    EXPECT_LE(seen().size(), 10'001u);
    EXPECT_FALSE(fs::exists((*copy)->shown[0].source / deep.lexically_relative("bots")));
}

TEST_F(PrivateCopyTest, CopiesWhatIsNamedHoweverManyOthersThereAre) {
    for (int i = 0; i < 12'000; ++i) write("bots/data" + std::to_string(i), "");
    write("bots/zz/last", "");
    command.arguments.push_back((folder / "bots/zz/last").string());
    const auto names = seen();
    EXPECT_TRUE(names.contains("bot/alice.py"));
    EXPECT_TRUE(names.contains("bot/zz/last"));
}

/// A bot's author puts a link in the place of a folder, and takes it away, while it is copied.
TEST_F(PrivateCopyTest, FollowsNoLinkThatComesWhileItCopies) {
    write("secret/key", "the organiser's");
    write("bots/data/key", "");
    for (int i = 0; i < 50; ++i) write("bots/" + std::to_string(i), "");
    fs::create_directory_symlink(folder / "secret", folder / "link");
    std::jthread author([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            ::renameat2(AT_FDCWD, (folder / "bots/data").c_str(), AT_FDCWD,
                        (folder / "link").c_str(), RENAME_EXCHANGE);
        }
    });
    for (int i = 0; i < 300; ++i) {
        copy = PrivateCopy::take(program, {});
        ASSERT_TRUE(copy) << copy.error().message;
        std::ifstream key((*copy)->shown.front().source / "data/key");
        EXPECT_EQ(key.peek(), std::ifstream::traits_type::eof()) << "after " << i;
    }
}

TEST_F(PrivateCopyTest, ShowsOnlyTheFileWhereItsFolderIsEverybodys) {
    ::setenv("HOME", (folder / "bots").c_str(), 1);
    write("bots/diary.txt", "");
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py"));
}

TEST_F(PrivateCopyTest, ShowsNoInterpretersFolderThatIsEverybodys) {
    write("python/bin/python3", "");
    options.read_only = {folder / "python"};
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py",
                                             (folder / "python/bin/python3").string().substr(1)));
    const std::string reason = "all of it would be shown";
    for (const char* wide : {"/", "/opt", "/usr/..", "/tmp/"}) {
        options.read_only = {wide};
        EXPECT_THAT(seen(), ElementsAre(HasSubstr(reason))) << wide;
    }
    options.read_only = {folder / "python"};
    ::setenv("HOME", (folder / "python/home").c_str(), 1);
    EXPECT_THAT(seen(), ElementsAre(HasSubstr(reason)));
    fs::create_directory_symlink(folder / "python", folder / "link");
    options.read_only = {folder / "link"};
    EXPECT_THAT(seen(), ElementsAre(HasSubstr(reason)));
}

TEST_F(PrivateCopyTest, FoldersAreInTheSamePlacesWhereverTheyLie) {
    write("bots/data/net.bin", "");
    write("books/open.txt", "");
    write("host/host.py", "");
    const auto at = [&](const char* name) { return (folder / name).string(); };
    command.arguments = {at("bots/alice.py"), at("books/open.txt"), at("bots/data/net.bin")};
    options.host = folder / "host";
    EXPECT_THAT(seen(), UnorderedElementsAre("bot/alice.py", "bot/data/net.bin", "bot-1/open.txt",
                                             "host/host.py"));
    const SandboxPlaces& places = (*copy)->places;
    EXPECT_EQ(places.inside(at("bots/data/net.bin")), "/bot/data/net.bin");
    EXPECT_EQ(places.inside(at("host/host.py")), "/host/host.py");
    EXPECT_EQ(places.inside_folder(folder / "bots"), "/bot");
    EXPECT_FALSE(places.inside_folder(folder));
}

TEST_F(PrivateCopyTest, CanBeReadByAnotherUser) {
    ::chmod((folder / "bots/alice.py").c_str(), 0600);
    write("bots/run.sh", "");
    ::chmod((folder / "bots/run.sh").c_str(), 0700);
    seen();
    ASSERT_TRUE(copy);
    const auto mode = [&](const char* name) {
        struct stat status {};
        ::stat(((*copy)->shown[0].source / name).c_str(), &status);
        return status.st_mode & 07777;
    };
    EXPECT_EQ(mode("."), 0755u);
    EXPECT_EQ(mode("alice.py"), 0644u);
    EXPECT_EQ(mode("run.sh"), 0755u);
}

}  // namespace
}  // namespace ninefold::process
