// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "bots/bot.h"

namespace ninefold::tui {

/// A person at the terminal, as the referee sees one: a bot with a patient clock. The game's thread
/// asks and waits; the thread of the screen offers what the person chose. One for each game.
class HumanBot final : public bots::Bot {
public:
    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return std::nullopt; }
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        std::unique_lock lock(mutex_);
        const auto has_choice = [&] { return choice_ && choice_->played == question.moves.size(); };
        const bool chosen =
            question.deadline
                ? given_.wait_until(lock, stop, begin + *question.deadline, has_choice)
                : given_.wait(lock, stop, has_choice);
        bots::Answer answer{bots::NoAnswer{stop.stop_requested()}, Clock::now() - begin, {}};
        if (chosen) answer.what = std::exchange(choice_, std::nullopt)->what;
        return answer;
    }

    /// The person's move after `played` moves of the game. It counts for the question about that
    /// position, even where it is given just before it is asked.
    void offer(rules::Move move, std::size_t played) { give({move, played}); }
    void resign(std::size_t played) { give({bots::Resignation{}, played}); }

private:
    struct Choice {
        decltype(bots::Answer::what) what;
        std::size_t played;
    };
    void give(Choice choice) {
        const std::scoped_lock lock(mutex_);
        choice_ = choice;
        given_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any given_;
    std::optional<Choice> choice_;
};

}  // namespace ninefold::tui
