// SPDX-License-Identifier: MIT
#include "process/process_bot.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/foreign_text.h"
#include "base/try.h"
#include "process/conversation.h"

namespace ninefold::process {

namespace {

using rules::Ending;
using std::chrono::milliseconds;

using Outcome = Conversation::Outcome;

/// What runtimes write before they die for want of memory (Python, C++, Java, JavaScript, Rust).
constexpr std::string_view kMemorySigns[] = {"MemoryError", "std::bad_alloc", "OutOfMemoryError",
                                             "JavaScript heap out of memory",
                                             "memory allocation of"};

/// What the referee takes at most to read what a bot wrote out of turn.
constexpr milliseconds kReadingAhead{1};

std::string spoken(milliseconds time) {
    return time.count() % 1000 == 0 ? fmt::format("{} s", time.count() / 1000)
                                    : fmt::format("{} ms", time.count());
}

class ProcessBot final : public bots::Bot {
public:
    ProcessBot(ProcessSpec spec, std::shared_ptr<ProcessSupervisor> supervisor, SharedCopy files,
               std::unique_ptr<Dialect> dialect)
        : spec_(std::move(spec)),
          supervisor_(std::move(supervisor)),
          files_(std::move(files)),
          dialect_(std::move(dialect)) {}
    ~ProcessBot() override { quit(); }

    std::string_view own_name() const override {
        // Hosts of bots that have no names of their own name the file.
        const std::string_view name = dialect_->name(), known = spec_.name;
        const bool is_known =
            known.find(name) != known.npos || known == std::filesystem::path(name).stem().string();
        return is_known ? std::string_view() : name;
    }
    std::string_view author() const override {
        return dialect_->author().starts_with("unknown") ? std::string_view() : dialect_->author();
    }
    std::optional<bots::Failure> new_game(const bots::GameSetup& setup) override;
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override;
    void rest() override {
        if (process_ && !spec_.ponders) supervisor_->rest(*process_);
    }
    std::optional<bots::Failure> fault_at_rest() const override {
        if (!process_ || !process_->worked_at_rest()) return std::nullopt;
        return bots::Failure{Ending::kCrash,
                             "kept using the processor while its opponent thought, and was ended"};
    }
    std::optional<std::uint64_t> peak_memory() const override {
        return process_ ? process_->peak_memory() : std::nullopt;
    }
    std::string log() const override {
        if (process_) process_->drain_errors();  // its last words may still be in the pipe
        return base::to_utf8(process_ ? process_->log() : last_log_);
    }

private:
    std::optional<bots::Failure> start();
    std::optional<bots::Failure> get_ready(const bots::GameSetup& setup, bool& ended);
    std::optional<bots::Failure> start_failure(const Outcome& outcome, std::string_view awaited);

    bots::Answer conclude(Outcome outcome, bots::Answer answer);
    bots::Failure crash(std::string_view when);
    bots::Failure advised(bots::Failure failure) const;
    void give_up();
    void quit();

