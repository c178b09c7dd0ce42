// SPDX-License-Identifier: MIT
#include "arena/match_spec.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/position_text.h"

namespace ninefold::arena {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

MatchSpec example() {
    MatchSpec spec;
    spec.a_source = "alice.py";
    spec.b_source = "random";
    spec.time_control = *parse_time_control("move=10s");
    return spec;
}

/// One change of each field that decides which games are played.
std::vector<std::function<void(MatchSpec&)>> changes() {
    return {[](MatchSpec& s) { s.a_source = "carol.py"; },
            [](MatchSpec& s) { s.b_source = "greedy"; },
            [](MatchSpec& s) { s.start = rules::AnyPosition::start(*rules::parse_rules("open")); },
            [](MatchSpec& s) { s.time_control = *parse_time_control("move=1s"); },
            [](MatchSpec& s) { s.time_control_b = *parse_time_control("move=1s"); },
            [](MatchSpec& s) { s.format = MatchFormat::games(4); },
            [](MatchSpec& s) { s.format = MatchFormat::code_tournament(); },
            [](MatchSpec& s) { s.openings = *Openings::parse("random:4", s.start); },
            [](MatchSpec& s) { s.starter = Starter::kB; },
            [](MatchSpec& s) { s.adjudication.how = Adjudicate::kAgree; },
            [](MatchSpec& s) {
                s.adjudication = {Adjudicate::kAgree, 0.9};
            },
            [](MatchSpec& s) {
                s.adjudication = {Adjudicate::kAgree, 0.99, 6};
            },
            [](MatchSpec& s) { s.adjudication.how = Adjudicate::kProve; },
            [](MatchSpec& s) {
                s.adjudication = {Adjudicate::kProve, 0.99, 4, {.cells = 20}};
            },
            [](MatchSpec& s) {
                s.adjudication = {Adjudicate::kProve, 0.99, 4, {.nodes = 20}};
            },
            [](MatchSpec& s) {
                s.adjudication = {Adjudicate::kProve, 0.99, 4, {.table_mb = 20}};
            },
            [](MatchSpec& s) { s.seed = 2; },
            [](MatchSpec& s) { s.seed = ~std::uint64_t{0}; },
            [](MatchSpec& s) { s.first_game = 2; }};
}

TEST(MatchSpec, EveryFieldThatDecidesTheGamesIsInItsIdentity) {
    // A field that is added must be added here: to changes(), or to those that decide nothing.
    MatchSpec named = example();
    auto& [id, event, a_source, b_source, a_name, b_name, start, time_control, time_control_b,
           format, openings, starter, adjudication, seed, first_game] = named;
    id = event = a_name = b_name = "decides nothing";
    EXPECT_EQ(match_identity(to_json(named)), match_identity(to_json(example())));
    std::set<std::string> all{match_identity(to_json(example()))};
    for (const auto& change : changes()) {
        MatchSpec changed = example();
        change(changed);
        EXPECT_TRUE(all.insert(match_identity(to_json(changed))).second) << to_json(changed);
    }
}

TEST(MatchSpec, IsReadBackAsItWasWritten) {
    for (const auto& change : changes()) {
        MatchSpec spec = example();
        change(spec);
        const Json json = to_json(spec);
        const auto read = match_spec_from_json(Json::parse(json.dump()));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(to_json(*read), json);
    }
}

TEST(MatchSpec, SaysWhichMemberIsWrong) {
    const auto why = [](const char* text) {
        const auto spec = match_spec_from_json(Json::parse(text));
        return spec ? "" : spec.error().message;
    };
    EXPECT_THAT(why("[]"), HasSubstr("not a JSON object"));
    EXPECT_THAT(why(R"({"a": 1})"), HasSubstr("'a' must be a string"));
    EXPECT_THAT(why(R"({"seed": "x"})"), HasSubstr("'seed' must be a whole number"));
    EXPECT_THAT(why(R"({"time_control": "A move=1s; B soon"})"), HasSubstr("'time_control'"));
    for (const char* games : {"2000000000", "-5", "0", "abc", "99999999999999999999"}) {
        EXPECT_THAT(why(fmt::format(R"({{"format": "games={}"}})", games).c_str()),
                    HasSubstr("1 to 100000000 games"));
    }
}

// What versions before this one kept of the same match.
TEST(MatchSpec, OfEarlierVersionsIsTheSameMatch) {
    const std::string start = rules::to_text(rules::AnyPosition());
    const auto old = [&](const std::string& rest) {
        return match_identity(Json::parse(fmt::format(
            R"({{"a": "alice.py", "b": "random", "time_control": "move=10s", "openings": "start",
                 "seed": 1, {}}})",
            rest)));
    };
    MatchSpec spec = example();
    spec.format = MatchFormat::games(10);
    Json now = to_json(spec);
    EXPECT_EQ(match_identity(now),
              old(fmt::format(R"("start": "{}", "format": "games=10", "starter": "alternate",
                  "adjudicate": "off", "agreement": 0.99, "agreement_plies": 4,
                  "contents": {{"alice.py": "1"}})",
                              start)));
    EXPECT_EQ(match_identity(now), old(R"("grade": "games=10", "contents": {})"));
    EXPECT_EQ(match_identity(now),
              old(fmt::format(R"("start": "{}", "format": "games=10", "event": "Friday",
                  "concurrency": 2, "contents": {{}}, "changes": [])",
                              start)));
    now["tune"] = {"c=1,0,2"};
    now["iterations"] = 5;
    now["pairs"] = 1;
    EXPECT_EQ(match_identity(now),
              old(fmt::format(R"("start": "{}", "format": "games=10", "tune": ["c=1,0,2"],
                  "iterations": 5, "pairs": 1)",
                              start)));
    Json sprt = to_json(spec);
    sprt.erase("format");
    sprt["sprt"] = {0.0, 5.0, 0.05, 0.05};
    EXPECT_EQ(match_identity(sprt),
              old(fmt::format(R"("start": "{}", "sprt": [0.0, 5.0, 0.05, 0.05])", start)));
    spec.adjudication.how = Adjudicate::kAgree;
    EXPECT_EQ(match_identity(to_json(spec)),
              old(R"("format": "games=10", "adjudicate": "agree", "agreement": 0.99,
                  "agreement_plies": 4)"));
}

}  // namespace
}  // namespace ninefold::arena
