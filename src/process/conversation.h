// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <variant>
#include <vector>

#include "base/file_descriptor.h"
#include "process/bot_process.h"
#include "process/dialect.h"
#include "process/process_bot.h"

namespace ninefold::process {

/// Cuts what comes out of a pipe into lines, in memory of fixed size. The descriptor must not
/// block.
class LineReader {
public:
    explicit LineReader(std::size_t max_line);

    enum class Filled : std::uint8_t { kSome, kNothingYet, kEnd };
    /// Reads once. Precondition: next_line() has returned nothing and the line is not too long.
    Filled fill(int descriptor);

    /// The next whole line without its line end; valid until the next fill().
    std::optional<std::string_view> next_line();

    /// The beginning of a line whose end has not come yet.
    std::string_view unfinished() const { return {buffer_.data() + begin_, end_ - begin_}; }
    bool is_too_long() const { return end_ - begin_ > max_line_; }

    /// Since reset_counts().
    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t lines() const { return lines_; }
    void reset_counts() { bytes_ = lines_ = 0; }

private:
    std::size_t max_line_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;     ///< of what has not been returned
    std::size_t searched_ = 0;  ///< no line end before this
    std::size_t end_ = 0;
    std::uint64_t bytes_ = 0, lines_ = 0;
};

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
    void send_quit(std::string_view text);

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
    base::FileDescriptor stop_event_;
};

}  // namespace ninefold::process
