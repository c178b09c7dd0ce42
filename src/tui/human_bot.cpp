// SPDX-License-Identifier: MIT
#include "tui/human_bot.h"

#include <chrono>

namespace ninefold::tui {

std::optional<bots::Failure> HumanBot::new_game(const bots::GameSetup&) {
    const std::scoped_lock lock(mutex_);
    choice_.reset();
    return std::nullopt;
}

void HumanBot::give(Choice choice) {
    const std::scoped_lock lock(mutex_);
    if (!asked_) return;
    choice_ = choice;
    given_.notify_all();
}

bots::Answer HumanBot::ask(const bots::Question& question, std::stop_token stop) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::unique_lock lock(mutex_);
    choice_.reset();
    asked_ = true;
    const auto has_choice = [this] { return choice_.has_value(); };
    const bool chosen = question.deadline
                            ? given_.wait_until(lock, stop, begin + *question.deadline, has_choice)
                            : given_.wait(lock, stop, has_choice);
    asked_ = false;
    bots::Answer answer{bots::NoAnswer{stop.stop_requested()}, Clock::now() - begin, {}};
    if (!chosen) return answer;
    std::visit([&](const auto& choice) { answer.what = choice; }, *choice_);
    return answer;
}

}  // namespace ninefold::tui
