// SPDX-License-Identifier: MIT
#include "store/match_keeper.h"

#include <atomic>
#include <csignal>
#include <functional>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/game_for_test.h"
#include "store/match_lock.h"
#include "store/store_for_test.h"

namespace ninefold::store {
namespace {

using ::testing::HasSubstr;

void expect_kept(const base::Result<void>& kept) { EXPECT_TRUE(kept) << kept.error().message; }

std::unique_ptr<MatchKeeper> open_keeper(Store& store, MatchId match) {
    auto keeper = MatchKeeper::open(store, match);
    EXPECT_TRUE(keeper) << keeper.error().message;
    return std::move(*keeper);
}

std::set<int> kept_numbers(Store& store, MatchId match) {
    std::set<int> numbers;
    const auto results = store.results(match);
    EXPECT_TRUE(results) << results.error().message;
    for (const KeptGame& game : *results) {
        EXPECT_TRUE(numbers.insert(game.id.number).second) << game.id.number << " is there twice";
    }
    return numbers;
}

record::GameRecord load(Store& store, GameId id) {
    auto game = store.load(id);
    EXPECT_TRUE(game) << game.error().message;
    return game ? std::move(*game) : record::GameRecord();
}

/// Runs `work` in a process of its own, which ends with its answer or by a signal.
class Child {
public:
    explicit Child(const std::function<bool()>& work) : process_(fork()) {
        if (process_ == 0) _exit(work() ? 0 : 1);
    }
    ~Child() {
        if (process_ > 0) end(SIGKILL);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int wait() {
        int status = 0;
        waitpid(process_, &status, 0);
        process_ = 0;
        return status;
    }
    int end(int signal) {
        ::kill(process_, signal);
        return wait();
    }

private:
    pid_t process_;
};

/// One way for numbers from a child to the test.
class Pipe {
public:
    Pipe() { EXPECT_EQ(pipe(ends_), 0); }
    ~Pipe() {
        ::close(ends_[0]);
        close_writer();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void send(int number) const { EXPECT_EQ(::write(ends_[1], &number, sizeof number), 4); }
    bool receive(int& number) const { return ::read(ends_[0], &number, sizeof number) == 4; }
    void close_writer() {
        if (ends_[1] >= 0) ::close(ends_[1]);
        ends_[1] = -1;
    }

private:
    int ends_[2] = {-1, -1};
};

TEST(MatchKeeper, AnswersInOrderAfterTheGameIsThere) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    auto reader = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    std::vector<int> order;
    for (int number = 0; number < 100; ++number) {
        keeper->keep(number, game_for_test(7), [&, number](const base::Result<void>& kept) {
            expect_kept(kept);
            EXPECT_TRUE(reader->load({*match, number}));
            order.push_back(number);
        });
    }
    keeper->flush();
    ASSERT_EQ(order.size(), 100u);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(MatchKeeper, TakesGamesFromManyThreadsThroughASmallQueue) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db", {.queue_games = 3, .queue_bytes = 2000});
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    std::atomic<int> kept_games = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; ++i) {
                keeper->keep(100 * t + i, game_for_test(static_cast<std::uint64_t>(i)),
                             [&](const base::Result<void>& kept) {
                                 expect_kept(kept);
                                 ++kept_games;
                             });
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    keeper.reset();
    EXPECT_EQ(kept_games, 400);
    EXPECT_EQ(store->results(*match)->size(), 400u);
}

TEST(MatchKeeper, MayBeCalledFromItsCallback) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db", {.queue_games = 1});
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    std::function<void(int)> play = [&](int number) {
        keeper->keep(number, game_for_test(1), [&, number](const base::Result<void>& kept) {
            expect_kept(kept);
            if (number < 50) {
                play(2 * number + 1);
                play(2 * number + 2);
            }
        });
    };
    play(0);
    while (store->results(*match)->size() < 101) keeper->flush();
    keeper.reset();
    EXPECT_EQ(store->results(*match)->size(), 101u);
}

TEST(MatchKeeper, KeepsANumberOnce) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    record::GameRecord game = game_for_test(1);
    keeper->keep(4, game, expect_kept);
    keeper->keep(4, game, expect_kept);
    keeper->keep(4, game_for_test(2), [](const base::Result<void>& kept) {
        ASSERT_FALSE(kept);
        EXPECT_EQ(kept.error().message,
                  "game 1.4 was not kept: another game is kept under this number already");
    });
    keeper->keep(5, game_for_test(2), expect_kept);  // the refusal is that game's alone
    keeper->flush();
    EXPECT_EQ(load(*store, {*match, 4}), game);
    EXPECT_EQ(load(*store, {*match, 5}), game_for_test(2));
}

TEST(MatchKeeper, RefusesWhatCouldNotBeReadAgain) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    record::GameRecord game;
    game.plies = {{.move = rules::Move(40)}, {.move = rules::Move(0)}};
    bool answered = false;
    open_keeper(*store, *match)->keep(4, game, [&](const base::Result<void>& kept) {
        answered = true;
        ASSERT_FALSE(kept);
        EXPECT_THAT(kept.error().message,
                    HasSubstr("game 1.4 was not kept: move 2 (00) is illegal"));
    });
    EXPECT_TRUE(answered);
    EXPECT_FALSE(store->add_casual(game));
    EXPECT_TRUE(store->results(*match)->empty());
}

