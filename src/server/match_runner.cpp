// SPDX-License-Identifier: MIT
#include "server/match_runner.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "arena/broadcaster.h"
#include "arena/contents_watch.h"
#include "arena/match.h"
#include "base/parse_json.h"
#include "store/group_keeper.h"
#include "store/match_keeper.h"
#include "store/store.h"
#include "store/tournament_store.h"
#include "tournament/play_tournament.h"
#include "tournament/tournament_bots.h"

namespace ninefold::server {

namespace {

/// What an earlier run of the match kept.
base::Result<std::vector<arena::PlayedGame>> played_games(store::Store& store,
                                                          const MatchRunner::Job& job) {
    const auto results = store.results(job.id);
    if (!results) return results.error();
    std::vector<arena::PlayedGame> played;
    for (const store::KeptGame& game : *results) {
        if (!game.counts()) continue;
        played.push_back(
            {game.id.number, job.plan->spec.a_is_x(game.id.number), *game.ending, game.winner});
    }
    return played;
}

std::vector<std::filesystem::path> files_of(const MatchPlan& plan) {
    std::vector<std::filesystem::path> files = plan.a.all_files();
    const auto more = plan.b.all_files();
    files.insert(files.end(), more.begin(), more.end());
    return files;
}

/// Refuses to go on with other bots than the games so far were played with, unless the organiser
/// wants just that.
base::Result<void> check_contents(const store::StoredTournament& stored,
                                  const std::map<std::string, std::string>& contents, bool go_on) {
    const std::vector<std::string> changed = stored.changed(contents);
    if (changed.empty() || stored.games == 0 || go_on) return {};
    return bots_changed(changed, stored.games, "report");
}

}  // namespace

MatchRunner::MatchRunner(std::filesystem::path database, MakeSink make_sink, OnOver on_over)
    : database_(std::move(database)),
      make_sink_(std::move(make_sink)),
      on_over_(std::move(on_over)),
      thread_([this] { run(); }) {}

MatchRunner::~MatchRunner() { close(); }

// A request to stop waits for whoever plays to hear of it, who may be telling of a game meanwhile,
// and whoever is told may ask for our state: never with the lock held.

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
base::Result<void> MatchRunner::play_or_say_why(const Job& job, std::stop_token stop) const {
    try {
        return play(job, std::move(stop));
    } catch (const std::exception& problem) {
        return base::fail("it could not be played: {}", problem.what());
    }
}

base::Result<void> MatchRunner::play(const Job& job, std::stop_token stop) const {
    if (!job.plan) return play_tournament(job, std::move(stop));
    auto store = store::Store::open(database_);
    if (!store) return store.error();
    auto keeper = store::MatchKeeper::open(**store, job.id);
    if (!keeper) return keeper.error();
    const auto played = played_games(**store, job);
    if (!played) return played.error();
    const auto sink = make_sink_(job.id);
    const MatchPlan& plan = *job.plan;
    arena::ContentsWatch watch(files_of(plan), [&](int) { note_change(job); });
    arena::Broadcaster sinks;
    sinks.add(watch);
    sinks.add(*sink);
    arena::Match match(plan.spec);
    match.resume(*played);
    const auto report =
        match.run({.maker = arena::maker_of({plan.a, plan.b}), .slots = plan.concurrency}, **keeper,
                  sinks, stop);
    if (!report) return report.error();
    (*keeper)->flush();
    if (!report->complete) return {};
    return (*store)->finish_match(
        job.id, to_line({{"score", {report->score.points_a(), report->score.points_b()}},
                         {"verdict", report->verdict}}));
}

/// A failure is no reason to stop: the next start of the server sees the change as well.
void MatchRunner::note_change(const Job& job) const {
    const auto store = store::Store::open(database_);
    if (!store) return;
    const auto match = (*store)->match(job.id);
    if (!match) return;
    const auto text = text_if_changed(base::parse_json(match->match.spec), *job.plan, match->games);
    if (text) (void)(*store)->change_spec(job.id, *text);
}

base::Result<void> MatchRunner::play_tournament(const Job& job, std::stop_token stop) const {
    const store::MatchId id = job.id;
    auto store = store::Store::open(database_);
    if (!store) return store.error();
    auto tournaments = store::TournamentStore::open(database_);
    if (!tournaments) return tournaments.error();
    auto keeper = store::MatchKeeper::open(**store, id);
    if (!keeper) return keeper.error();
    const auto stored = (*tournaments)->load(id);
    if (!stored) return stored.error();
    auto machine = store::take_up(**store, *stored);
    if (!machine) return machine.error();
    const tournament::TournamentBots bots(machine->spec(), sources::HouseRules());
    if (!machine->is_over()) {
        const auto contents = bots.contents();
        if (auto same = check_contents(*stored, contents, job.go_on); !same) return same;
        if (auto kept = (*tournaments)->add_contents(id, contents); !kept) return kept;
    }
    store::GroupKeeper groups(**tournaments, id, *machine);
    if (auto kept = groups.keep(); !kept) return kept;
    const auto sink = make_sink_(id);
    arena::ContentsWatch watch(bots.files(), [&](int) {
        const auto again = store::TournamentStore::open(database_);
        if (again) (void)(*again)->add_contents(id, bots.contents());
    });
    arena::Broadcaster sinks;
    sinks.add(watch);
    sinks.add(groups);
    sinks.add(*sink);
    const auto run =
        tournament::play_tournament(*machine,
                                    {.maker = bots.maker(), .slots = machine->spec().concurrency},
                                    **keeper, sinks, stop, [&groups] { return !groups.result(); });
    (*keeper)->flush();
    if (!run) return run.error();
    if (!groups.result()) return groups.result();
    if (!machine->is_over()) return {};
    return (*store)->finish_match(id, "{}");
}

}  // namespace ninefold::server
