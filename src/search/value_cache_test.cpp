// SPDX-License-Identifier: MIT
#include "search/value_cache.h"

#include <gtest/gtest.h>

namespace ninefold::search {
namespace {

constexpr std::uint64_t kHash = 0x123456789abcdef0;

TEST(ValueCache, GivesBackWhatWasStored) {
    ValueCache cache;
    EXPECT_FALSE(cache.find(kHash));
    for (const Value value : {0, 1, -1, kMaxEval, -kMaxEval}) {
        cache.store(kHash, value);
        EXPECT_EQ(cache.find(kHash), value);
    }
    cache.clear();
    EXPECT_FALSE(cache.find(kHash));
}

TEST(ValueCache, TellsPositionsOfOneSlotApart) {
    ValueCache cache;
    const std::uint64_t same_slot = kHash ^ 1ULL << 40;
    cache.store(kHash, 5);
    EXPECT_FALSE(cache.find(same_slot));
    cache.store(same_slot, 7);
    EXPECT_EQ(cache.find(same_slot), 7);
    EXPECT_FALSE(cache.find(kHash));
}

}  // namespace
}  // namespace ninefold::search
