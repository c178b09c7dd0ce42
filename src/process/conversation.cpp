// SPDX-License-Identifier: MIT
#include "process/conversation.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>

#include "base/foreign_text.h"

namespace ninefold::process {

using rules::Ending;

namespace {

/// Keeps the last score of the best line, and the last metadata: they come on lines of their own.
void note(protocol::Info&& heard, protocol::Info& kept) {
    if (heard.meta.empty()) heard.meta = std::move(kept.meta);
    if (heard.score && heard.multi_pv.value_or(1) == 1) kept = std::move(heard);
    else kept.meta = std::move(heard.meta);
}

}  // namespace

LineReader::LineReader(std::size_t max_line) : max_line_(max_line), buffer_(2 * max_line + 2) {}

LineReader::Filled LineReader::fill(int descriptor) {
    assert(!is_too_long());
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        searched_ -= begin_;
        begin_ = 0;
    }
    for (;;) {
        const ssize_t size = ::read(descriptor, buffer_.data() + end_, buffer_.size() - end_);
        if (size > 0) {
            end_ += static_cast<std::size_t>(size);
            bytes_ += static_cast<std::uint64_t>(size);
            return Filled::kSome;
        }
        if (size == 0) return Filled::kEnd;
        if (errno == EINTR) continue;
        return errno == EAGAIN || errno == EWOULDBLOCK ? Filled::kNothingYet : Filled::kEnd;
    }
}

