// SPDX-License-Identifier: MIT
#include "server/match_runner.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "store/kept_match.h"
#include "store/kept_tournament.h"

namespace ninefold::server {

MatchRunner::MatchRunner(std::filesystem::path database, MakeSink make_sink, OnOver on_over)
    : database_(std::move(database)),
      make_sink_(std::move(make_sink)),
      on_over_(std::move(on_over)),
      thread_([this] { run(); }) {}

MatchRunner::~MatchRunner() { close(); }

// Never request a stop with the lock held: the request waits for the playing thread, which may be
// announcing a game, and its listeners may ask for our state.

void MatchRunner::close() {
    std::stop_source playing(std::nostopstate);
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        playing = stop_playing_;
    }
    playing.request_stop();
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

bool MatchRunner::add(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (closed_) return false;
        queue_.push_back(std::move(job));
    }
    changed_.notify_all();
    return true;
}

bool MatchRunner::stop(store::MatchId id) {
    std::stop_source playing(std::nostopstate);
    {
        const std::scoped_lock lock(mutex_);
        if (playing_ != id) {
            return std::erase_if(queue_, [id](const Job& job) { return job.id == id; }) > 0;
        }
        playing = stop_playing_;
    }
    playing.request_stop();
    return true;
}

MatchRunner::State MatchRunner::state(store::MatchId id) const {
    const std::scoped_lock lock(mutex_);
    if (playing_ == id) return State::kPlaying;
    const bool waits =
        std::any_of(queue_.begin(), queue_.end(), [id](const Job& job) { return job.id == id; });
    return waits ? State::kWaiting : State::kNotHere;
}

std::optional<MatchRunner::Job> MatchRunner::next(std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    if (closed_) return std::nullopt;
    std::optional<Job> job(std::move(queue_.front()));
    queue_.pop_front();
    playing_ = job->id;
    stop_playing_ = {};
    stop = stop_playing_.get_token();
    return job;
}

void MatchRunner::run() {
    for (std::stop_token stop;;) {
        const auto job = next(stop);
        if (!job) return;
        const auto played = play_or_say_why(*job, stop);
        {
            const std::scoped_lock lock(mutex_);
            playing_.reset();
        }
        on_over_(job->id, played);
    }
}

/// An event that this machine cannot play (there is no memory for its bots, say) must not end the
/// server, which would begin with it again.
base::Result<void> MatchRunner::play_or_say_why(const Job& job, const std::stop_token& stop) const {
    try {
        return play(job, stop);
    } catch (const std::exception& problem) {
        return base::fail("it could not be played: {}", problem.what());
    }
}

base::Result<void> MatchRunner::play(const Job& job, const std::stop_token& stop) const {
    if (!job.plan) return play_tournament(job, stop);
    const auto store = store::Store::open(database_);
    if (!store) return store.error();
    const MatchPlan& plan = *job.plan;
    const auto match = store::KeptMatch::open(**store, job.id, plan.match);
    if (!match) return match.error();
    const auto sink = make_sink_(job.id);
    const auto report = (*match)->play({.maker = arena::maker_of({plan.match.a, plan.match.b}),
                                        .slots = plan.concurrency},
                                       *sink, stop);
    if (!report) return report.error();
    if (!report->complete) return {};
    return (*match)->finish(*report);
}

base::Result<void> MatchRunner::play_tournament(const Job& job, const std::stop_token& stop) const {
    const auto kept = store::KeptTournament::open(database_, job.id);
    if (!kept) return kept.error();
    const tournament::TournamentSpec& spec = (*kept)->machine().spec();
    const tournament::TournamentBots bots(spec, sources::HouseRules());
    const auto changed = (*kept)->changed(bots.contents());
    if (!changed.empty() && !job.continue_despite_changes) {
        return bots_changed(changed, (*kept)->stored().games, "report");
    }
    const auto sink = make_sink_(job.id);
    return (*kept)->play(bots, {.maker = bots.maker(), .slots = spec.concurrency}, *sink, stop);
}

}  // namespace ninefold::server
