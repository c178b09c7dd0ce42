// SPDX-License-Identifier: MIT
#include "store/database.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/game_for_test.h"
#include "store/match_keeper.h"
#include "store/match_lock.h"
#include "store/rescue.h"
#include "store/schema.h"
#include "store/store.h"

// What a person gets for a file that is not, or no longer, a database of games.

namespace ninefold::store {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string refusal(const fs::path& path, Access access = Access::kWrite) {
    const auto store = Store::open(path, access);
    if (!store) return store.error().message;
    if (const auto verified = (*store)->verify(); !verified) return verified.error().message;
    return "accepted";
}

void execute(const fs::path& path, const char* sql) {
    auto database = Database::open(path, Database::Mode::kCreate, {});
    ASSERT_TRUE(database);
    const auto done = (*database)->execute(sql);
    ASSERT_TRUE(done) << done.error().message;
}

/// A sound database of 500 games, with nothing left in its log.
std::string sound_database(const fs::path& path) {
    auto store = Store::open(path);
    EXPECT_TRUE(store);
    const auto match = (*store)->create_match({.spec = "{}"});
    auto keeper = MatchKeeper::open(**store, *match);
    for (int number = 0; number < 500; ++number) {
        (*keeper)->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                        [](const base::Result<void>& kept) { EXPECT_TRUE(kept); });
    }
    keeper->reset();
    store->reset();
    EXPECT_FALSE(fs::exists(path.native() + "-wal"));
    return read(path);
}

/// They have players' tokens.
TEST(Database, IsItsUsersAlone) {
    const FolderForTest folder;
    const fs::path path = folder / "games.db";
    auto store = Store::open(path);
    ASSERT_TRUE(store) << store.error().message;
    const auto match = (*store)->create_match({.spec = "{}"});
    const auto keeper = MatchKeeper::open(**store, *match);
    for (const char* suffix : {"", "-wal", "-shm", "-lock"}) {
        EXPECT_EQ(fs::status(path.native() + suffix).permissions(), fs::perms(0600)) << suffix;
    }
}

/// Another user who may write to the folder must not choose what a match overwrites.
TEST(Database, ItsLockIsAPlainFile) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    auto store = Store::open(path);
    const auto match = (*store)->create_match({.spec = "{}"});
    const auto lock_refusal = [&] {
        const auto opened = MatchKeeper::open(**store, *match);
        return opened ? "accepted" : opened.error().message;
    };
    const std::string letter(100, 'a');
    write(folder / "letter", letter);
    const fs::path lock = path.native() + "-lock";
    EXPECT_FALSE(MatchLock::is_held(path, *match));
    EXPECT_FALSE(fs::exists(lock)) << "looking changes nothing";
    fs::create_symlink(folder / "letter", lock);
    EXPECT_FALSE(MatchLock::is_held(path, *match)) << "it only cannot be taken";
    EXPECT_THAT(lock_refusal(),
                HasSubstr("games.db-lock: is a symbolic link; it must be a plain file"));
    EXPECT_EQ(read(folder / "letter"), letter);
    fs::remove(lock);
    ASSERT_EQ(mkfifo(lock.c_str(), 0600), 0);
    EXPECT_THAT(lock_refusal(), HasSubstr("games.db-lock: is not a plain file"));
    fs::remove(lock);
    EXPECT_EQ(lock_refusal(), "accepted");
    const auto keeper = MatchKeeper::open(**store, *match);
    EXPECT_TRUE(MatchLock::is_held(path, *match));
    EXPECT_FALSE(MatchLock::is_held(path, MatchId{match->value + 1}));
}

/// Two servers of one database would each overwrite what the other acknowledged.
TEST(Database, IsLockedByWhicheverLinkItIsNamed) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    auto store = Store::open(path);
    fs::create_symlink("games.db", folder / "link.db");
    const auto lock = MatchLock::take(path, kCasual);
    ASSERT_TRUE(lock) << lock.error().message;
    EXPECT_TRUE(MatchLock::is_held(folder / "link.db", kCasual));
    const auto second = MatchLock::take(folder / "link.db", kCasual);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("is being run already"));
}

TEST(Database, LeavesForeignFilesAlone) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    for (const std::string& bytes : {std::string("a letter to my aunt"), std::string(5000, '\0')}) {
        write(path, bytes);
        EXPECT_THAT(refusal(path), HasSubstr("not a database of games; it was left as it is"));
        EXPECT_EQ(read(path), bytes);
    }
    const auto other = folder / "other.db";
    execute(other, "CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('one')");
    const std::string before = read(other);
    EXPECT_THAT(refusal(other), HasSubstr("an SQLite database of another program"));
    EXPECT_EQ(read(other), before);
}

