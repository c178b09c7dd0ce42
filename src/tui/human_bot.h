// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "bots/bot.h"

namespace ninefold::tui {

/// A person at the terminal, as the referee sees one: a bot with a patient clock. The game's thread
/// asks and waits; the thread of the screen offers what the person chose.
class HumanBot final : public bots::Bot {
public:
    explicit HumanBot(std::string name) : name_(std::move(name)) {}

    std::string_view name() const override { return name_; }
    std::optional<bots::Failure> new_game(const bots::GameSetup&) override;
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override;

    /// The person's move. It counts if this person is being asked, else it is forgotten.
    void offer(rules::Move move) { give(move); }
    void resign() { give(bots::Resignation{}); }

private:
    using Choice = std::variant<rules::Move, bots::Resignation>;
    void give(Choice choice);

    std::string name_;
    std::mutex mutex_;
    std::condition_variable_any given_;
    bool asked_ = false;
    std::optional<Choice> choice_;
};

}  // namespace ninefold::tui
