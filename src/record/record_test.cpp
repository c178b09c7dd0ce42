// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "record/record_json.h"
#include "record/record_reader.h"
#include "record/record_text.h"
#include "rules/position_text.h"

namespace ninefold::record {
namespace {

using rules::Ending;
using rules::Side;
using testing::HasSubstr;

GameRecord random_game(std::uint64_t seed, rules::Rules rules, bool with_notes) {
    base::Rng rng(seed);
    GameRecord record;
    record.id = "g1";
    record.event = "A \"quoted\" event \\ with\nlines";
    record.x = "alice";
    record.o = "bob é";
    record.start = rules::AnyPosition::start(rules);
    record.seed = seed;
    record.time_control = "tc=60+0.5";
    rules::AnyPosition position = record.start;
    while (!position.is_over()) {
        const auto legal = position.legal_moves();
        Ply ply;
        ply.move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())));
        if (with_notes && rng.below(3) != 0) {
            ply.spent = Duration(rng.below(2'000'000'000));
            ply.clock = Duration(60'000'000'000 - rng.below(1'000'000));
            ply.eval = rng.unit();
            ply.depth = static_cast<int>(rng.below(30));
            if (rng.below(4) == 0) ply.meta = R"({"evaluation":0.5,"s":"}\"{"})";
            if (rng.below(4) == 0) ply.note = "a \"note\", with } and {";
        }
        record.plies.push_back(ply);
        position = position.after(ply.move);
    }
    record.opening = 2;
    record.ending = position.outcome().ending;
    record.winner = position.outcome().winner;
    record.detail = "all is well";
    record.tags = {{"Round", "3"}, {"Site", "here"}};
    return record;
}

std::string error_of(const base::Result<GameRecord>& result) {
    return result ? "no error" : result.error().message;
}

TEST(RecordTest, RoundTripsInBothForms) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const rules::Rules rules = rules::kAllRules[seed % rules::kAllRules.size()];
        const GameRecord record = random_game(seed, rules, seed % 2 == 0);
        const auto from_text = parse_record_text(to_text(record));
        ASSERT_TRUE(from_text) << from_text.error().message << "\n" << to_text(record);
        EXPECT_EQ(*from_text, record) << to_text(record) << to_text(*from_text);
        const auto from_json = parse_record_json(to_json_line(record));
        ASSERT_TRUE(from_json) << from_json.error().message;
        EXPECT_EQ(*from_json, record) << to_json_line(record);
    }
}

TEST(RecordTest, StartPositionWithOToMove) {
    GameRecord record = random_game(5, {}, false);
    const rules::Move first = record.plies.front().move;
    record.start = record.start.after(first);
    record.plies.erase(record.plies.begin());
    const auto again = parse_record_text(to_text(record));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, record);
    EXPECT_THAT(to_text(record), HasSubstr("1... "));
}

TEST(RecordTest, TruncationIsNoticedAnywhere) {
    const std::string text = to_text(random_game(1, {}, true));
    const std::string json = to_json_line(random_game(1, {}, true));
    for (std::size_t cut = 1; cut + 4 < text.size(); cut += 3) {
        EXPECT_FALSE(parse_record_text(text.substr(0, cut))) << cut;
    }
    for (std::size_t cut = 0; cut + 1 < json.size(); cut += 3) {
        EXPECT_FALSE(parse_record_json(json.substr(0, cut))) << cut;
    }
}

TEST(RecordTest, ErrorsNamePlaceAndReason) {
    EXPECT_THAT(error_of(parse_record_text("[X \"a\"]\n\n1. 40 99\n*\n")),
                HasSubstr("line 3: '99' is not a move"));
    EXPECT_THAT(error_of(parse_record_text("[X \"a\"]\n\n1. 40 11\n*\n")),
                HasSubstr("move 2 (11) is illegal: block 1 is not a target; the mover is sent to "
                          "block 0"));
    EXPECT_THAT(error_of(parse_record_text("[Rules \"chess\"]\n*\n")),
                HasSubstr("unknown ruleset"));
    EXPECT_THAT(error_of(parse_record_text("[Ending \"line\"]\n1. 40\n1-0\n")),
                HasSubstr("after 1 moves the game is not over"));
    EXPECT_THAT(error_of(parse_record_text("[X \"a]\n*\n")), HasSubstr("closing quote"));
    EXPECT_THAT(error_of(parse_record_text("2. 40\n*\n")), HasSubstr("1 is next"));
    EXPECT_THAT(error_of(parse_record_text("1. 40 {speed 3}\n*\n")), HasSubstr("known are spent"));
    EXPECT_THAT(error_of(parse_record_json(R"({"format":"ninefold-game","version":1})")),
                HasSubstr("'x' is missing"));
    EXPECT_THAT(error_of(parse_record_json(R"({"format":"ninefold-game","version":9,"x":"a"})")),
                HasSubstr("'version' must be 1"));
}

