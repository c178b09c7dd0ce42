// SPDX-License-Identifier: MIT
#include "store/kept_match.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/match_spec.h"
#include "process/process_supervisor.h"
#include "store/game_for_test.h"
#include "store/store_for_test.h"

namespace ninefold::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Nobody final : public arena::EventSink {
public:
    void on_event(const arena::Event&) override {}
    bool wants_moves() const override { return false; }
};

WantedMatch wanted(const std::string& a, int games, MatchKind kind = MatchKind::kMatch) {
    const auto keeper = std::make_shared<process::ProcessSupervisor>();
    arena::MatchSpec spec;
    spec.a_source = a;
    spec.b_source = "random";
    spec.a_name = "alice";
    spec.b_name = "random";
    spec.format = arena::MatchFormat::games(games);
    return {.kind = kind,
            .spec = spec,
            .a = *sources::BotSource::parse(a, {}, keeper),
            .b = *sources::BotSource::parse("random", {}, keeper),
            .conditions = arena::to_json(spec)};
}

arena::GamePlace place() {
    return {.maker = arena::maker_of({*sources::BotSource::parse("first", {}, nullptr),
                                      *sources::BotSource::parse("random", {}, nullptr)})};
}

/// Remembers how a match stood in the store when its end was announced.
struct EndWatch final : arena::EventSink {
    explicit EndWatch(Store& kept_in) : store(kept_in) {}
    void on_event(const arena::Event& event) override {
        if (const auto* ended = std::get_if<arena::MatchEnded>(&event)) {
            finished = store.match(*parse_match_id(ended->spec->id))->finished;
        }
    }

    Store& store;
    std::string finished;
};

TEST(KeptMatch, IsResumedUntilItIsFinished) {
    const FolderForTest folder;
    const auto store = open_store(folder / "games.db");
    EndWatch watch(*store);
    {
        const auto match = KeptMatch::open(*store, wanted("first", 3), false);
        ASSERT_TRUE(match) << match.error().message;
        EXPECT_FALSE((*match)->is_resumed());
        EXPECT_FALSE(KeptMatch::open(*store, wanted("first", 3), false)) << "it is locked";
        arena::MatchSpec first_game = (*match)->spec();
        first_game.format = arena::MatchFormat::games(1);
        const auto report = (*match)->play_part(first_game, place(), watch, {});
        ASSERT_TRUE(report) << report.error().message;
    }
    const auto again = KeptMatch::open(*store, wanted("first", 3), false);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE((*again)->is_resumed());
    EXPECT_EQ((*again)->played().size(), 1u);
    for (auto other : {wanted("first", 4), wanted("first", 3, MatchKind::kGrade)}) {
        EXPECT_FALSE((*KeptMatch::open(*store, std::move(other), false))->is_resumed());
    }
    EXPECT_FALSE((*KeptMatch::open(*store, wanted("first", 3), true))->is_resumed());
    const auto report = (*again)->play(place(), watch, {});
    EXPECT_EQ(report->score.games(), 3);
    EXPECT_NE(watch.finished, "") << "its end is kept before it is announced";
    EXPECT_THAT(store->match((*again)->id())->summary, HasSubstr("verdict"));
}