/// Whether another process would find the database in use. SQLite's readers share a lock on bytes
/// behind the first gigabyte (its file format, "WAL-mode file format").
bool is_locked_for_others(const fs::path& path) {
    const pid_t child = fork();
    if (child == 0) {
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        struct flock range {};
        range.l_type = F_WRLCK;
        range.l_whence = SEEK_SET;
        range.l_start = 0x40000002;
        range.l_len = 510;
        const bool asked = file >= 0 && fcntl(file, F_GETLK, &range) == 0;
        _exit(!asked ? 2 : range.l_type == F_UNLCK ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 2);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST(Database, OpeningItOnceMoreKeepsItsLocks) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    auto store = Store::open(path);
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE((*store)->create_match({.spec = "{}"}));
    ASSERT_TRUE(is_locked_for_others(path));
    // Without the lock, the next process that closes the database deletes the log under us.
    { const auto second = Store::open(path, Access::kRead); }
    EXPECT_TRUE(is_locked_for_others(path));
}

TEST(Database, TakesAnEmptyFileForANewOne) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    write(path, "");
    EXPECT_THAT(refusal(path, Access::kRead), HasSubstr("an empty file"));
    EXPECT_EQ(refusal(path), "accepted");
}

TEST(Database, RefusesANewerSchema) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    EXPECT_EQ(refusal(path), "accepted");
    execute(path, "PRAGMA user_version = 77");
    EXPECT_THAT(refusal(path), HasSubstr("written by a newer Ninefold (schema 77"));
}

TEST(Database, SaysWhatToDoWithADamagedOne) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    const std::string sound = sound_database(path);
    EXPECT_EQ(refusal(path), "accepted");
    for (const std::size_t size : {sound.size() / 2, sound.size() - 4096, std::size_t{5000}}) {
        write(path, sound.substr(0, size));
        EXPECT_THAT(refusal(path), HasSubstr("--rescue NEW.db")) << size;
        EXPECT_THAT(refusal(path), testing::Not(HasSubstr("\n"))) << size;
    }
    // A header, and then noise.
    std::string noisy = sound;
    base::Rng rng(3);
    for (std::size_t i = 8192; i < noisy.size(); ++i) noisy[i] = static_cast<char>(rng());
    write(path, noisy);
    EXPECT_THAT(refusal(path), HasSubstr("--rescue NEW.db"));
    EXPECT_EQ(read(path), noisy);
}

TEST(Database, AFinishedMatchThatLostGamesIsNotFinished) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    (void)sound_database(path);
    {
        auto store = Store::open(path);
        ASSERT_TRUE((*store)->finish_match(MatchId{1}, R"({"score":[300,200]})"));
        const auto other = (*store)->create_match({.spec = "{\"other\":1}"});
        ASSERT_TRUE((*store)->finish_match(*other, R"({"verdict":"stopped by the organiser"})"));
    }
    const auto whole = rescue(path, folder / "whole.db");
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(whole->reopened, 0);
    std::string bytes = read(path);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 20'000, '\x55');
    write(path, bytes);
    const auto rescued = rescue(path, folder / "new.db");
    ASSERT_TRUE(rescued) << rescued.error().message;
    EXPECT_LT(rescued->games, 500);
    EXPECT_EQ(rescued->reopened, 1);
    auto store = Store::open(folder / "new.db");
    EXPECT_EQ((*store)->match(MatchId{1})->finished, "");
    EXPECT_EQ((*store)->match(MatchId{1})->summary, "");
    EXPECT_NE((*store)->match(MatchId{2})->finished, "");
}

TEST(Database, RescuesWhatCanBeRead) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    std::string bytes = sound_database(path);
    base::Rng rng(3);
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 20'000; ++i) {
        bytes[i] = static_cast<char>(rng());
    }
    write(path, bytes);
    const auto rescued = rescue(path, folder / "new.db");
    ASSERT_TRUE(rescued) << rescued.error().message;
    EXPECT_EQ(rescued->matches, 1);
    EXPECT_GT(rescued->games, 300);
    EXPECT_LT(rescued->games, 500);
    EXPECT_EQ(read(path), bytes);
    EXPECT_EQ(refusal(folder / "new.db"), "accepted");
    auto store = Store::open(folder / "new.db");
    std::int64_t same = 0;
    EXPECT_TRUE((*store)->for_each({}, [&](GameId id, const record::GameRecord& game) {
        return same += game == game_for_test(static_cast<std::uint64_t>(id.number)) ? 1 : 0, true;
    }));
    EXPECT_EQ(same, rescued->games);
    // Once is enough, and only ours.
    EXPECT_THAT(rescue(path, folder / "new.db").error().message, HasSubstr("is there already"));
    execute(folder / "other.db", "CREATE TABLE songs (name TEXT)");
    EXPECT_FALSE(rescue(folder / "other.db", folder / "new2.db"));
}

