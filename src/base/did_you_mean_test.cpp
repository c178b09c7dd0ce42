// SPDX-License-Identifier: MIT
#include "base/did_you_mean.h"

#include <gtest/gtest.h>

namespace ninefold::base {
namespace {

TEST(DidYouMean, NamesTheNearestWordOrNone) {
    EXPECT_EQ(did_you_mean("rulez", {"points", "rules"}), "; did you mean 'rules'?");
    EXPECT_EQ(did_you_mean("concur", {"bots", "concurrency"}), "; did you mean 'concurrency'?");
    EXPECT_EQ(did_you_mean("colour", {"bots", "rules"}), "");
    EXPECT_EQ(did_you_mean("", {"bots"}), "");
}

}  // namespace
}  // namespace ninefold::base
