// SPDX-License-Identifier: MIT
#include "arena/match.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/rng.h"

namespace ninefold::arena {

std::string_view name(Starter starter) {
    switch (starter) {
        case Starter::kAlternate: return "alternate";
        case Starter::kRandom: return "random";
        case Starter::kA: return "a";
        case Starter::kB: return "b";
    }
    return "";
}

base::Result<Starter> parse_starter(std::string_view text) {
    for (const Starter s : {Starter::kAlternate, Starter::kRandom, Starter::kA, Starter::kB}) {
        if (name(s) == text) return s;
    }
    return base::fail("starter {}; known are alternate, random, a and b", base::quoted(text));
}

bool MatchSpec::a_is_x(int game) const {
    switch (starter) {
        case Starter::kAlternate: return game % 2 == 0;
        case Starter::kRandom:
            return base::derived_seed(seed ^ 0x73746172, static_cast<std::uint64_t>(game)) % 2 == 0;
        case Starter::kA: return true;
        case Starter::kB: break;
    }
    return false;
}

std::string MatchSpec::time_text() const {
    const std::string a = to_text(time_control);
    if (!time_control_b || *time_control_b == time_control) return a;
    return fmt::format("A {}; B {}", a, to_text(*time_control_b));
}

GameSpec MatchSpec::game(int number, double time_factor) const {
    GameSpec game;
    game.number = number;
    game.id = fmt::format("{}.{}", id, number);
    game.event = event;
    game.x_name = a_is_x(number) ? a_name : b_name;
    game.o_name = a_is_x(number) ? b_name : a_name;
    game.start = start;
    game.opening = openings.opening(number / 2, seed, start);
    const auto scaled = [&](const TimeControl& control) {
        return time_factor == 1 ? control : control.scaled(time_factor);
    };
    const TimeControl a = scaled(time_control);
    const TimeControl b = scaled(time_control_b.value_or(time_control));
    game.time_control = a_is_x(number) ? TimeControls(a, b) : TimeControls(b, a);
    game.seed = base::derived_seed(seed, static_cast<std::uint64_t>(number));
    game.adjudication = adjudication;
    return game;
}

GameResult PlayedGame::result_of_a() const {
    if (!winner) return GameResult::kDraw;
    return (*winner == rules::Side::kX) == a_is_x ? GameResult::kWin : GameResult::kLoss;
}

/// The state of a running match. `mutex_` guards everything below it; events are sent under it, so
/// that listeners see them one at a time. It needs the same memory however long the match is, but
/// for a bit of each game that it resumes after, and the forfeits.
class Match::Runner {
public:
    Runner(MatchSpec spec, BotFactory a, BotFactory b, Venue* venue, GameKeeper& keeper,
           EventSink& sink, int concurrency)
        : spec_(std::move(spec)),
          factory_a_(std::move(a)),
          factory_b_(std::move(b)),
          venue_(venue),
          keeper_(keeper),
          sink_(sink),
          slots_(static_cast<std::size_t>(std::max(1, concurrency))) {}

    void resume(std::span<const PlayedGame> games);
    base::Result<MatchReport> run(std::stop_token stop);

private:
    struct Slot {
        std::unique_ptr<bots::Bot> a, b;
        std::unique_ptr<Prover> prover;
    };

    base::Result<void> make_slots();
    void play_batch(int end, double time_factor, std::stop_token stop);
    void work(Slot& slot, int end, double time_factor, std::stop_token stop);
    std::optional<int> next_game(int end);
    bool play_one(Slot& slot, int number, double time_factor, std::stop_token stop);
    base::Result<record::GameRecord> play_once(const GameSpec& spec, Slot& slot,
                                               std::stop_token stop);
    void kept(const record::GameRecord& record, int number, const base::Result<void>& result);
    void count(const PlayedGame& game);
    void fail_with(base::Error error);
    MatchReport report(bool complete, double lead_needed) const;

