// SPDX-License-Identifier: MIT
#include "store/tournament_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "arena/referee.h"
#include "bots/builtin.h"
#include "store/kept_tournament.h"
#include "store/match_keeper.h"
#include "store/rescue.h"

namespace ninefold::store {
namespace {

class TournamentStoreTest : public testing::Test {
protected:
    TournamentStoreTest()
        : path_(std::filesystem::path(testing::TempDir()) /
                fmt::format("tournament_store-{}.db", ::getpid())) {
        remove();
    }
    ~TournamentStoreTest() override { remove(); }
    void remove() const {
        for (const char* end : {"", "-wal", "-shm", "-lock"}) {
            std::filesystem::remove(path_.native() + end);
        }
    }
    static tournament::TournamentSpec spec(int seed = 1) {
        auto read = tournament::parse_spec(
            fmt::format("seed = {}\ntime = \"none\"\nbots = [\"random\", \"first\", \"greedy\"]\n"
                        "[[stage]]\ntype = \"round-robin\"\n",
                        seed),
            "/", "test");
        return std::move(*read);
    }
    std::filesystem::path path_;
};

TEST_F(TournamentStoreTest, SameSpecificationIsTheSameTournamentUntilItIsOver) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const auto first = *tournaments.find_or_create(spec());
    EXPECT_FALSE(first.resumed);
    const auto again = *tournaments.find_or_create(spec());
    EXPECT_TRUE(again.resumed);
    EXPECT_EQ(again.id, first.id);
    EXPECT_NE(tournaments.find_or_create(spec(2))->id, first.id);
    ASSERT_TRUE(store->finish_match(first.id, "{}"));
    EXPECT_FALSE(tournaments.find_or_create(spec())->resumed);
    EXPECT_EQ(store->matches_of(MatchKind::kTournament)->size(), 3u);
    EXPECT_FALSE(tournaments.load(MatchId{99}));
}

TEST_F(TournamentStoreTest, KeepsAbsencesAndStopRequests) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const MatchId id = tournaments.create(spec())->id;
    const tournament::Absence absence{tournament::TeamId{2},
                                      tournament::Absence::Kind::kDisqualified, 0, 0, "copied"};
    ASSERT_TRUE(tournaments.add_absence(id, absence));
    EXPECT_EQ(tournaments.load(id)->absences, std::vector{absence});
    EXPECT_FALSE(*tournaments.is_stop_requested(id));
    ASSERT_TRUE(tournaments.request_stop(id));
    EXPECT_TRUE(*tournaments.is_stop_requested(id));
    ASSERT_TRUE(tournaments.request_stop(id, false));
    EXPECT_FALSE(*tournaments.is_stop_requested(id));
}

TEST_F(TournamentStoreTest, GoesOnInADatabaseThatWasRescued) {
    const std::filesystem::path saved = path_.native() + ".saved";
    std::filesystem::remove(saved);
    StoredTournament before;
    {
        const auto store = *Store::open(path_);
        TournamentStore tournaments(*store);
        const MatchId id = tournaments.create(spec())->id;
        const tournament::Absence absence{tournament::TeamId{2},
                                          tournament::Absence::Kind::kDisqualified, 0, 0, "copied"};
        ASSERT_TRUE(tournaments.add_absence(id, absence));
        ASSERT_TRUE(tournaments.add_contents(id, {{"alice", "1"}, {"bob", "2"}}));
        ASSERT_TRUE(tournaments.allow_forfeits(id));
        ASSERT_TRUE(tournaments.request_stop(id));
        ASSERT_TRUE(tournaments.keep_groups(id, *resume(*store, *tournaments.load(id))));
        before = *tournaments.load(id);
    }
    ASSERT_TRUE(rescue(path_, saved));
    {
        const auto store = *Store::open(saved);
        TournamentStore tournaments(*store);
        ASSERT_EQ(*tournaments.find(spec()), before.id);
        const StoredTournament after = *tournaments.load(before.id);
        EXPECT_EQ(after.absences, before.absences);
        EXPECT_EQ(after.contents, before.contents);
        EXPECT_EQ(after.groups, before.groups);
        EXPECT_TRUE(after.forfeits_allowed);
        EXPECT_TRUE(*tournaments.is_stop_requested(before.id));
        EXPECT_TRUE(resume(*store, after));
    }
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(saved.native() + end);
}

TEST_F(TournamentStoreTest, FindsWithoutMaking) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    EXPECT_FALSE(tournaments.find(spec())->has_value());
    EXPECT_TRUE(store->matches_of(MatchKind::kTournament)->empty());
    const MatchId id = tournaments.create(spec())->id;
    EXPECT_EQ(*tournaments.find(spec()), id);
}

TEST_F(TournamentStoreTest, KeepsContentsAndTellsWhatChanged) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const MatchId id = tournaments.create(spec())->id;
    EXPECT_TRUE(tournaments.load(id)->changed({{"alice", "1"}}).empty());
    ASSERT_TRUE(tournaments.add_contents(id, {{"alice", "1"}, {"bob", "2"}}));
    ASSERT_TRUE(tournaments.add_contents(id, {{"alice", "1"}, {"bob", "3"}}));
    StoredTournament stored = *tournaments.load(id);
    EXPECT_TRUE(stored.changed({{"alice", "4"}}).empty()) << "no game was played";
    stored.games = 1;
    EXPECT_EQ(stored.contents,
              (std::vector<StoredContent>{{"alice", "1", 0}, {"bob", "2", 0}, {"bob", "3", 0}}));
    EXPECT_TRUE(stored.changed({{"alice", "1"}, {"bob", "3"}}).empty());
    EXPECT_EQ(stored.changed({{"alice", "4"}, {"bob", "3"}}), std::vector<std::string>{"alice"});
    EXPECT_TRUE(stored.changes().empty()) << "no game was played with the other contents";
    StoredTournament later = stored;
    later.contents.back().games = 7;
    ASSERT_EQ(later.changes().size(), 1u);
    EXPECT_EQ(later.changes()[0].what, "bob");
    EXPECT_EQ(later.changes()[0].games, 7);
}

