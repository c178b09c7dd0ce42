// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "bots/bot.h"

namespace ninefold::bots {

/// Stands for a bot that cannot even be made: it forfeits every game, with the reason.
class UnstartableBot final : public bots::Bot {
public:
    explicit UnstartableBot(std::string reason) : reason_(std::move(reason)) {}

    std::optional<bots::Failure> new_game(const bots::GameSetup&) override {
        return bots::Failure{rules::Ending::kStartFailed, "could not be started: " + reason_};
    }
    bots::Answer ask(const bots::Question&, std::stop_token) override {
        return {bots::Failure{rules::Ending::kStartFailed, reason_}, {}, {}};
    }

private:
    std::string reason_;
};

}  // namespace ninefold::bots