/// What is left of a lost match belongs to no other one.
TEST(Database, ANewMatchGetsNoNumberOfALostOne) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    (void)sound_database(path);
    execute(path, "DELETE FROM matches WHERE id = 1");
    ASSERT_TRUE(rescue(path, folder / "new.db"));
    auto store = Store::open(folder / "new.db");
    const auto match = (*store)->create_match({.spec = "{}"});
    ASSERT_TRUE(match) << match.error().message;
    EXPECT_EQ(match->value, 2);
    EXPECT_TRUE((*store)->results(*match)->empty());
}

std::size_t entries_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// What has the name of the new one is complete.
TEST(Database, AFailedRescueLeavesNothing) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    sound_database(path);
    fs::create_directory(folder / "place");
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{50'000, 50'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(rescue(path, folder / "place" / "new.db") ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(entries_in(folder / "place"), 0u);
    ASSERT_TRUE(rescue(path, folder / "place" / "new.db"));
    EXPECT_EQ(entries_in(folder / "place"), 1u);
}

TEST(Database, ReadsAnOlderSchema) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    sound_database(path);
    execute(path, "PRAGMA user_version = 1; DROP TABLE match_starts; DROP TABLE live_games; DROP "
                  "TABLE ticker; "
                  "DROP TABLE ticker_watch; DROP TABLE absences; DROP TABLE tournament_contents; "
                  "DROP TABLE tournament_groups; ALTER TABLE matches DROP COLUMN kind; "
                  "ALTER TABLE matches DROP COLUMN owner; ALTER TABLE matches DROP COLUMN stop; "
                  "ALTER TABLE matches DROP COLUMN forfeits_allowed");
    EXPECT_EQ(refusal(path, Access::kRead), "accepted");
    EXPECT_EQ(refusal(path), "accepted");
}

TEST(Database, NeverFailsOnNoise) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    const std::string sound = sound_database(path);
    base::Rng rng(9);
    for (int round = 0; round < 60; ++round) {
        std::string bytes = sound;
        for (int i = 0; i < 40; ++i) {
            bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(rng());
        }
        write(path, bytes);
        EXPECT_FALSE(refusal(path).empty());
        fs::remove(path.native() + "-wal");
        fs::remove(path.native() + "-shm");
    }
}

TEST(Database, NamesADamagedGame) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    sound_database(path);
    execute(path, "UPDATE games SET moves = cast(x'4440' || moves AS BLOB) WHERE number = 17");
    EXPECT_THAT(refusal(path), HasSubstr("game 1.17 is damaged: move "));
    execute(path, "DELETE FROM games WHERE number = 17; UPDATE games SET ending = 'luck' "
                  "WHERE number = 18");
    EXPECT_THAT(refusal(path), HasSubstr("game 1.18 is damaged"));
}

TEST(Database, SaysWhyAPathWillNotDo) {
    const FolderForTest folder;
    EXPECT_THAT(refusal(folder / "none.db", Access::kRead), HasSubstr("there is no such database"));
    EXPECT_FALSE(fs::exists(folder / "none.db"));
    fs::create_directory(folder / "folder.db");
    EXPECT_THAT(refusal(folder / "folder.db"), HasSubstr("not a file"));
    write(folder / "file", "x");
    EXPECT_THAT(refusal(folder / "file" / "games.db"), HasSubstr("Not a directory"));
    EXPECT_THAT(refusal("/proc/none/games.db"), HasSubstr("/proc/none"));
}

TEST(Database, ReadsWhereItMayNotWrite) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const FolderForTest folder;
    fs::create_directory(folder / "shelf");
    const auto path = folder / "shelf" / "games.db";
    sound_database(path);
    fs::permissions(path, fs::perms::owner_read);
    fs::permissions(folder / "shelf", fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(refusal(path, Access::kRead), "accepted");
    EXPECT_THAT(refusal(path), HasSubstr("may not be written"));
    EXPECT_THAT(refusal(folder / "shelf" / "new.db"), HasSubstr("cannot be opened"));
    fs::permissions(folder / "shelf", fs::perms::owner_all);
}

TEST(Database, SaysThatAnotherProgramHoldsIt) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    auto store = Store::open(path, Access::kWrite, {.busy_timeout = std::chrono::milliseconds(20)});
    auto other = Database::open(path, Database::Mode::kWrite, {});
    ASSERT_TRUE((*other)->execute("BEGIN IMMEDIATE"));
    const auto refused = (*store)->create_match({.spec = "{}"});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("kept it locked for too long"));
    ASSERT_TRUE((*other)->execute("COMMIT"));
    EXPECT_TRUE((*store)->create_match({.spec = "{}"}));
}

}  // namespace
}  // namespace ninefold::store
