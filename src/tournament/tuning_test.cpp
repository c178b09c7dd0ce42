// SPDX-License-Identifier: MIT
#include "tournament/tuning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ninefold::tournament {
namespace {

using testing::HasSubstr;

class TunedSource : public testing::Test {
protected:
    base::Result<std::string> with(std::string_view source) const {
        return with_options(source, options_, {1.25, 60});
    }
    std::vector<TunedOption> options_ = {*TunedOption::parse("c=0.9,0.1,3"),
                                         *TunedOption::parse("sims=50,10,99")};
};

TEST_F(TunedSource, BuiltInBotsAndTheEngine) {
    EXPECT_EQ(*with("mcts"), "mcts:c=1.25,sims=60");
    EXPECT_EQ(*with("mcts:"), "mcts:c=1.25,sims=60");
    EXPECT_EQ(*with("mcts:rave=1"), "mcts:rave=1,c=1.25,sims=60");
    EXPECT_EQ(*with("engine:level=5"), "engine:level=5,c=1.25,sims=60");
}

TEST_F(TunedSource, AnOptionThatIsGivenIsReplaced) {
    EXPECT_EQ(*with("mcts:sims=50"), "mcts:sims=60,c=1.25");
    EXPECT_EQ(*with("mcts:mysims=50,c=1"), "mcts:mysims=50,c=1.25,sims=60");
}

TEST_F(TunedSource, ClassesGetArguments) {
    EXPECT_EQ(*with("best_move:a.py#E"), "best_move:a.py#E:c=1.25,sims=60");
    EXPECT_EQ(*with("best_move:a.py#E:sims=2,k=1"), "best_move:a.py#E:sims=60,k=1,c=1.25");
}

TEST_F(TunedSource, OthersGetUgiOptions) {
    EXPECT_EQ(*with("ugi:./bot --fast"), "option.c=1.25 option.sims=60 ugi:./bot --fast");
    EXPECT_EQ(*with("option.Sims=3 'option.A b=c' ./bot"),
              "option.A\\ b=c option.c=1.25 option.sims=60 ./bot");
    EXPECT_FALSE(with("option.Seed=3 ./bot"));
}

TEST_F(TunedSource, AClassMustBeNamed) {
    const auto nameless = with("best_move:a.py");
    ASSERT_FALSE(nameless);
    EXPECT_THAT(nameless.error().message, HasSubstr("best_move:a.py#CLASS"));
}

}  // namespace
}  // namespace ninefold::tournament
