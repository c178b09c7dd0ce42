// SPDX-License-Identifier: MIT
#include "server/archive.h"

#include <future>
#include <stdexcept>

#include <gtest/gtest.h>

#include "store/store_for_test.h"

namespace ninefold::server {

namespace {

/// An archive that is busy until it is let go.
class ArchiveTest : public testing::Test {
protected:
    ArchiveTest() {
        EXPECT_TRUE(
            archive_.post([gate = gate_.get_future().share()](store::Store&) { gate.wait(); }));
    }
    /// Adds the asker to the order when it is answered, and `!` where it is refused.
    void ask(const Asker& asker) {
        archive_.answer(
            [this, name = asker.address](const HttpResult<int>& answer) {
                order_ += answer ? name : name + "!";
            },
            [](store::Store&) -> HttpResult<int> { return 1; }, asker);
    }
    /// Who was answered before an asker who came after all others, and perhaps some more.
    std::string order() {
        std::promise<void> done;
        EXPECT_TRUE(archive_.post([&](store::Store&) { done.set_value(); }, "z"));
        gate_.set_value();
        done.get_future().wait();
        archive_.close();
        return order_;
    }

    ~ArchiveTest() override { std::filesystem::remove_all(place_); }

    static std::filesystem::path make_place() {
        std::string pattern = testing::TempDir() + "/ninefold_archive_XXXXXX";
        return ::mkdtemp(pattern.data());
    }

    const std::filesystem::path place_ = make_place();
    std::promise<void> gate_;
    std::string order_;
    Archive archive_{store::open_store(place_ / "games.db")};
};

TEST_F(ArchiveTest, WhoAsksOftenHoldsUpNobodyElse) {
    for (int i = 0; i < 200; ++i) ask({"a"});
    ask({"b"});
    EXPECT_EQ(order().substr(0, 2), "ab");
}

TEST_F(ArchiveTest, OneClientLeavesRoomForOthers) {
    for (int i = 0; i < 1000; ++i) ask({"a"});
    ask({"b"});
    const std::string answered = order();
    EXPECT_NE(answered.find("a!"), std::string::npos);
    EXPECT_EQ(answered.find("b!"), std::string::npos);
}

TEST_F(ArchiveTest, NothingIsLookedUpForThoseWhoHaveLeft) {
    std::stop_source leaving;
    ask({"a", leaving.get_token()});
    ask({"b"});
    leaving.request_stop();
    EXPECT_EQ(order(), "a!b");
}

TEST_F(ArchiveTest, AnswersWhereReadingThrows) {
    std::promise<HttpError> refusal;
    archive_.answer([&](const HttpResult<int>& answer) { refusal.set_value(answer.error()); },
                    [](store::Store&) -> HttpResult<int> {
                        throw std::runtime_error("no memory");
                    });
    gate_.set_value();
    const HttpError told = refusal.get_future().get();
    EXPECT_EQ(told.status, 500);
    EXPECT_EQ(told.message, "no memory");
}

}  // namespace

}  // namespace ninefold::server
