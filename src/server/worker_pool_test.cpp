// SPDX-License-Identifier: MIT
#include "server/worker_pool.h"

#include <future>
#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

namespace ninefold::server {

namespace {

/// A pool of one thread that is busy until it is let go.
class WorkerPoolTest : public testing::Test {
protected:
    WorkerPoolTest() {
        std::promise<void> busy;
        EXPECT_TRUE(pool_.post([&, gate = gate_.get_future().share()](std::size_t) {
            busy.set_value();
            gate.wait();
        }));
        busy.get_future().wait();
    }
    bool post(const std::string& asker) {
        return pool_.post([this, asker](std::size_t) { order_ += asker; }, asker);
    }
    std::string order_of_work() {
        std::promise<void> done;
        EXPECT_TRUE(pool_.post([&](std::size_t) { done.set_value(); }, "z"));
        gate_.set_value();
        done.get_future().wait();
        pool_.close();
        return order_;
    }

    std::promise<void> gate_;
    std::string order_;
    WorkerPool pool_{1, {12, 5}};
};

TEST_F(WorkerPoolTest, AskersTakeTurns) {
    for (const char* asker : {"a", "a", "a", "a", "b", "c", "b"}) EXPECT_TRUE(post(asker));
    EXPECT_EQ(order_of_work().substr(0, 3), "abc");
}

TEST_F(WorkerPoolTest, NobodyFillsTheQueueAlone) {
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(post("a"));
    EXPECT_FALSE(post("a"));
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(post("b"));
    EXPECT_FALSE(post("b"));
    EXPECT_EQ(order_of_work().substr(0, 2), "ab");
}

TEST_F(WorkerPoolTest, AFullQueueRefusesEverybody) {
    for (const char* asker : {"a", "b", "c"}) {
        for (int i = 0; i < 4; ++i) EXPECT_TRUE(post(asker));
    }
    EXPECT_FALSE(post("d"));
    gate_.set_value();
}

/// Two threads, and jobs that last until they are let go.
class WorkerPoolShare : public testing::Test {
protected:
    /// Lets everything end also where a test has failed.
    ~WorkerPoolShare() override { gate_.set_value(); }
    std::future<void> begin(const std::string& asker, const std::string& line = {}) {
        auto begun = std::make_shared<std::promise<void>>();
        auto future = begun->get_future();
        EXPECT_TRUE(pool_.post(
            [begun, gate = open_](std::size_t) {
                begun->set_value();
                gate.wait();
            },
            asker, line));
        return future;
    }
    static bool is_there(const std::future<void>& future, std::chrono::milliseconds patience) {
        return future.wait_for(patience) == std::future_status::ready;
    }

    static constexpr std::chrono::seconds kLong{20};
    static constexpr std::chrono::milliseconds kShort{50};
    std::promise<void> gate_;
    std::shared_future<void> open_ = gate_.get_future().share();
    WorkerPool pool_{2, {12}};
};

TEST_F(WorkerPoolShare, OneThreadIsLeftToOthers) {
    EXPECT_TRUE(is_there(begin("a"), kLong));
    const auto second = begin("a");
    const auto other_line = begin("a", "bots");
    EXPECT_FALSE(is_there(second, kShort));
    EXPECT_FALSE(is_there(other_line, kShort));
    EXPECT_TRUE(is_there(begin("b"), kLong));
}

TEST_F(WorkerPoolShare, OneThreadIsLeftToJobsInNoLine) {
    EXPECT_TRUE(is_there(begin("a", "bots"), kLong));
    const auto other_line = begin("b", "bots");
    EXPECT_FALSE(is_there(other_line, kShort));
    EXPECT_TRUE(is_there(begin("c"), kLong));
}

TEST_F(WorkerPoolShare, AnAskersNextJobFollowsItsLast) {
    std::promise<void> own_gate;
    EXPECT_TRUE(pool_.post([&](std::size_t) { own_gate.get_future().wait(); }, "a"));
    const auto next = begin("a");
    own_gate.set_value();
    EXPECT_TRUE(is_there(next, kLong));
}

TEST(WorkerPoolThread, OutlivesAJobThatThrows) {
    WorkerPool pool(1, {4});
    EXPECT_TRUE(pool.post([](std::size_t) { throw std::runtime_error("no memory"); }));
    std::promise<void> done;
    EXPECT_TRUE(pool.post([&](std::size_t) { done.set_value(); }));
    done.get_future().wait();
}

TEST(WorkerPoolClose, DropsWhatWaits) {
    WorkerPool pool(1, {4});
    pool.close();
    EXPECT_FALSE(pool.post([](std::size_t) {}));
}

}  // namespace

}  // namespace ninefold::server