    MatchSpec spec_;
    BotFactory factory_a_, factory_b_;
    Venue* venue_;  ///< null: here
    GameKeeper& keeper_;
    EventSink& sink_;
    std::vector<Slot> slots_;
    std::stop_source stop_;

    std::mutex mutex_;
    std::condition_variable all_kept_;
    int next_ = 0;  ///< all games before it are played or being played
    int being_kept_ = 0;
    std::vector<bool> resumed_;  ///< by number from the first, as far as an earlier run got
    Score score_;
    std::vector<PlayedGame> forfeits_;
    std::optional<base::Error> error_;
};

void Match::Runner::resume(std::span<const PlayedGame> games) {
    for (const PlayedGame& game : games) {
        if (game.number < spec_.first_game) continue;
        const auto index = static_cast<std::size_t>(game.number - spec_.first_game);
        if (index >= static_cast<std::size_t>(spec_.format.most_games())) continue;
        if (resumed_.size() <= index) resumed_.resize(index + 1);
        if (resumed_[index]) continue;
        resumed_[index] = true;
        count(game);
    }
}

void Match::Runner::count(const PlayedGame& game) {
    score_.add(game.number - spec_.first_game, game.result_of_a());
    if (rules::is_forfeit(game.ending)) forfeits_.push_back(game);
}

void Match::Runner::fail_with(base::Error error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
    stop_.request_stop();
}

base::Result<void> Match::Runner::make_slots() {
    if (venue_ != nullptr) return {};
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        if (slots_[i].a) continue;
        auto a = factory_a_(static_cast<int>(i));
        if (!a) return a.error();
        auto b = factory_b_(static_cast<int>(i));
        if (!b) return b.error();
        slots_[i] = {std::move(*a), std::move(*b),
                     spec_.proof ? std::make_unique<Prover>(*spec_.proof) : nullptr};
    }
    return {};
}

base::Result<MatchReport> Match::Runner::run(std::stop_token stop) {
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    if (auto made = make_slots(); !made) return made.error();
    sink_.on_event(MatchStarted{spec_.id, spec_.a_name, spec_.b_name, spec_.format.most_games(),
                                rules::name(spec_.start.rules()), spec_.time_text()});
    int end = next_ = spec_.first_game;
    MatchReport result;
    for (const Batch& batch : spec_.format.batches()) {
        end += batch.games;
        play_batch(end, batch.time_factor, stop_.get_token());
        if (error_) return *error_;
        result = report(!stop_.stop_requested(), batch.lead);
        if (!result.complete || result.winner) break;
    }
    sink_.on_event(MatchEnded{spec_.id, score_.points_a(), score_.points_b(), score_.wins(),
                              score_.draws(), score_.losses(), result.verdict});
    return result;
}

void Match::Runner::play_batch(int end, double time_factor, std::stop_token stop) {
    {
        std::vector<std::jthread> threads;
        const auto most = static_cast<std::size_t>(std::max(0, end - next_));
        const std::size_t count = std::min(slots_.size(), most);
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back([&, i] { work(slots_[i], end, time_factor, stop); });
        }
    }
    std::unique_lock lock(mutex_);
    all_kept_.wait(lock, [this] { return being_kept_ == 0; });
}

void Match::Runner::work(Slot& slot, int end, double time_factor, std::stop_token stop) {
    while (!stop.stop_requested()) {
        const auto number = next_game(end);
        if (!number || !play_one(slot, *number, time_factor, stop)) return;
    }
}

/// The next game that no run has played yet, before `end`.
std::optional<int> Match::Runner::next_game(int end) {
    const std::scoped_lock lock(mutex_);
    const auto is_resumed = [this](int number) {
        const auto index = static_cast<std::size_t>(number - spec_.first_game);
        return index < resumed_.size() && resumed_[index];
    };
    while (next_ < end && is_resumed(next_)) ++next_;
    if (next_ >= end) return std::nullopt;
    return next_++;
}

