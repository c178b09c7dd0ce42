// SPDX-License-Identifier: MIT
#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>

namespace ninefold::base {
namespace {

Result<int> half(int number) {
    if (number % 2 != 0) return fail("{} is odd, an even number is needed", number);
    return number / 2;
}

Result<void> check_even(int number) {
    if (auto r = half(number); !r) return r.error();
    return {};
}

TEST(ResultTest, HoldsAValueOrAnError) {
    EXPECT_TRUE(half(4));
    EXPECT_EQ(half(4).value(), 2);
    EXPECT_EQ(*half(4), 2);
    EXPECT_FALSE(half(3));
    EXPECT_FALSE(half(3).has_value());
    EXPECT_EQ(half(3).error().message, "3 is odd, an even number is needed");
}

TEST(ResultTest, OfNothing) {
    EXPECT_TRUE(check_even(2));
    EXPECT_FALSE(check_even(1));
    EXPECT_EQ(check_even(1).error().message, "1 is odd, an even number is needed");
}

TEST(ResultTest, MovesItsValueOut) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
    EXPECT_EQ(**result, 7);
    const std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 7);
}

TEST(ResultTest, AValueTakenFromATemporaryIsTheCallers) {
    using Taken = decltype(*std::declval<Result<std::string>>());
    static_assert(std::is_same_v<Taken, std::string>);
    static_assert(std::is_same_v<decltype(std::declval<Result<std::string>>().value()), Taken>);
    std::string seen;
    for (const char c : *Result<std::string>(std::string(100, 'x'))) seen += c;
    EXPECT_EQ(seen, std::string(100, 'x'));
}

TEST(ResultTest, AnErrorIsNotAValueOfTheSameShape) {
    const Result<std::string> text = fail("no");
    EXPECT_FALSE(text);
    const Result<std::string> value = std::string("no");
    EXPECT_TRUE(value);
    EXPECT_EQ(value->size(), 2u);
}

}  // namespace
}  // namespace ninefold::base
