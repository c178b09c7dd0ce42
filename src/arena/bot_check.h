// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/time_control.h"
#include "rules/ruleset.h"
#include "sources/bot_source.h"

namespace ninefold::arena {

enum class CheckVerdict : std::uint8_t { kOk, kFailed, kSkipped };

/// One line of a report on a bot.
struct CheckLine {
    std::string check;  ///< what was looked at, a few words
    CheckVerdict verdict = CheckVerdict::kOk;
    std::string sentence;
    std::string log;  ///< the end of the bot's standard error, where it failed
};

/// What is asked of the bot.
struct CheckSpec {
    rules::Rules rules;
    TimeControl time_control;
    int games = 20;                     ///< at most, half of them on each side
    std::chrono::seconds patience{60};  ///< no more games are begun after this
    /// As in the source's house rules. A bot whose interface has no greeting may still be starting.
    std::chrono::milliseconds quit_grace{5000};
    std::uint64_t memory_limit = 0;  ///< the same, in bytes; 0: none
    std::uint64_t seed = 1;
    std::stop_token stop;  ///< breaks it off; what it says afterwards is worth nothing
};

/// Tries a bot before a tournament does: starts it, plays games on both sides against random moves
/// from many openings, asks it to stop, tells it to quit, looks which other rules it plays and how
/// much memory it takes.
/// Each line is reported as soon as it is known. True where none failed.
bool check_bot(const sources::BotSource& source, const CheckSpec& spec,
               const std::function<void(const CheckLine&)>& tell);

}  // namespace ninefold::arena