TEST(KeptMatch, KnowsWhatItsBotsFilesHeld) {
    const FolderForTest folder;
    const auto store = open_store(folder / "games.db");
    const std::filesystem::path bot = folder / "alice.py";
    const auto write = [&](const char* text) { std::ofstream(bot) << text; };
    write("def select_move(cur_state, remain_time): return 0\n");
    const MatchId id = *create_match(*store, wanted(bot.native(), 2));
    EXPECT_EQ((*KeptMatch::open(*store, wanted(bot.native(), 2), false))->id(), id);
    write("def select_move(cur_state, remain_time): return 1\n");
    EXPECT_THAT(changed_bots(*store->match(id), wanted(bot.native(), 2)), ElementsAre("alice"));
    {
        const auto other = KeptMatch::open(*store, wanted(bot.native(), 2), false);
        ASSERT_TRUE(other) << other.error().message;
        EXPECT_NE((*other)->id(), id);
        EXPECT_THAT((*other)->note(), HasSubstr("has changed since"));
    }
    ASSERT_TRUE(accept_changes(*store, id, wanted(bot.native(), 2)));
    EXPECT_THAT(changed_bots(*store->match(id), wanted(bot.native(), 2)), IsEmpty());
    EXPECT_EQ(store->match(id)->spec.find("after_games"), std::string::npos) << "no game yet";
    (*MatchKeeper::open(*store, id))->keep(0, game_for_test(1), [](const base::Result<void>& kept) {
        EXPECT_TRUE(kept);
    });
    write("def select_move(cur_state, remain_time): return 2\n");
    ASSERT_TRUE(accept_changes(*store, id, wanted(bot.native(), 2)));
    EXPECT_THAT(store->match(id)->spec,
                HasSubstr(R"("changes":[{"what":"alice","after_games":1}])"));
}

class EventNames final : public arena::EventSink {
public:
    void on_event(const arena::Event& event) override {
        if (const auto* ended = std::get_if<arena::GameEnded>(&event)) {
            names.push_back(fmt::format("{} {}", ended->game, ended->record->x));
        } else if (std::holds_alternative<arena::MatchEnded>(event)) {
            names.emplace_back("match ended");
        }
    }
    bool wants_moves() const override { return false; }
    std::vector<std::string> names;
};

TEST(KeptMatch, PlaysPartsAndNotesChangesInAnyOfThem) {
    const FolderForTest folder;
    const auto store = open_store(folder / "games.db");
    const std::filesystem::path bot = folder / "alice.py";
    const auto write = [&](const char* text) { std::ofstream(bot) << text; };
    write("def select_move(cur_state, remain_time): return 0\n");
    std::vector<std::string> changes;
    const auto play_part = [&](KeptMatch& match, int first_game) {
        arena::MatchSpec part = match.spec();
        part.first_game = first_game;
        part.a_name = fmt::format("a{}", first_game);
        EventNames events;
        const auto report = match.play_part(part, place(), events, {});
        EXPECT_TRUE(report && report->complete);
        return events.names;
    };
    {
        const auto match = *KeptMatch::open(*store, wanted(bot.native(), 2), false);
        match->on_change([&](const std::string& name, int after_games) {
            changes.push_back(fmt::format("{} {}", name, after_games));
        });
        EXPECT_THAT(play_part(*match, 0), ElementsAre("0 a0", "1 random"));
        write("def select_move(cur_state, remain_time): return 1\n");
        EXPECT_THAT(play_part(*match, 2), ElementsAre("2 a2", "3 random"));
        EXPECT_THAT(changes, ElementsAre("alice 3"));
    }
    const auto again = *KeptMatch::open(*store, wanted(bot.native(), 2), false);
    EXPECT_TRUE(again->is_resumed()) << "with the new files";
    EXPECT_THAT(play_part(*again, 2), IsEmpty());
    EXPECT_THAT(play_part(*again, 4), ElementsAre("4 a4", "5 random"));
}

TEST(KeptMatch, TellsOfOtherConditions) {
    const FolderForTest folder;
    const auto store = open_store(folder / "games.db");
    WantedMatch first = wanted("first", 2, MatchKind::kTune), second = first;
    const MatchId id = *create_match(*store, first);
    EXPECT_EQ(*note_on_other_conditions(*store, first, id), "");
    second.conditions["pairs"] = 3;
    EXPECT_THAT(*note_on_other_conditions(*store, second, {99}),
                HasSubstr("has other conditions (pairs null there and 3 now)"));
    EXPECT_EQ(*note_on_other_conditions(*store, wanted("greedy", 2, MatchKind::kTune), {99}), "");
}

}  // namespace
}  // namespace ninefold::store
