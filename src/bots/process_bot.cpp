// SPDX-License-Identifier: MIT
#include "bots/process_bot.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "base/foreign_text.h"
#include "bots/line_reader.h"

namespace ninefold::bots {

namespace {

using rules::Ending;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// How an exchange with the bot came out.
struct Reached {};               ///< what was awaited came
struct TimedOut {};
struct Stopped {};
struct Ended {};                 ///< the program ended or closed its output
using Outcome = std::variant<Reached, TimedOut, Stopped, Ended, Failure>;

/// What runtimes write before they die for want of memory (Python, C++, Java, JavaScript, Rust).
constexpr std::string_view kMemorySigns[] = {"MemoryError", "std::bad_alloc", "OutOfMemoryError",
                                             "JavaScript heap out of memory",
                                             "memory allocation of"};

std::string spoken(milliseconds time) {
    return time.count() % 1000 == 0 ? fmt::format("{} s", time.count() / 1000)
                                    : fmt::format("{} ms", time.count());
}

class ProcessBot final : public Bot {
public:
    ProcessBot(ProcessSpec spec, std::shared_ptr<Keeper> keeper, std::unique_ptr<Dialect> dialect)
        : spec_(std::move(spec)),
          keeper_(std::move(keeper)),
          dialect_(std::move(dialect)),
          stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (spec_.name.empty()) spec_.name = fmt::format("{}", fmt::join(spec_.command.arguments, " "));
    }
    ~ProcessBot() override { take_leave(); }

    std::string_view name() const override {
        return dialect_->name().empty() ? std::string_view(spec_.name) : dialect_->name();
    }
    std::optional<Failure> new_game(const GameSetup& setup) override;
    Answer ask(const Question& question, std::stop_token stop) override;
    void rest() override {
        if (process_ && !spec_.ponders) keeper_->rest(*process_);
    }
    std::string log() const override {
        return base::to_utf8(process_ ? process_->log() : last_log_);
    }

private:
    /// What one exchange collects besides its outcome.
    struct Collected {
        std::variant<std::monostate, rules::Move, Resignation> answer;
        Duration elapsed{0};
        protocol::Info info;
    };
    struct Exchange {
        Awaited awaited = Awaited::kNothing;
        std::optional<Duration> limit;  ///< from the moment the text has been sent
        std::stop_token stop;
        const std::function<void(const protocol::Info&)>* on_info = nullptr;
    };

    std::optional<Failure> start();
    std::optional<Failure> get_ready(const GameSetup& setup, bool& ended);
    std::optional<Failure> start_failure(const Outcome& outcome, std::string_view awaited);

    Outcome exchange(std::string_view text, const Exchange& terms, Collected& got);
    bool send(std::string_view& text, bool& broken);
    std::optional<Outcome> hear_lines(const Exchange& terms, bool sent, Collected& got);
    std::optional<Failure> overflow() const;
    std::optional<Outcome> wait(bool sending, std::optional<Clock::time_point> until,
                                Clock::time_point& read_at);
    std::optional<Outcome> hear_out_of_turn(bool read_more);

    Answer conclude(Outcome outcome, Collected got);
    Failure crash(std::string_view when);
    void give_up();
    void take_leave();