TEST_F(TournamentStoreTest, KeepsThatItGoesOn) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const MatchId id = tournaments.create(spec())->id;
    EXPECT_FALSE(tournaments.load(id)->forfeits_allowed);
    ASSERT_TRUE(tournaments.allow_forfeits(id));
    ASSERT_TRUE(tournaments.allow_forfeits(id));
    EXPECT_TRUE(tournaments.load(id)->forfeits_allowed);
}

TEST_F(TournamentStoreTest, OneThatWasStoppedForGoodIsNotResumed) {
    const auto store = *Store::open(path_);
    const MatchId id = TournamentStore(*store).create(spec())->id;
    EXPECT_TRUE(KeptTournament::open(*store, id));
    ASSERT_TRUE(store->break_off_match(id, R"({"verdict":"stopped by the organiser"})"));
    const auto refused = KeptTournament::open(*store, id);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("was stopped for good"), std::string::npos);
}

TEST_F(TournamentStoreTest, KeptGamesAreTakenUp) {
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const MatchId id = tournaments.create(spec())->id;
    tournament::Tournament machine = *resume(*store, *tournaments.load(id));
    const auto tasks = machine.take_new_games();
    ASSERT_EQ(tasks.size(), 6u);
    {
        const auto keeper = *MatchKeeper::open(*store, id);
        auto bot = *bots::make_builtin("random");
        for (int i = 0; i < 4; ++i) {
            const auto& task = tasks[static_cast<std::size_t>(i)];
            keeper->keep(task.number,
                         arena::play_game(machine.game_spec(task), *bot, *bot, nullptr, {}),
                         [](base::Result<void> kept) { EXPECT_TRUE(kept); });
        }
        keeper->flush();
    }
    auto again = resume(*store, *tournaments.load(id));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->games_played(), 4);
    EXPECT_EQ(again->take_new_games().size(), 2u);
}

tournament::Groups groups_of(const tournament::Tournament& machine) {
    return machine.stages().front().stage->drawn_groups();
}

TEST_F(TournamentStoreTest, GroupsStayThoseThatWereDrawn) {
    auto six = spec();
    six.bots.insert(six.bots.end(), six.bots.begin(), six.bots.end());
    for (std::size_t i = 0; i < six.bots.size(); ++i) six.bots[i].name = fmt::format("bot{}", i);
    six.stages.front().type = tournament::StageType::kGroups;
    six.stages.front().groups = 2;
    const auto store = *Store::open(path_);
    TournamentStore tournaments(*store);
    const MatchId id = tournaments.create(six)->id;
    tournament::Tournament machine = *resume(*store, *tournaments.load(id));
    ASSERT_EQ(groups_of(machine).size(), 2u);
    ASSERT_TRUE(tournaments.keep_groups(id, machine));
    StoredTournament stored = *tournaments.load(id);
    EXPECT_EQ(stored.groups, (std::map<int, tournament::Groups>{{0, groups_of(machine)}}));

    // As if another version had drawn one group of them all.
    tournament::Groups one(1);
    for (const auto& group : groups_of(machine)) {
        one.front().insert(one.front().end(), group.begin(), group.end());
    }
    stored.groups[0] = one;
    tournament::Tournament other = *resume(*store, stored);
    EXPECT_EQ(groups_of(other), one);
    EXPECT_EQ(other.take_new_games().size(), 30u);
    ASSERT_TRUE(tournaments.keep_groups(id, other)) << "what is kept stays";
    EXPECT_EQ(tournaments.load(id)->groups[0], groups_of(machine));

    const auto task = machine.take_new_games().front();
    auto bot = *bots::make_builtin("random");
    (*MatchKeeper::open(*store, id))
        ->keep(task.number, arena::play_game(machine.game_spec(task), *bot, *bot, nullptr, {}),
               [](base::Result<void> kept) { EXPECT_TRUE(kept); });
    EXPECT_TRUE(resume(*store, *tournaments.load(id)));
    std::swap(stored.groups[0].front()[0], stored.groups[0].front()[1]);
    std::reverse(stored.groups[0].front().begin(), stored.groups[0].front().end());
    const auto mixed = resume(*store, stored);
    ASSERT_FALSE(mixed) << "a game of the other groups' plan is not taken for one of this";
    EXPECT_NE(mixed.error().message.find("another version"), std::string::npos);
    stored.groups[0].front().pop_back();
    EXPECT_FALSE(resume(*store, stored)) << "who is in no group?";
}

TEST_F(TournamentStoreTest, DatabaseWithoutTournamentsSaysSo) {
    const auto store = *Store::open(path_);
    const auto any = TournamentStore(*store).check_any();
    ASSERT_FALSE(any);
    EXPECT_NE(any.error().message.find("no tournament has been run yet"), std::string::npos);
}

}  // namespace
}  // namespace ninefold::store
