// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/rng.h"
#include "bots/bot.h"

namespace ninefold::bots {

/// How long a built-in bot may think about one question: a share of its clock that leaves room for
/// the rest of the game, a margin before the deadline, and not past a request to stop. Made at the
/// start of the question; one thread.
class MoveTimer {
public:
    using Clock = std::chrono::steady_clock;

    MoveTimer(const Question& question, std::stop_token stop)
        : start_(Clock::now()), stop_(std::move(stop)), time_(time_for(question)) {}

    /// Whether the clock limits this question at all.
    bool is_limited() const { return time_.has_value(); }
    Duration elapsed() const { return Clock::now() - start_; }
    /// Reads the clock; ask every few microseconds of work.
    bool is_over() const { return stop_.stop_requested() || (time_ && elapsed() >= *time_); }

    /// The time to use for a question, nothing where no clock runs.
    static std::optional<Duration> time_for(const Question& question) {
        constexpr int kMovesToPlan = 20;  // a side makes 20 to 30 moves in most games
        const protocol::Limits& limits = question.limits;
        const rules::Side side = question.position.side();
        std::optional<Duration> time = limits.move_time;
        if (const auto left = limits.time_left(side)) {
            const Duration share = *left / kMovesToPlan + limits.increment(side) * 3 / 4;
            time = std::min(time.value_or(share), share);
        }
        if (question.deadline)
            time = std::min(time.value_or(*question.deadline), *question.deadline);
        if (!time || limits.infinite) return std::nullopt;
        const Duration margin = std::clamp<Duration>(*time / 10, std::chrono::microseconds(200),
                                                     std::chrono::milliseconds(20));
        return std::max<Duration>(*time - margin, Duration::zero());
    }

private:
    Clock::time_point start_;
    std::stop_token stop_;
    std::optional<Duration> time_;
};

/// What a brain may look at besides the position.
struct Thought {
    const Question& question;
    const MoveTimer& timer;
    base::Rng& rng;
    protocol::Info& info;  ///< to fill in, in the mover's view
};

/// A built-in bot made of a Brain, which is a type with
///     template <rules::Ruleset R> rules::Move choose(const rules::Position<R>&, Thought&);
/// The ruleset is dispatched once a question. All chance comes from the game's seed.
/// Precondition of every question: the game is not over.
template <typename Brain>
class ThinkingBot final : public Bot {
public:
    explicit ThinkingBot(Brain brain = {}) : brain_(std::move(brain)) {}

    std::optional<Failure> new_game(const GameSetup& setup) override {
        rng_ = base::Rng(base::derived_seed(setup.seed, static_cast<std::uint64_t>(setup.side)));
        return std::nullopt;
    }

    Answer ask(const Question& question, std::stop_token stop) override {
        const MoveTimer timer(question, std::move(stop));
        Answer answer;
        Thought thought{question, timer, rng_, answer.info};
        answer.what =
            question.position.visit([&](const auto& p) { return brain_.choose(p, thought); });
        answer.elapsed = timer.elapsed();
        return answer;
    }

private:
    Brain brain_;
    base::Rng rng_{0};
};

}  // namespace ninefold::bots