TEST(RecordTest, TagsSurviveBothFormsOrAreRefused) {
    EXPECT_THAT(error_of(parse_record_text("[A \"1\"]\n[A \"2\"]\n*\n")), HasSubstr("given twice"));
    for (const char* name : {"Game", "", "a b", "a]"}) {
        GameRecord record = random_game(3, {}, false);
        record.tags = {{name, "1"}};
        EXPECT_FALSE(parse_record_json(to_json_line(record))) << name;
    }
}

TEST(RecordTest, MetaIsKeptInItsShortestForm) {
    const auto record = parse_record_text("1. 44 {meta {\"a\": [1,  2]}}\n*\n");
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(record->plies[0].meta, R"({"a":[1,2]})");
    EXPECT_EQ(*parse_record_json(to_json_line(*record)), *record);
}

/// Printing or destroying unlimited nesting would overflow the stack.
TEST(RecordTest, NestingIsLimited) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    const auto json = [&](std::size_t depth) {
        return R"({"format":"ninefold-game","version":1,"x":"a","o":"b","rules":"standard",)"
               R"("moves":["44"],"meta":[{"a":)" +
               nested(depth) + R"(}],"result":"*"})";
    };
    const auto text = [&](std::size_t depth) {
        return "1. 44 {meta {\"a\":" + nested(depth) + "}}\n*\n";
    };
    const auto kept = parse_record_json(json(31));
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*parse_record_json(to_json_line(*kept)), *kept);
    EXPECT_EQ(*parse_record_text(to_text(*kept)), *kept);
    EXPECT_TRUE(parse_record_text(text(31)));
    for (const std::size_t depth : {32, 50, 1'000, 1'000'000}) {
        EXPECT_FALSE(parse_record_json(json(depth))) << depth;
        EXPECT_FALSE(parse_record_text(text(depth))) << depth;
    }
    EXPECT_FALSE(parse_record_json(R"({"tags":)" + nested(1'000'000) + "}"));
}

TEST(RecordReaderTest, ReadsManyGamesOfBothForms) {
    std::string file;
    std::vector<GameRecord> games;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        games.push_back(random_game(seed, {}, seed % 3 == 0));
        file += seed % 2 == 0 ? to_text(games.back()) + "\n" : to_json_line(games.back()) + "\n";
        if (seed == 5) file += to_json(games.back()).dump(2) + "\n";
    }
    games.insert(games.begin() + 6, games[5]);
    std::istringstream in(file);
    RecordReader reader(in);
    std::size_t count = 0;
    for (;; ++count) {
        auto game = reader.next();
        ASSERT_TRUE(game) << game.error().message;
        if (!*game) break;
        ASSERT_LT(count, games.size());
        EXPECT_EQ(**game, games[count]);
    }
    EXPECT_EQ(count, games.size());
}

/// Which earlier versions called a draw.
TEST(RecordTest, AGameThatBothFailedIsNoDraw) {
    GameRecord game;
    game.ending = rules::Ending::kStartFailed;
    EXPECT_EQ(result_text(game), "0-0");
    std::string text = to_text(game);
    const auto read = parse_record_text(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, game);
    for (std::size_t at; (at = text.find("0-0")) != std::string::npos;) {
        text.replace(at, 3, "1/2-1/2");
    }
    const auto earlier = parse_record_text(text);
    ASSERT_TRUE(earlier) << earlier.error().message;
    EXPECT_EQ(*earlier, game);
    game.ending = rules::Ending::kDraw;
    EXPECT_EQ(result_text(game), "1/2-1/2");
}

TEST(RecordReaderTest, RefusesGarbageQuickly) {
    std::istringstream binary(std::string("\x7f\x45\x4c\x46\x02\x01\x00\x00", 8));
    EXPECT_FALSE(RecordReader(binary).next());
    std::istringstream long_line(std::string(RecordReader::kMaxGameBytes + 2, '['));
    EXPECT_FALSE(RecordReader(long_line).next());
    std::istringstream empty("");
    const auto nothing = RecordReader(empty).next();
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->has_value());
}

TEST(RecordReaderTest, SaysThatAFileCannotBeRead) {
    std::ifstream unreadable("/proc/self/mem");  // nothing is at the address 0
    const auto game = RecordReader(unreadable).next();
    ASSERT_FALSE(game);
    EXPECT_EQ(game.error().message, "line 1: cannot be read: Input/output error");
}

TEST(RecordTest, ASummarySaysWhatTheRecordSays) {
    const GameRecord record = random_game(5, {}, true);
    const nlohmann::ordered_json whole = to_json(record);
    const GameSummary game = summary_of(record);
    const nlohmann::ordered_json short_form = to_json(game);
    for (const auto& [name, value] : short_form.items()) {
        if (whole.contains(name)) EXPECT_EQ(value, whole[name]) << name;
        else EXPECT_EQ(value, "") << name;
    }
    EXPECT_EQ(result_text(game), result_text(record));
    EXPECT_EQ(game.counts(), record.ending.has_value());
}

}  // namespace
}  // namespace ninefold::record