base::Result<record::GameRecord> Match::Runner::play_once(const GameSpec& spec, Slot& slot,
                                                          std::stop_token stop) {
    const bool a_is_x = spec_.a_is_x(spec.number);
    if (venue_ != nullptr) return venue_->play(spec, a_is_x ? 0 : 1, a_is_x ? 1 : 0, stop);
    return play_game(spec, a_is_x ? *slot.a : *slot.b, a_is_x ? *slot.b : *slot.a, &sink_, stop);
}

/// Plays a game until it counts; false where the match ends instead.
bool Match::Runner::play_one(Slot& slot, int number, double time_factor, std::stop_token stop) {
    constexpr int kMostVoid = 3;
    GameSpec spec = spec_.game(number, time_factor);
    spec.adjudication.prover = slot.prover.get();
    for (int attempt = 0; attempt < kMostVoid; ++attempt) {
        auto played = play_once(spec, slot, stop);
        if (!played) return fail_with(played.error()), false;
        record::GameRecord record = std::move(*played);
        if (!record.ending) return false;
        if (*record.ending == rules::Ending::kVoid) continue;
        {
            const std::scoped_lock lock(mutex_);
            ++being_kept_;
        }
        auto copy = std::make_shared<const record::GameRecord>(record);
        keeper_.keep(number, std::move(record), [this, copy, number](base::Result<void> result) {
            kept(*copy, number, result);
        });
        return true;
    }
    fail_with(base::fail("game {} was void {} times in a row; the arena cannot play it", number,
                         kMostVoid));
    return false;
}

void Match::Runner::kept(const record::GameRecord& record, int number,
                         const base::Result<void>& result) {
    if (!result) fail_with(result.error());
    const std::scoped_lock lock(mutex_);
    if (result) {
        const PlayedGame game{number, spec_.a_is_x(number), *record.ending, record.winner};
        count(game);
        sink_.on_event(GameEnded{number, &record, game.a_is_x});
    }
    if (--being_kept_ == 0) all_kept_.notify_all();
}

MatchReport Match::Runner::report(bool complete, double lead_needed) const {
    MatchReport report;
    report.score = score_;
    report.forfeits = forfeits_;
    std::sort(report.forfeits.begin(), report.forfeits.end(),
              [](const PlayedGame& x, const PlayedGame& y) { return x.number < y.number; });
    report.complete = complete;
    const double lead = score_.points_a() - score_.points_b();
    const double needed = lead_needed > 0 ? lead_needed : 0.5;
    if (complete && std::abs(lead) >= needed) report.winner = lead > 0 ? 'a' : 'b';
    const std::string points = fmt::format("{} to {}", score_.points_a(), score_.points_b());
    if (!complete) {
        report.verdict =
            fmt::format("stopped after {} at {}", base::counted(score_.games(), "game"), points);
    } else if (report.winner) {
        const bool a = *report.winner == 'a';
        report.verdict = fmt::format("{} wins {} to {}", a ? spec_.a_name : spec_.b_name,
                                     a ? score_.points_a() : score_.points_b(),
                                     a ? score_.points_b() : score_.points_a());
    } else {
        report.verdict = fmt::format("drawn at {}", points);
    }
    return report;
}

Match::Match(MatchSpec spec, BotFactory a, BotFactory b, GameKeeper& keeper, EventSink& sink,
             int concurrency)
    : runner_(std::make_unique<Runner>(std::move(spec), std::move(a), std::move(b), nullptr, keeper,
                                       sink, concurrency)) {}
Match::Match(MatchSpec spec, Venue& venue, GameKeeper& keeper, EventSink& sink, int concurrency)
    : runner_(std::make_unique<Runner>(std::move(spec), BotFactory(), BotFactory(), &venue, keeper,
                                       sink, concurrency)) {}
Match::~Match() = default;

void Match::resume(std::span<const PlayedGame> games) { runner_->resume(games); }

base::Result<MatchReport> Match::run(std::stop_token stop) { return runner_->run(std::move(stop)); }

}  // namespace ninefold::arena
