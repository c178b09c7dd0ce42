// SPDX-License-Identifier: MIT
#include "tui/human_bot.h"

#include <chrono>

namespace ninefold::tui {

void HumanBot::give(Choice choice) {
    const std::scoped_lock lock(mutex_);
    choice_ = choice;
    given_.notify_all();
}

bots::Answer HumanBot::ask(const bots::Question& question, std::stop_token stop) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::unique_lock lock(mutex_);
    const auto has_choice = [&] { return choice_ && choice_->played == question.moves.size(); };
    const bool chosen = question.deadline
                            ? given_.wait_until(lock, stop, begin + *question.deadline, has_choice)
                            : given_.wait(lock, stop, has_choice);
    bots::Answer answer{bots::NoAnswer{stop.stop_requested()}, Clock::now() - begin, {}};
    if (!chosen) return answer;
    answer.what = choice_->what;
    choice_.reset();
    return answer;
}

}  // namespace ninefold::tui