    ProcessSpec spec_;
    std::shared_ptr<Keeper> keeper_;
    std::unique_ptr<Dialect> dialect_;
    FileDescriptor stop_event_;
    std::shared_ptr<BotProcess> process_;  ///< null: not running
    std::shared_ptr<BotProcess> dying_;    ///< killed, not yet buried
    std::optional<LineReader> reader_;
    std::string text_;
    std::string last_log_;
    bool games_played_ = false;  ///< by this process
};

// Starting.

std::optional<Failure> ProcessBot::new_game(const GameSetup& setup) {
    if (process_ && games_played_ && !dialect_->plays_many_games()) take_leave();
    if (process_) {
        process_->wake();
        bool ended = false;
        auto failure = get_ready(setup, ended);
        if (!ended) return failure;
        give_up();  // a program that ends between games is started again
    }
    if (auto failure = start()) return failure;
    bool ended = false;
    return get_ready(setup, ended);
}

std::optional<Failure> ProcessBot::start() {
    if (dying_) keeper_->give_back(std::exchange(dying_, nullptr));
    auto started = keeper_->start(spec_.command, spec_.sandbox);
    if (!started) return Failure{Ending::kStartFailed, "did not start: " + started.error().message};
    process_ = std::move(*started);
    reader_.emplace(spec_.limits.line_bytes);
    games_played_ = false;
    text_.clear();
    dialect_->greet(text_);
    if (text_.empty()) return std::nullopt;
    Collected got;
    return start_failure(
        exchange(text_, {Awaited::kGreeting, spec_.limits.start_up, {}, nullptr}, got), "'ugiok'");
}

/// `ended` where the program ended instead of getting ready.
std::optional<Failure> ProcessBot::get_ready(const GameSetup& setup, bool& ended) {
    text_.clear();
    const auto awaits = dialect_->begin_game(setup, text_);
    if (!awaits) {
        give_up();
        return Failure{Ending::kStartFailed, awaits.error().message};
    }
    Collected got;
    const Awaited awaited = *awaits ? Awaited::kReady : Awaited::kNothing;
    reader_->reset_counts();
    const Outcome outcome = exchange(text_, {awaited, spec_.limits.start_up, {}, nullptr}, got);
    ended = games_played_ && std::holds_alternative<Ended>(outcome);
    if (ended) return std::nullopt;
    games_played_ = true;
    auto failure = start_failure(outcome, "'readyok'");
    rest();
    return failure;
}

std::optional<Failure> ProcessBot::start_failure(const Outcome& outcome, std::string_view awaited) {
    if (std::holds_alternative<Reached>(outcome)) return std::nullopt;
    Failure failure{Ending::kStartFailed, {}};
    if (const auto* known = std::get_if<Failure>(&outcome)) {
        failure = *known;
    } else if (std::holds_alternative<Ended>(outcome)) {
        failure = crash(fmt::format("before {}", awaited));
        if (failure.ending == Ending::kCrash) failure.ending = Ending::kStartFailed;
    } else {
        failure.sentence =
            fmt::format("did not say {} within {}", awaited, spoken(spec_.limits.start_up));
    }
    give_up();
    return failure;
}

// Asking.

Answer ProcessBot::ask(const Question& question, std::stop_token stop) {
    if (!process_) return {Failure{Ending::kCrash, "was not running any more"}, {}, {}};
    process_->wake();
    Collected got;
    reader_->reset_counts();
    if (auto outcome = hear_out_of_turn(true)) return conclude(std::move(*outcome), std::move(got));

    text_.clear();
    dialect_->ask(question, text_);
    Exchange terms{Awaited::kMove, question.deadline, stop, &question.on_info};
    Outcome outcome = exchange(text_, terms, got);
    if (std::holds_alternative<Stopped>(outcome)) {
        text_.clear();
        dialect_->stop(text_);
        terms.limit = spec_.limits.stop_grace;
        terms.stop = {};
        const Duration before = got.elapsed;
        const Outcome late = text_.empty() ? Outcome(TimedOut{}) : exchange(text_, terms, got);
        got.elapsed += before;
        if (!std::holds_alternative<TimedOut>(late)) outcome = late;
    }
    if (std::holds_alternative<Reached>(outcome)) {
        if (auto second = hear_out_of_turn(false)) outcome = std::move(*second);
    }
    return conclude(std::move(outcome), std::move(got));
}

/// Sends `text`, then hears until what is awaited comes. The time runs from the moment the last of
/// the text has been written to the moment the answer has been read.
Outcome ProcessBot::exchange(std::string_view text, const Exchange& terms, Collected& got) {
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
    if (terms.stop.stop_possible()) {
        on_stop.emplace(terms.stop, [this] {
            const std::uint64_t one = 1;
            [[maybe_unused]] const ssize_t written = ::write(stop_event_.number(), &one, sizeof one);
        });
    }
    bool sent = false;
    bool broken = false;
    Clock::time_point start = Clock::now();
    Clock::time_point read_at = start;
    for (;;) {
        if (!sent && send(text, broken)) {
            sent = true;
            start = read_at = Clock::now();
        }
        if (sent && terms.awaited == Awaited::kNothing) return Reached{};
        got.elapsed = read_at - start;
        if (auto outcome = hear_lines(terms, sent, got)) return std::move(*outcome);
        if (auto failure = overflow()) return std::move(*failure);
        std::optional<Clock::time_point> until;
        if (terms.limit) until = start + *terms.limit;
        // Output without end must not keep the deadline from being seen.
        if (until && read_at > *until) return TimedOut{};
        if (auto outcome = wait(!sent && !broken, until, read_at)) {
            got.elapsed = Clock::now() - start;
            return std::move(*outcome);
        }
        if (!terms.stop.stop_requested()) continue;
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t size = ::read(stop_event_.number(), &count, sizeof count);
        got.elapsed = Clock::now() - start;
        return Stopped{};
    }
}

/// Writes what the pipe takes; true when nothing is left. A closed pipe is `broken`: what the bot
/// has written before its end is still to be read.
bool ProcessBot::send(std::string_view& text, bool& broken) {
    while (!text.empty() && !broken) {
        const ssize_t size = ::write(process_->input(), text.data(), text.size());
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

std::optional<Outcome> ProcessBot::hear_lines(const Exchange& terms, bool sent, Collected& got) {
    // An answer before the whole question was written is none.
    const Awaited awaited = sent ? terms.awaited : Awaited::kNothing;
    while (const auto line = reader_->next_line()) {
        Heard heard = dialect_->hear(*line, awaited);
        if (auto* failure = std::get_if<Failure>(&heard)) return std::move(*failure);
        if (reader_->lines() > spec_.limits.lines) {
            return Failure{Ending::kFlood,
                           fmt::format("wrote more than {} lines without an answer",
                                       spec_.limits.lines)};
        }
        if (auto* info = std::get_if<protocol::Info>(&heard)) {
            if (terms.on_info != nullptr && *terms.on_info) (*terms.on_info)(*info);
            if (info->score || !info->meta.empty()) got.info = std::move(*info);
        } else if (const auto* move = std::get_if<rules::Move>(&heard)) {
            got.answer = *move;
            return Reached{};
        } else if (std::holds_alternative<Resignation>(heard)) {
            got.answer = Resignation{};
            return Reached{};
        } else if ((std::holds_alternative<Greeted>(heard) && awaited == Awaited::kGreeting) ||
                   (std::holds_alternative<Ready>(heard) && awaited == Awaited::kReady)) {
            return Reached{};
        }
    }
    return std::nullopt;
}

std::optional<Failure> ProcessBot::overflow() const {
    if (reader_->is_too_long()) {
        return Failure{Ending::kFlood, fmt::format("wrote a line of more than {} bytes, beginning {}",
                                                   spec_.limits.line_bytes,
                                                   base::quoted(reader_->unfinished(), 30))};
    }
    if (reader_->bytes() > spec_.limits.bytes) {
        return Failure{Ending::kFlood, fmt::format("wrote more than {} bytes without an answer",
                                                   spec_.limits.bytes)};
    }
    return std::nullopt;
}

/// Waits for output (and reads it once), for room to write, for the end or for a stop; an outcome
/// only where that settles the exchange.
std::optional<Outcome> ProcessBot::wait(bool sending, std::optional<Clock::time_point> until,
                                        Clock::time_point& read_at) {
    std::array<pollfd, 4> events = {{{process_->output(), POLLIN, 0},
                                     {process_->ended(), POLLIN, 0},
                                     {stop_event_.number(), POLLIN, 0},
                                     {process_->input(), POLLOUT, 0}}};
    timespec time{};
    if (until) {
        const Duration left = std::max<Duration>(*until - Clock::now(), Duration::zero());
        time.tv_sec = static_cast<time_t>(left.count() / 1'000'000'000);
        time.tv_nsec = static_cast<long>(left.count() % 1'000'000'000);
    }
    const int ready =
        ::ppoll(events.data(), sending ? 4 : 3, until ? &time : nullptr, nullptr);
    if (ready == 0) return TimedOut{};
    if (ready < 0) return std::nullopt;  // interrupted
    if (events[0].revents != 0 || events[1].revents != 0) {
        const LineReader::Filled filled = reader_->fill(process_->output());
        read_at = Clock::now();
        if (filled == LineReader::Filled::kEnd) return Ended{};
        // The program may have left a child that holds its output open.
        if (filled == LineReader::Filled::kNothingYet && events[1].revents != 0) return Ended{};
    }
    return std::nullopt;
}

/// Hears what has come while nothing was asked: only an answer that nobody asked for matters, or a
/// host's word.
std::optional<Outcome> ProcessBot::hear_out_of_turn(bool read_more) {
    const Exchange terms;
    Collected none;
    for (;;) {
        if (auto outcome = hear_lines(terms, false, none)) return outcome;
        if (auto failure = overflow()) return std::move(*failure);
        if (!read_more) return std::nullopt;
        const LineReader::Filled filled = reader_->fill(process_->output());
        if (filled == LineReader::Filled::kEnd) return Ended{};
        if (filled == LineReader::Filled::kNothingYet) return std::nullopt;
    }
}

// Ending.

Answer ProcessBot::conclude(Outcome outcome, Collected got) {
    Answer answer;
    answer.elapsed = got.elapsed;
    answer.info = std::move(got.info);
    if (std::holds_alternative<Reached>(outcome)) {
        if (const auto* move = std::get_if<rules::Move>(&got.answer)) answer.what = *move;
        else answer.what = Resignation{};
        return answer;
    }
    if (auto* failure = std::get_if<Failure>(&outcome)) answer.what = std::move(*failure);
    else if (std::holds_alternative<Ended>(outcome)) answer.what = crash("while a move was awaited");
    else answer.what = NoAnswer{std::holds_alternative<Stopped>(outcome)};
    give_up();
    return answer;
}

/// Why the program ended. A runtime that cannot get memory says so on its standard error.
Failure ProcessBot::crash(std::string_view when) {
    constexpr milliseconds kPatience{100};
    const ExitStatus status = process_->exit_status(kPatience);
    process_->drain_errors();
    const std::string log = process_->log();
    const std::string_view end = std::string_view(log).substr(log.size() - std::min<std::size_t>(log.size(), 4096));
    const bool says_memory = std::any_of(
        std::begin(kMemorySigns), std::end(kMemorySigns),
        [&](std::string_view sign) { return end.find(sign) != std::string_view::npos; });
    const bool clean = status.code == 0;
    if (process_->ran_out_of_memory() || (says_memory && !clean)) {
        return {Ending::kMemory,
                spec_.sandbox.memory_bytes > 0
                    ? fmt::format("needed more than its {} MiB of memory",
                                  spec_.sandbox.memory_bytes >> 20)
                    : "could get no more memory"};
    }
    if (!status.code && !status.signal) {
        return {Ending::kCrash, fmt::format("closed its standard output {}", when)};
    }
    return {Ending::kCrash, fmt::format("{} {}", status.sentence(), when)};
}

/// Kills the process at once and leaves waiting for its last breath to later, so that the verdict
/// is not delayed.
void ProcessBot::give_up() {
    if (!process_) return;
    process_->kill();
    process_->drain_errors();
    last_log_ = process_->log();
    if (dying_) keeper_->give_back(dying_);
    dying_ = std::move(process_);
    process_ = nullptr;
}

void ProcessBot::take_leave() {
    if (process_) {
        process_->wake();
        text_.clear();
        dialect_->take_leave(text_);
        std::string_view text = text_;
        bool broken = false;
        send(text, broken);
        process_->close_input();
        process_->exit_status(spec_.limits.quit_grace);
        give_up();
    }
    if (dying_) keeper_->give_back(std::exchange(dying_, nullptr));
}

}  // namespace

base::Result<std::unique_ptr<Bot>> make_process_bot(ProcessSpec spec,
                                                    std::shared_ptr<Keeper> keeper) {
    if (spec.sandbox.enabled && !keeper->sandbox()) return keeper->sandbox().error();
    const Cgroup none({}, "", {});
    const auto plan = spec.sandbox.enabled
                          ? keeper->sandbox()->plan(spec.command, spec.sandbox, none)
                          : plan_without_sandbox(spec.command, spec.sandbox, none);
    if (!plan) return plan.error();
    std::unique_ptr<Dialect> dialect;
    switch (spec.protocol) {
        case Protocol::kUgi: dialect = make_ugi_dialect(spec.options, spec.ponders); break;
        case Protocol::kCodingame: dialect = make_codingame_dialect(); break;
        case Protocol::kRiddles:
            dialect = make_riddles_dialect(protocol::riddles::Edition::kRiddles);
            break;
        case Protocol::kTheAiGames:
            dialect = make_riddles_dialect(protocol::riddles::Edition::kTheAiGames);
            break;
    }
    return std::unique_ptr<Bot>(
        std::make_unique<ProcessBot>(std::move(spec), std::move(keeper), std::move(dialect)));
}

}  // namespace ninefold::bots
