// SPDX-License-Identifier: MIT
#include "process/tail_buffer.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace ninefold::process {
namespace {

TEST(TailBuffer, KeepsTheLastBytesOfAnyStream) {
    base::Rng rng(1);
    for (int round = 0; round < 200; ++round) {
        TailBuffer tail(16);
        std::string all;
        for (int i = 0; i < 10; ++i) {
            std::string part;
            for (auto size = rng.below(24); size > 0; --size) {
                part += static_cast<char>('a' + rng.below(26));
            }
            tail.append(part);
            all += part;
            ASSERT_EQ(tail.text(), all.substr(all.size() - std::min<std::size_t>(all.size(), 16)));
        }
    }
}

}  // namespace
}  // namespace ninefold::process