TEST(MatchKeeper, KeepsOnlyTheEndsOfManyLogs) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db", {.whole_logs = 250, .short_log = 10});
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    const std::string log = std::string(90, 'a') + "the end: 10";
    for (int number = 0; number < 4; ++number) {
        record::GameRecord game = game_for_test(7);
        game.log = number == 3 ? "short" : log;
        keeper->keep(number, std::move(game), expect_kept);
    }
    keeper->flush();
    EXPECT_EQ(load(*store, {*match, 0}).log, log);
    EXPECT_EQ(load(*store, {*match, 1}).log, log);
    EXPECT_EQ(load(*store, {*match, 2}).log, "he end: 10");
    EXPECT_EQ(load(*store, {*match, 3}).log, "short");
}

TEST(MatchKeeper, VoidGamesGiveWay) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    const auto match = store->create_match({.spec = "{}"});
    auto keeper = open_keeper(*store, *match);
    record::GameRecord void_game;
    void_game.ending = rules::Ending::kVoid;
    const record::GameRecord game = game_for_test(1);
    keeper->keep(4, void_game, expect_kept);
    keeper->flush();
    EXPECT_EQ(store->results(*match)->at(0).ending, rules::Ending::kVoid);
    keeper->keep(4, game, expect_kept);
    keeper->flush();
    EXPECT_EQ(load(*store, {*match, 4}), game);
    keeper->keep(4, void_game, [](const base::Result<void>& kept) { EXPECT_FALSE(kept); });
}

TEST(MatchKeeper, NeedsAMatch) {
    const FolderForTest folder;
    auto store = open_store(folder / "games.db");
    EXPECT_FALSE(MatchKeeper::open(*store, MatchId{1}));
    EXPECT_FALSE(MatchLock::take(store->path(), MatchId{INT64_MAX}));
}

TEST(MatchKeeper, OneProcessRunsAMatch) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    const Pipe ready;
    auto run = [&] {
        auto store = open_store(path);
        const auto match = store->find_or_create_match({.spec = "{}"});
        const auto keeper = open_keeper(*store, match->id);
        ready.send(getpid());
        pause();
        return true;
    };
    Child child(run);
    int process = 0;
    ASSERT_TRUE(ready.receive(process));
    {
        auto store = open_store(path);
        const auto match = store->find_or_create_match({.spec = "{}"});
        EXPECT_TRUE(match->resumed);
        const auto refused = MatchKeeper::open(*store, match->id);
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().message,
                    HasSubstr("is being run already, by process " + std::to_string(process)));
        // Another match is free.
        const auto other = store->create_match({.spec = "{}"});
        EXPECT_TRUE(MatchKeeper::open(*store, *other));
    }
    child.end(SIGKILL);
    auto store = open_store(path);
    EXPECT_TRUE(MatchKeeper::open(*store, MatchId{1}));
}

TEST(MatchKeeper, ProcessesStartTheSameMatchOnce) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < 6; ++i) {
        children.push_back(std::make_unique<Child>([&] {
            auto store = Store::open(path);
            if (!store) fmt::print(stderr, "{}\n", store.error().message);
            return store && (*store)->find_or_create_match({.spec = "{}"})->id == MatchId{1};
        }));
    }
    for (auto& child : children) EXPECT_EQ(child->wait(), 0);
}

TEST(MatchKeeper, ProcessesShareADatabase) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < 3; ++i) {
        children.push_back(std::make_unique<Child>([&path, i] {
            auto store = Store::open(path);
            if (!store) return false;
            const auto match = (*store)->create_match({.spec = std::to_string(i)});
            auto keeper = MatchKeeper::open(**store, *match);
            std::atomic<int> good = 0;
            for (int number = 0; number < 300; ++number) {
                (*keeper)->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                                [&](const base::Result<void>& kept) { good += kept ? 1 : 0; });
                if (number % 10 == 0) (*keeper)->flush();
            }
            (*keeper)->flush();
            return good == 300;
        }));
    }
    for (auto& child : children) EXPECT_EQ(child->wait(), 0);
    auto store = open_store(path);
    EXPECT_TRUE(store->verify());
    for (int i = 1; i <= 3; ++i) EXPECT_EQ(store->results(MatchId{i})->size(), 300u);
}

