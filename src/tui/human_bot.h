// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>

#include "bots/bot.h"

namespace ninefold::tui {

/// A person at the terminal, as the referee sees one: a bot with a patient clock. The game's thread
/// asks and waits; the thread of the screen offers what the person chose. One for each game.
class HumanBot final : public bots::Bot {
public:
    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return std::nullopt; }
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override;

    /// The person's move after `played` moves of the game. It counts for the question about that
    /// position, even where it is given just before it is asked.
    void offer(rules::Move move, std::size_t played) { give({move, played}); }
    void resign(std::size_t played) { give({bots::Resignation{}, played}); }

private:
    struct Choice {
        decltype(bots::Answer::what) what;
        std::size_t played;
    };
    void give(Choice choice);

    std::mutex mutex_;
    std::condition_variable_any given_;
    std::optional<Choice> choice_;
};

}  // namespace ninefold::tui
