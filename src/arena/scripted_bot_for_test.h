// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "bots/bot.h"

namespace ninefold::arena {

/// A bot that does as a test tells it, with invented times.
class ScriptedBot final : public bots::Bot {
public:
    using Script = std::function<bots::Answer(const bots::Question&)>;

    explicit ScriptedBot(Script script) : script_(std::move(script)) {}

    /// Plays the first legal move, each in `elapsed`.
    static ScriptedBot first_legal(bots::Duration elapsed = {}) {
        return ScriptedBot([elapsed](const bots::Question& q) {
            return bots::Answer{*q.position.legal_moves().begin(), elapsed, {}};
        });
    }

    std::string_view own_name() const override { return says_name; }
    std::string_view author() const override { return says_author; }
    std::string log() const override { return says_log; }
    std::optional<bots::Failure> new_game(const bots::GameSetup&) override { return start_failure; }
    bots::Answer ask(const bots::Question& question, std::stop_token) override {
        return script_(question);
    }

    std::optional<bots::Failure> fault_at_rest() const override { return rest_fault; }

    std::optional<bots::Failure> start_failure, rest_fault;
    std::string says_name, says_author, says_log;

private:
    Script script_;
};

}  // namespace ninefold::arena
