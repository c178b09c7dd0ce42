// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <variant>

#include "process/bot_process.h"
#include "process/dialect.h"
#include "process/file_descriptor.h"
#include "process/line_reader.h"
#include "process/process_bot.h"

namespace ninefold::process {

/// The talk with one running bot: sends commands and reads lines, never waits longer than told and
/// never for a bot that does not read, and keeps the output within its limits. Begins with the
/// process and ends with it. One thread.
class Conversation {
public:
    /// What is waited for, and how long.
    struct Terms {
        Awaited awaited = Awaited::kNothing;
        std::optional<bots::Duration> limit;  ///< from the moment that sending the text began
        std::stop_token stop;
        const std::function<void(const protocol::Info&)>* on_info = nullptr;
        bots::Duration used{0};  ///< of the limit, before this
    };

    struct Reached {};  ///< what was awaited came
    struct TimedOut {};
    struct Stopped {};
    struct Ended {};  ///< the program ended, or closed its output
    using Outcome = std::variant<Reached, TimedOut, Stopped, Ended, bots::Failure>;

    Conversation(BotProcess& process, Dialect& dialect, const ProcessLimits& limits);

    /// Sends `text`, then hears until what is awaited comes. The answer gets the time that it took
    /// and what was said of it; its `what` is set only where a move was awaited and came.
    Outcome exchange(std::string_view text, const Terms& terms, bots::Answer& got);

    /// Hears what has come while nothing was asked: only an answer that nobody asked for matters,
    /// or a host's word. With `read_more`, also what still lies in the pipe.
    std::optional<Outcome> hear_out_of_turn(bool read_more);

    /// The output from here on belongs to another question.
    void begin_question() { reader_.reset_counts(); }

    /// Sends what there is room for.
    void say_last(std::string_view text);

private:
    using Clock = std::chrono::steady_clock;

    bool send(std::string_view& text, bool& broken);
    std::optional<Outcome> hear_lines(const Terms& terms, bool sent, bots::Answer& got);
    std::optional<bots::Failure> overflow() const;
    bots::Failure not_read(bool broken) const;
    std::optional<Outcome> wait(bool sending, std::optional<Clock::time_point> until,
                                Clock::time_point& read_at);

    BotProcess& process_;
    Dialect& dialect_;
    const ProcessLimits& limits_;
    LineReader reader_;
    FileDescriptor stop_event_;
};

}  // namespace ninefold::process
