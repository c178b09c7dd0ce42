// SPDX-License-Identifier: MIT
#include "engine/site_engine.h"

#include <array>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/codingame.h"
#include "protocol/riddles.h"

namespace ninefold::engine {
namespace {

using testing::HasSubstr;

class SiteEngineTest : public testing::Test {
protected:
    SiteEngineTest() {
        search::SearchOptions options;
        options.hash_mb = 1;
        options.level = 1;
        search_ = search::make_search(options);
    }
    ~SiteEngineTest() override { std::fclose(out_); }

    std::string said() {
        std::rewind(out_);
        std::array<char, 1024> text{};
        return {text.data(), std::fread(text.data(), 1, text.size(), out_)};
    }

    std::unique_ptr<search::Search> search_;
    std::FILE* out_ = std::tmpfile();
};

TEST_F(SiteEngineTest, AnswersCodingamesTurnsLegally) {
    const auto start = rules::AnyPosition::start(protocol::codingame::kRules);
    const rules::Move opening = start.legal_moves().nth(40);
    std::string text;
    protocol::codingame::append_turn(text, opening, start.after(opening));
    std::istringstream in(text);
    ASSERT_TRUE(play_on_codingame(in, out_, *search_, {}));
    const auto move = protocol::codingame::parse_answer(said().substr(0, said().find('\n')));
    ASSERT_TRUE(move);
    EXPECT_TRUE(start.after(opening).is_legal(*move));
}

TEST_F(SiteEngineTest, AnswersRiddlesActionsLegally) {
    const rules::AnyPosition start;
    const rules::Move opening = start.legal_moves().nth(13);
    for (const auto edition :
         {protocol::riddles::Edition::kRiddles, protocol::riddles::Edition::kTheAiGames}) {
        std::string text;
        protocol::riddles::append_settings(text, edition, rules::Side::kO, {});
        protocol::riddles::append_turn(text, edition, start.after(opening),
                                       std::chrono::milliseconds(400));
        std::istringstream in(text);
        ASSERT_TRUE(play_on_riddles(in, out_, *search_));
        const std::string answer = said();
        const auto move = protocol::riddles::parse_answer(answer.substr(0, answer.find('\n')));
        ASSERT_TRUE(move);
        EXPECT_TRUE(start.after(opening).is_legal(*move));
    }
}

TEST_F(SiteEngineTest, NamesTheLineThatMakesNoSense) {
    std::istringstream in("hello\n");
    const auto done = play_on_codingame(in, out_, *search_, {});
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, HasSubstr("line 1, 'hello'"));
}

}  // namespace
}  // namespace ninefold::engine