std::optional<std::string_view> LineReader::next_line() {
    const void* found = std::memchr(buffer_.data() + searched_, '\n', end_ - searched_);
    if (found == nullptr) {
        searched_ = end_;
        return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
    std::string_view line(buffer_.data() + begin_, at - begin_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    begin_ = searched_ = at + 1;
    ++lines_;
    return line;
}

Conversation::Conversation(BotProcess& process, Dialect& dialect, const ProcessLimits& limits)
    : process_(process),
      dialect_(dialect),
      limits_(limits),
      reader_(limits.line_bytes),
      stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Conversation::Outcome Conversation::exchange(std::string_view text, const Terms& terms,
                                             bots::Answer& got) {
    const auto ring = [this] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(stop_event_.number(), &one, sizeof one);
    };
    std::optional<std::stop_callback<decltype(ring)>> on_stop;
    if (terms.stop.stop_possible()) on_stop.emplace(terms.stop, ring);

    // The clock runs from here on whether or not the bot has room for the question: it has to read.
    // Read after the first write, it would spare a bot that runs in this thread's place.
    const Clock::time_point start = Clock::now() - terms.used;
    bool broken = false;
    bool sent = send(text, broken);
    Clock::time_point read_at = start;
    for (;;) {
        if (sent && terms.awaited == Awaited::kNothing) return Reached{};
        got.elapsed = read_at - start;
        if (auto outcome = hear_lines(terms, sent, got)) return std::move(*outcome);
        if (auto failure = overflow()) return std::move(*failure);
        std::optional<bots::Duration> limit = terms.limit;
        if (!sent)
            limit = std::min<bots::Duration>(limit.value_or(limits_.reading), limits_.reading);
        std::optional<Clock::time_point> until;
        if (limit) until = start + *limit;
        // Output without end must not keep the deadline from being seen.
        std::optional<Outcome> outcome;
        if (until && read_at > *until) outcome = TimedOut{};
        else outcome = wait(!sent && !broken, until, read_at);
        if (outcome) {
            got.elapsed = Clock::now() - start;
            const bool unread = std::holds_alternative<TimedOut>(*outcome) && limit != terms.limit;
            return unread ? Outcome(not_read(broken)) : std::move(*outcome);
        }
        if (terms.stop.stop_requested()) {
            got.elapsed = Clock::now() - start;
            return Stopped{};
        }
        if (!sent) sent = send(text, broken);
    }
}

/// Why the question was never taken whole.
bots::Failure Conversation::not_read(bool broken) const {
    if (broken) return {Ending::kCrash, "closed its standard input"};
    return {Ending::kMoveTime,
            fmt::format("did not read what it was asked within {} ms", limits_.reading.count())};
}

/// Writes what there is room for; true when nothing is left. A closed input is `broken`: what the
/// bot has written before its end is still to be read.
bool Conversation::send(std::string_view& text, bool& broken) {
    while (!text.empty() && !broken) {
        const ssize_t size = ::write(process_.input(), text.data(), text.size());
        if (size >= 0) {
            text.remove_prefix(static_cast<std::size_t>(size));
        } else if (errno == EAGAIN) {
            return false;
        } else if (errno != EINTR) {
            broken = true;
        }
    }
    return !broken;
}

void Conversation::send_quit(std::string_view text) {
    bool broken = false;
    send(text, broken);
}

std::optional<Conversation::Outcome> Conversation::hear_lines(const Terms& terms, bool sent,
                                                              bots::Answer& got) {
    // An answer before the whole question was written is none.
    const Awaited awaited = sent ? terms.awaited : Awaited::kNothing;
    while (const auto line = reader_.next_line()) {
        Heard heard = dialect_.hear(*line, awaited);
        if (auto* failure = std::get_if<bots::Failure>(&heard)) return std::move(*failure);
        if (reader_.lines() > limits_.lines) {
            return bots::Failure{Ending::kFlood,
                                 fmt::format("wrote more than {} lines without an answer",
                                             limits_.lines)};
        }
        if (auto* info = std::get_if<protocol::Info>(&heard)) {
            if (terms.on_info != nullptr && *terms.on_info) (*terms.on_info)(*info);
            note(std::move(*info), got.info);
        } else if (const auto* move = std::get_if<rules::Move>(&heard)) {
            got.what = *move;
            return Reached{};
        } else if (std::holds_alternative<bots::Resignation>(heard)) {
            got.what = bots::Resignation{};
            return Reached{};
        } else if (const auto* came = std::get_if<Awaited>(&heard); came && *came == awaited) {
            return Reached{};
        }
    }
    return std::nullopt;
}

std::optional<bots::Failure> Conversation::overflow() const {
    if (reader_.is_too_long()) {
        return bots::Failure{Ending::kFlood,
                             fmt::format("wrote a line of more than {} bytes, beginning {}",
                                         limits_.line_bytes,
                                         base::quoted(reader_.unfinished(), 30))};
    }
    if (reader_.bytes() > limits_.bytes) {
        return bots::Failure{Ending::kFlood,
                             fmt::format("wrote more than {} bytes without an answer",
                                         limits_.bytes)};
    }
    return std::nullopt;
}

/// Waits for output (and reads it once), for room to write, for the end or for a stop; an outcome
/// only where that settles the exchange.
std::optional<Conversation::Outcome> Conversation::wait(bool sending,
                                                        std::optional<Clock::time_point> until,
                                                        Clock::time_point& read_at) {
    std::array<pollfd, 4> events = {{{process_.output(), POLLIN, 0},
                                     {process_.ended(), POLLIN, 0},
                                     {stop_event_.number(), POLLIN, 0},
                                     {process_.input(), POLLOUT, 0}}};
    timespec time{};
    if (until) {
        const bots::Duration left =
            std::max<bots::Duration>(*until - Clock::now(), bots::Duration::zero());
        time.tv_sec = static_cast<time_t>(left.count() / 1'000'000'000);
        time.tv_nsec = static_cast<long>(left.count() % 1'000'000'000);
    }
    const int ready = ::ppoll(events.data(), sending ? 4 : 3, until ? &time : nullptr, nullptr);
    if (ready == 0) return TimedOut{};
    if (ready < 0) return std::nullopt;  // interrupted
    if (events[2].revents != 0) {        // possibly left over from an earlier exchange
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t size = ::read(stop_event_.number(), &count, sizeof count);
    }
    if (events[0].revents == 0 && events[1].revents == 0) return std::nullopt;
    const LineReader::Filled filled = reader_.fill(process_.output());
    read_at = Clock::now();
    if (filled == LineReader::Filled::kEnd) return Ended{};
    // The program may have left a child that holds its output open.
    if (filled == LineReader::Filled::kNothingYet && events[1].revents != 0) return Ended{};
    return std::nullopt;
}

std::optional<Conversation::Outcome> Conversation::hear_out_of_turn(bool read_more) {
    const Terms terms;
    bots::Answer none;
    for (;;) {
        if (auto outcome = hear_lines(terms, false, none)) return outcome;
        if (auto failure = overflow()) return std::move(*failure);
        if (!read_more) return std::nullopt;
        const LineReader::Filled filled = reader_.fill(process_.output());
        if (filled == LineReader::Filled::kEnd) return Ended{};
        if (filled == LineReader::Filled::kNothingYet) return std::nullopt;
    }
}

}  // namespace ninefold::process