/// Plays what is not kept yet of a match, as a resumed match would, and reports what is kept.
bool play_the_rest(const std::filesystem::path& path, int games, const Pipe& promises) {
    auto store = Store::open(path, Access::kWrite, {.checkpoint_pages = 20});
    if (!store) return false;
    const auto match = (*store)->find_or_create_match({.spec = "{}"});
    if (!match) return false;
    auto keeper = MatchKeeper::open(**store, match->id);
    if (!keeper) return false;
    const std::set<int> done = kept_numbers(**store, match->id);
    for (int number = 0; number < games; ++number) {
        if (done.contains(number)) continue;
        (*keeper)->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                        [&, number](const base::Result<void>& kept) {
                            if (kept) promises.send(number);
                        });
        if (number % 64 == 63) (*keeper)->flush();
    }
    (*keeper)->flush();
    return true;
}

TEST(MatchKeeper, LosesNothingWhenKilled) {
    constexpr int kGames = 4000;
    const FolderForTest folder;
    const auto path = folder / "games.db";
    base::Rng rng(42);
    std::set<int> promised;
    int kills = 0;
    for (bool finished = false; !finished;) {
        Pipe numbers;
        Child child([&] { return play_the_rest(path, kGames, numbers); });
        numbers.close_writer();
        // A random instant after a random number of answers; a third of the time before any.
        int number = 0;
        bool more = true;
        for (std::uint32_t wanted = rng.below(3) * rng.below(150); wanted > 0 && more; --wanted) {
            more = numbers.receive(number);
            if (!more) break;
            EXPECT_TRUE(promised.insert(number).second) << number << " was played twice";
        }
        usleep(rng.below(15'000));
        const int status = child.end(SIGKILL);
        while (numbers.receive(number)) {
            EXPECT_TRUE(promised.insert(number).second) << number << " was played twice";
        }
        finished = WIFEXITED(status);
        kills += finished ? 0 : 1;
        EXPECT_TRUE(!finished || WEXITSTATUS(status) == 0);

        auto store = open_store(path);
        ASSERT_TRUE(store->verify());
        const std::set<int> kept = kept_numbers(*store, MatchId{1});
        for (const int promise : promised) EXPECT_TRUE(kept.contains(promise)) << promise;
        // Kept, but killed before it could say so: that is no promise, and is not played again.
        promised = kept;
    }
    EXPECT_GT(kills, 5);
    auto store = open_store(path);
    EXPECT_EQ(store->matches()->size(), 1u);
    for (int number = 0; number < kGames; ++number) {
        ASSERT_EQ(load(*store, {MatchId{1}, number}),
                  game_for_test(static_cast<std::uint64_t>(number)));
    }
}

TEST(MatchKeeper, SaysThatTheDiskIsFullAndGoesOn) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    std::set<int> promised;
    int refused = 0;
    {
        auto store = open_store(path, {.max_pages = 40});
        const auto match = store->create_match({.spec = "{}"});
        auto keeper = open_keeper(*store, *match);
        for (int number = 0; number < 2000; ++number) {
            keeper->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                         [&, number](const base::Result<void>& kept) {
                             if (kept) {
                                 promised.insert(number);
                                 return;
                             }
                             ++refused;
                             EXPECT_THAT(kept.error().message, HasSubstr("the disk is full"));
                         });
            if (number % 16 == 0) keeper->flush();
        }
    }
    EXPECT_GT(promised.size(), 100u);
    EXPECT_GT(refused, 100);
    auto store = open_store(path);
    EXPECT_TRUE(store->verify());
    auto keeper = open_keeper(*store, MatchId{1});
    const std::set<int> kept = kept_numbers(*store, MatchId{1});
    EXPECT_EQ(kept, promised);
    for (int number = 0; number < 2000; ++number) {
        keeper->keep(number, game_for_test(static_cast<std::uint64_t>(number)), expect_kept);
    }
    keeper->flush();
    EXPECT_EQ(store->results(MatchId{1})->size(), 2000u);
}

TEST(MatchKeeper, SurvivesAFileThatMayNotGrow) {
    const FolderForTest folder;
    const auto path = folder / "games.db";
    Pipe numbers;
    Child child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        auto store = Store::open(path);
        const auto match = (*store)->create_match({.spec = "{}"});
        auto keeper = MatchKeeper::open(**store, *match);
        const rlimit limit{150'000, 150'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        bool full = false;
        for (int number = 0; number < 2000; ++number) {
            (*keeper)->keep(number, game_for_test(static_cast<std::uint64_t>(number)),
                            [&, number](const base::Result<void>& kept) {
                                if (kept) numbers.send(number);
                                else
                                    full =
                                        kept.error().message.find("is full") != std::string::npos;
                            });
            if (number % 16 == 0) (*keeper)->flush();
        }
        (*keeper)->flush();
        return full;
    });
    numbers.close_writer();
    std::set<int> promised;
    for (int number = 0; numbers.receive(number);) promised.insert(number);
    EXPECT_EQ(child.wait(), 0);
    EXPECT_FALSE(promised.empty());  // how many fit depends on how many share a transaction
    auto store = open_store(path);
    EXPECT_TRUE(store->verify());
    const std::set<int> kept = kept_numbers(*store, MatchId{1});
    for (const int promise : promised) EXPECT_TRUE(kept.contains(promise)) << promise;
}

}  // namespace
}  // namespace ninefold::store
