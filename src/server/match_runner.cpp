// SPDX-License-Identifier: MIT
#include "server/match_runner.h"

#include <exception>
#include <utility>

#include "base/try.h"
#include "store/kept_match.h"
#include "store/kept_tournament.h"

namespace ninefold::server {

MatchRunner::MatchRunner(std::filesystem::path database, MakeSink make_sink, OnOver on_over)
    : database_(std::move(database)),
      make_sink_(std::move(make_sink)),
      on_over_(std::move(on_over)) {}

bool MatchRunner::add(Job job) {
    const std::stop_source stop;
    {
        const std::scoped_lock lock(mutex_);
        jobs_.insert_or_assign(job.id, stop);
    }
    return pool_.post([this, job = std::move(job), stop](std::size_t) { run(job, stop); });
}

/// Never requests a stop with the lock held: the request waits for the playing thread, which may be
/// announcing a game, and its listeners may ask for our state.
bool MatchRunner::stop(store::MatchId id) {
    std::stop_source stop(std::nostopstate);
    {
        const std::scoped_lock lock(mutex_);
        const auto found = jobs_.find(id);
        if (found == jobs_.end()) return false;
        stop = found->second;
        if (playing_ != id) jobs_.erase(found);
    }
    stop.request_stop();
    return true;
}

MatchRunner::State MatchRunner::state(store::MatchId id) const {
    const std::scoped_lock lock(mutex_);
    if (!jobs_.contains(id)) return State::kNotHere;
    return playing_ == id ? State::kPlaying : State::kWaiting;
}

void MatchRunner::run(const Job& job, std::stop_source stop) {
    const std::stop_callback closing(pool_.closing(), [&] { stop.request_stop(); });
    std::unique_lock lock(mutex_);
    const auto own = jobs_.find(job.id);
    const bool was_stopped = own == jobs_.end() || own->second != stop;  // while it waited
    if (was_stopped || stop.stop_requested()) return;
    playing_ = job.id;
    lock.unlock();
    const auto played = play(job, stop.get_token());
    lock.lock();
    playing_.reset();
    jobs_.erase(job.id);
    lock.unlock();
    on_over_(job.id, played);
}

/// An event that ends the server each time it is begun must not keep it from starting.
base::Result<void> MatchRunner::play(const Job& job, const std::stop_token& stop) const {
    constexpr int kMostStarts = 5;
    const auto store = TRY(store::Store::open(database_));
    if (TRY(store->note_start(job.id)) > kMostStarts) {
        return base::fail("the server ended {} times while it played this, before it kept a game; "
                          "find out why (too little memory, say), then resume it",
                          kMostStarts);
    }
    auto played = play_kept(*store, job, stop);
    (void)store->note_stop(job.id);  // where that fails, one start too many is counted
    return played;
}

/// What this machine cannot play is an error like any other.
base::Result<void> MatchRunner::play_kept(store::Store& store, const Job& job,
                                          const std::stop_token& stop) const try {
    if (!job.plan) return play_tournament(store, job.id, stop);
    const MatchPlan& plan = *job.plan;
    const auto match = TRY(store::KeptMatch::open(store, job.id, plan.match));
    const auto sink = make_sink_(job.id);
    TRY(match->play({.maker = arena::maker_of({plan.match.a, plan.match.b}),
                     .slots = plan.concurrency},
                    *sink, stop));
    return {};
} catch (const std::exception& problem) {
    return base::fail("it could not be played: {}", problem.what());
}

base::Result<void> MatchRunner::play_tournament(store::Store& store, store::MatchId id,
                                                const std::stop_token& stop) const {
    const auto kept = TRY(store::KeptTournament::open(store, id));
    const tournament::TournamentSpec& spec = kept->machine().spec();
    const tournament::TournamentBots bots(spec, sources::HouseRules());
    const auto sink = make_sink_(id);
    return kept->play(bots, {.maker = bots.maker(), .slots = spec.concurrency}, *sink, stop);
}

}  // namespace ninefold::server
