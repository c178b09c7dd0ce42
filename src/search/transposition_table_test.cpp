// SPDX-License-Identifier: MIT
#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "base/rng.h"

namespace ninefold::search {
namespace {

TEST(TranspositionTable, RemembersWhatWasStored) {
    TranspositionTable table(1);
    const TableEntry stored{-123, 45, 17, Bound::kLower, rules::Move(80)};
    table.store(0x123456789abcdef0ULL, 3, stored);
    TableEntry found;
    ASSERT_TRUE(table.probe(0x123456789abcdef0ULL, 3, found));
    EXPECT_EQ(found.value, -123);
    EXPECT_EQ(found.eval, 45);
    EXPECT_EQ(found.depth, 17);
    EXPECT_EQ(found.bound, Bound::kLower);
    EXPECT_EQ(found.move, rules::Move(80));
    EXPECT_FALSE(table.probe(0x123456789abcdef1ULL, 3, found));
}

TEST(TranspositionTable, CountsProvenValuesFromThePosition) {
    TranspositionTable table(1);
    table.store(1, 4, {win_in(9), 0, 5, Bound::kExact, rules::Move(0)});
    TableEntry found;
    ASSERT_TRUE(table.probe(1, 10, found));
    EXPECT_EQ(found.value, win_in(15));
    table.store(2, 4, {loss_in(9), 0, 5, Bound::kExact, rules::Move(0)});
    ASSERT_TRUE(table.probe(2, 2, found));
    EXPECT_EQ(found.value, loss_in(7));
}

TEST(TranspositionTable, KeepsTheMoveOfAnEntryThatIsStoredWithoutOne) {
    TranspositionTable table(1);
    table.store(7, 0, {1, 0, 5, Bound::kExact, rules::Move(12)});
    table.store(7, 0, {2, 0, 6, Bound::kUpper, rules::Move(TableEntry::kNoMove)});
    TableEntry found;
    ASSERT_TRUE(table.probe(7, 0, found));
    EXPECT_EQ(found.move, rules::Move(12));
    EXPECT_EQ(found.value, 2);
}

TEST(TranspositionTable, ForgetsOnClear) {
    TranspositionTable table(1);
    table.store(9, 0, {1, 0, 5, Bound::kExact, rules::Move(12)});
    table.clear();
    TableEntry found;
    EXPECT_FALSE(table.probe(9, 0, found));
    EXPECT_EQ(table.fullness(), 0);
}

TEST(TranspositionTable, AnAbsurdSizeIsCutToWhatTheMachineHas) {
    const TranspositionTable table(std::size_t{1} << 40);
    EXPECT_GE(table.mebibytes(), 1u);
    EXPECT_EQ(TranspositionTable(0).mebibytes(), 1u);
}

/// Threads that read and write the same few entries never see a mixture of two.
TEST(TranspositionTable, TornEntriesReadAsAbsent) {
    TranspositionTable table(1);
    std::vector<std::jthread> threads;
    std::atomic<int> mixtures{0};
    for (std::uint64_t t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
            base::Rng rng(t);
            for (int i = 0; i < 20000; ++i) {
                const std::uint64_t hash = 1 + rng.below(8);
                const int number = static_cast<int>(rng.below(1000));
                table.store(hash, 0, {number, number, 3, Bound::kExact, rules::Move(hash)});
                TableEntry found;
                if (table.probe(hash, 0, found) &&
                    (found.value != found.eval || found.move.value() != hash)) {
                    ++mixtures;
                }
            }
        });
    }
    threads.clear();
    EXPECT_EQ(mixtures, 0);
}

TEST(TranspositionTable, AllTogetherFitIntoTheMachine) {
    constexpr std::size_t kTooMuch = std::size_t{1} << 40;  // each is halved until it is half of it
    std::vector<std::unique_ptr<HugeMemory>> tables;
    try {
        for (int i = 0; i < 10; ++i) tables.push_back(std::make_unique<HugeMemory>(kTooMuch, 1));
        FAIL() << "ten tables of up to half of the machine's memory each";
    } catch (const std::runtime_error& problem) {
        EXPECT_NE(std::string_view(problem.what()).find("this machine has"),
                  std::string_view::npos);
        EXPECT_GE(tables.size(), 1u);
        EXPECT_LE(tables.size(), 3u);
    }
    tables.clear();
    EXPECT_NO_THROW(HugeMemory(kTooMuch, 1)) << "what was given back can be had again";
}

}  // namespace
}  // namespace ninefold::search