    ProcessSpec spec_;
    std::shared_ptr<ProcessSupervisor> supervisor_;
    SharedCopy files_;  ///< null: not sandboxed
    std::unique_ptr<Dialect> dialect_;
    std::shared_ptr<BotProcess> process_;  ///< null: not running
    std::shared_ptr<BotProcess> killed_;   ///< killed, not yet reaped
    std::optional<Conversation> talk_;     ///< with process_
    std::string text_;
    std::string last_log_;
    bool games_played_ = false;  ///< by this process
    bool has_answered_ = false;  ///< ever: it knows how to read questions
};

// Starting.

std::optional<bots::Failure> ProcessBot::new_game(const bots::GameSetup& setup) {
    if (process_ && games_played_ && !dialect_->plays_many_games()) quit();
    if (fault_at_rest()) give_up();
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

std::optional<bots::Failure> ProcessBot::start() {
    if (killed_) supervisor_->give_back(std::exchange(killed_, nullptr));
    auto started = supervisor_->start(spec_, files_.get());
    if (!started) {
        const Ending ending = started.error().is_ours ? Ending::kVoid : Ending::kStartFailed;
        return bots::Failure{ending, "did not start: " + started.error().message};
    }
    process_ = std::move(*started);
    talk_.emplace(*process_, *dialect_, spec_.limits);
    games_played_ = false;
    const std::string_view greeting = dialect_->greet();
    if (greeting.empty()) return std::nullopt;
    bots::Answer got;
    const Conversation::Terms terms{Awaited::kGreeting, spec_.limits.start_up, {}, nullptr};
    return start_failure(talk_->exchange(greeting, terms, got), "'ugiok'");
}

/// `ended` where the program ended instead of getting ready.
std::optional<bots::Failure> ProcessBot::get_ready(const bots::GameSetup& setup, bool& ended) {
    text_.clear();
    const auto awaits = dialect_->begin_game(setup, text_);
    if (!awaits) {
        give_up();
        return bots::Failure{Ending::kStartFailed, awaits.error().message};
    }
    bots::Answer got;
    const Awaited awaited = *awaits ? Awaited::kReady : Awaited::kNothing;
    talk_->begin_question();
    const Outcome outcome =
        talk_->exchange(text_, {awaited, spec_.limits.start_up, {}, nullptr}, got);
    ended = games_played_ && std::holds_alternative<Conversation::Ended>(outcome);
    if (ended) return std::nullopt;
    games_played_ = true;
    auto failure = start_failure(outcome, "'readyok'");
    rest();
    return failure;
}

std::optional<bots::Failure> ProcessBot::start_failure(const Outcome& outcome,
                                                       std::string_view awaited) {
    if (std::holds_alternative<Conversation::Reached>(outcome)) return std::nullopt;
    bots::Failure failure{Ending::kStartFailed, {}};
    if (const auto* known = std::get_if<bots::Failure>(&outcome)) {
        failure = *known;
        if (failure.ending == Ending::kMoveTime) failure.ending = Ending::kStartFailed;
    } else if (std::holds_alternative<Conversation::Ended>(outcome)) {
        failure = crash(fmt::format("before {}", awaited));
        if (failure.ending == Ending::kCrash) failure.ending = Ending::kStartFailed;
    } else {
        failure.sentence =
            fmt::format("was not ready within {}, loading and constructing included: no {} (is its "
                        "output flushed after every line?)",
                        spoken(spec_.limits.start_up), awaited);
    }
    give_up();
    return failure;
}

// Asking.

bots::Answer ProcessBot::ask(const bots::Question& question, std::stop_token stop) {
    if (!process_) return {bots::Failure{Ending::kCrash, "was no longer running"}, {}, {}};
    process_->wake();
    // It was killed, but its end may wait for a processor as long as others are busy.
    if (auto fault = fault_at_rest()) return conclude(std::move(*fault), {});
    const auto awake = BotProcess::Clock::now();
    bots::Answer got;
    talk_->begin_question();
    if (auto outcome = talk_->hear_out_of_turn(true)) {
        return conclude(std::move(*outcome), std::move(got));
    }

    text_.clear();
    dialect_->ask(question, text_);
    Conversation::Terms terms{Awaited::kMove, question.deadline, stop, &question.on_info};
    // A bot that keeps the referee reading thinks meanwhile.
    if (const bots::Duration read = BotProcess::Clock::now() - awake; read > kReadingAhead) {
        terms.used = read;
    }
    Outcome outcome = talk_->exchange(text_, terms, got);
    if (std::holds_alternative<Conversation::Stopped>(outcome)) {
        const std::string_view stop_command = dialect_->stop_command();
        terms.limit = spec_.limits.stop_grace;
        terms.stop = {};
        terms.used = {};
        const bots::Duration before = got.elapsed;
        const Outcome late = stop_command.empty() ? Outcome(Conversation::TimedOut{})
                                                  : talk_->exchange(stop_command, terms, got);
        got.elapsed += before;
        if (!std::holds_alternative<Conversation::TimedOut>(late)) outcome = late;
    }
    if (std::holds_alternative<Conversation::Reached>(outcome)) {
        if (auto second = talk_->hear_out_of_turn(false)) outcome = std::move(*second);
    }
    return conclude(std::move(outcome), std::move(got));
}

// Ending.

bots::Answer ProcessBot::conclude(Outcome outcome, bots::Answer answer) {
    if (std::holds_alternative<Conversation::Reached>(outcome)) {
        has_answered_ = true;
        return answer;
    }
    if (auto* failure = std::get_if<bots::Failure>(&outcome)) {
        answer.what = advised(std::move(*failure));
    } else if (std::holds_alternative<Conversation::Ended>(outcome)) {
        answer.what = advised(crash("while a move was awaited"));
    } else {
        answer.what = bots::NoAnswer{std::holds_alternative<Conversation::Stopped>(outcome)};
    }
    give_up();
    return answer;
}

/// Why the program ended. A runtime that cannot get memory says so on its standard error.
bots::Failure ProcessBot::crash(std::string_view when) {
    constexpr milliseconds kPatience{100};
    const ExitStatus status = process_->exit_status(kPatience);
    process_->drain_errors();
    if (auto fault = fault_at_rest()) return *fault;
    const std::string log = process_->log();
    const std::string_view end =
        std::string_view(log).substr(log.size() - std::min<std::size_t>(log.size(), 4096));
    const bool says_memory = std::ranges::any_of(kMemorySigns, [&](std::string_view sign) {
        return end.find(sign) != end.npos;
    });
    const bool clean = status.code == 0;
    // A group that has counted knows better than what the program wrote.
    const auto counted = process_->group().peak_memory();
    const bool had_plenty = counted && *counted < spec_.sandbox.memory_bytes / 2;
    if (process_->group().ran_out_of_memory() || (says_memory && !clean && !had_plenty)) {
        return {Ending::kMemory, spec_.sandbox.memory_bytes > 0
                                     ? fmt::format("needed more than its {} MiB of memory",
                                                   spec_.sandbox.memory_bytes >> 20)
                                     : "ran out of memory"};
    }
    if (!status.code && !status.signal) {
        return {Ending::kCrash, fmt::format("closed its standard output {}", when)};
    }
    return {Ending::kCrash, fmt::format("{} {}", status.sentence(), when)};
}

bots::Failure ProcessBot::advised(bots::Failure failure) const {
    const std::string_view advice = has_answered_ ? "" : dialect_->first_answer_advice();
    if (!advice.empty()) failure.sentence += fmt::format("; {}", advice);
    return failure;
}

/// Kills the process at once and leaves waiting for its last breath to later, so that the verdict
/// is not delayed.
void ProcessBot::give_up() {
    if (!process_) return;
    process_->kill();
    process_->drain_errors();
    last_log_ = process_->log();
    if (killed_) supervisor_->give_back(killed_);
    talk_.reset();
    killed_ = std::exchange(process_, nullptr);
}

void ProcessBot::quit() {
    if (process_) {
        process_->wake();
        talk_->send_quit(dialect_->quit_command());
        process_->close_input();
        process_->exit_status(spec_.limits.quit_grace);
        give_up();
    }
    if (killed_) supervisor_->give_back(std::exchange(killed_, nullptr));
}

}  // namespace

base::Result<std::unique_ptr<bots::Bot>> make_process_bot(
    ProcessSpec spec, std::shared_ptr<ProcessSupervisor> supervisor) {
    auto files = TRY(supervisor->take_files(spec));
    TRY(supervisor->plan(spec, files.get(), Cgroup({}, "", {})));
    if (files) {
        for (auto& [name, value] : spec.options) value = files->places.inside(value);
    }
    auto dialect = spec.protocol == Protocol::kUgi ? make_ugi_dialect(spec.options, spec.ponders)
                                                   : make_site_dialect(spec.protocol);
    return std::unique_ptr<bots::Bot>(
        std::make_unique<ProcessBot>(std::move(spec), std::move(supervisor), std::move(files),
                                     std::move(dialect)));
}

}  // namespace ninefold::process
