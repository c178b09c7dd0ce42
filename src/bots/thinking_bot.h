// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "base/rng.h"
#include "bots/bot.h"
#include "bots/move_timer.h"

namespace ninefold::bots {

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
