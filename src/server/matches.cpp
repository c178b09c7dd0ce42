// SPDX-License-Identifier: MIT
#include "server/matches.h"

#include <algorithm>
#include <utility>

#include "base/caught.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "process/process_supervisor.h"
#include "store/match_lock.h"
#include "store/tournament_store.h"
#include "tournament/tournament_bots.h"

namespace ninefold::server {

namespace {

using Clock = Alarm::Clock;

HttpError no_match(store::MatchId id) {
    return refuse(404, "not-found", "there is no match {}", id.value);
}

/// An error where bots of a tournament changed since its last game. Only then are its games read,
/// which may be many: none may be left to play.
base::Result<void> same_bots(store::Store& store, store::MatchId id) {
    const auto stored = TRY(store::TournamentStore(store).load(id));
    const auto spec = TRY(stored.parsed_spec(arena::OpeningLines::kRead));
    const auto changed =
        stored.changed(tournament::TournamentBots(spec, sources::HouseRules()).contents());
    if (changed.empty()) return {};
    if (TRY(store::resume(store, stored)).is_over()) return {};
    return bots_changed(changed, stored.games, "report");
}

}  // namespace

/// Tells the matches of one, which is here while the sink lives.
class Matches::Sink final : public arena::EventSink {
public:
    Sink(Matches& matches, store::MatchId id) : matches_(matches), id_(id) {
        const std::scoped_lock lock(matches_.mutex_);
        matches_.watched(id_).begin_here();
    }
    ~Sink() override {
        const std::scoped_lock lock(matches_.mutex_);
        matches_.watched(id_).end_here();
    }
    void on_event(const arena::Event& event) override {
        const std::scoped_lock lock(matches_.mutex_);
        matches_.watched(id_).take(event);
    }

private:
    Matches& matches_;
    store::MatchId id_;
};

Matches::Matches(const Settings& settings, std::filesystem::path database, Archive& archive,
                 Archive& planner, Lobby& lobby)
    : settings_(settings),
      database_(std::move(database)),
      archive_(archive),
      planner_(planner),
      lobby_(lobby),
      supervisor_(std::make_shared<process::ProcessSupervisor>()),
      runner_(
          database_, [this](store::MatchId id) { return sink(id); },
          [this](store::MatchId id, const base::Result<void>& played) {
              if (!played) hold(id, played.error());
          }) {
    alarm_.after(settings_.look_pause, [this] { look(); });
}

Matches::~Matches() { close(); }

void Matches::close() {
    runner_.close();
    alarm_.close();
}

std::unique_ptr<arena::EventSink> Matches::sink(store::MatchId id) {
    return std::make_unique<Sink>(*this, id);
}

WatchedMatch& Matches::watched(store::MatchId id) {
    std::unique_ptr<WatchedMatch>& entry = watched_[id];
    if (!entry) entry = std::make_unique<WatchedMatch>(id, settings_);
    return *entry;
}

bool Matches::is_here(store::MatchId id) const {
    const auto found = watched_.find(id);
    return found != watched_.end() && found->second->is_here();
}

std::string_view Matches::state_of(store::MatchId id) const {
    const MatchRunner::State state = runner_.state(id);
    if (is_here(id) || state == MatchRunner::State::kPlaying) return "running";
    if (state == MatchRunner::State::kWaiting) return "waiting";
    return held_.contains(id) ? "held" : "elsewhere";
}

WatchedMatch::Seen Matches::seen_now(const store::MatchInfo& match) const {
    return {match.games, !match.finished.empty(), state_of(match.id)};
}

/// Everybody sees why, and need not know where files lie.
void Matches::hold(store::MatchId id, const base::Error& problem) {
    const std::string message = base::without_folders(problem.message);
    const std::scoped_lock lock(mutex_);
    held_[id] = message;
    watched(id).publish({{"event", "match-failed"}, {"message", message}});
}

base::Result<Json> Matches::describe(store::Store& store, const store::MatchInfo& match) {
    std::unique_lock lock(mutex_);
    const std::string_view state = state_of(match.id);
    const bool is_held = match.finished.empty() && state == "held";
    Json problem = is_held ? Json(held_.at(match.id)) : Json(nullptr);
    lock.unlock();
    Json json = TRY(counter_.to_json(store, match, state));
    json["problem"] = std::move(problem);
    return json;
}

HttpResult<Json> Matches::describe_and_tell(store::Store& store, store::MatchId id) {
    const auto match = TRY(or_internal(store.match(id)));
    auto json = TRY(or_internal(describe(store, match)));
    lobby_.put_match(json);
    return Json{{"match", std::move(json)}};
}

// Starting and stopping.

void Matches::plan(const Reply& reply,
                   std::function<HttpResult<store::MatchId>(store::Store&)> make,
                   std::function<Json(Json match, store::MatchId)> answer) {
    const auto work = [this, reply, make = std::move(make),
                       answer = std::move(answer)](store::Store& store) {
        const auto planned = answer_of([&] { return make(store); });
        if (!planned) return reply(planned.error());
        archive_.answer(reply,
                        [this, id = *planned, answer](store::Store& read) -> HttpResult<Json> {
                            Json match = TRY(describe_and_tell(read, id));
                            return answer ? answer(std::move(match), id) : match;
                        });
    };
    if (!planner_.post(work)) reply(refuse(503, "busy", "too many events are planned; try again"));
}

HttpResult<store::MatchId> Matches::enqueue(MatchRunner::Job job) {
    const store::MatchId id = job.id;
    if (!runner_.add(std::move(job))) return refuse(503, "busy", "the server is being stopped");
    return id;
}

void Matches::start(const Json& request, const Reply& reply) {
    plan(reply, [this, request](store::Store& store) -> HttpResult<store::MatchId> {
        auto made = TRY(plan_request(request, supervisor_));
        return enqueue({TRY(or_internal(store::create_match(store, made.match))), std::move(made)});
    });
}

void Matches::start_tournament(const Json& request, const Reply& reply) {
    const auto make = [this, request](store::Store& store) -> HttpResult<store::MatchId> {
        const auto spec = TRY(make_tournament(request, supervisor_));
        const auto made = TRY(
            or_internal(store::TournamentStore(store).create(spec, store::MatchOwner::kServer)));
        return enqueue({made.id});
    };
    plan(reply, make, [event = request.value("event", Json())](Json match, store::MatchId id) {
        return Json{{"event", event},
                    {"tournament", store::to_text(id)},
                    {"matches", Json::array({match.at("match")})}};
    });
}

void Matches::stop(store::MatchId id, const Reply& reply) {
    const bool was_here = runner_.stop(id);
    const bool was_held = [&] {
        const std::scoped_lock lock(mutex_);
        return held_.contains(id);
    }();
    if (!was_here && !was_held) {
        return reply(refuse(404, "not-found", "match {} does not run here", id.value));
    }
    archive_.answer(reply, [this, id, was_here](store::Store& store) -> HttpResult<Json> {
        if (!was_here && store::MatchLock::is_held(database_, id)) {
            return refuse(409, "not-held", "another process plays match {} now", id.value);
        }
        TRY(break_off(store, id));
        return describe_and_tell(store, id);
    });
}

/// Finished without a result, so that a restart does not resume it. It may have ended meanwhile,
/// here or in another process. Where that cannot be kept now, it can be stopped again.
HttpResult<void> Matches::break_off(store::Store& store, store::MatchId id) {
    const auto kept =
        store.break_off_match(id, base::json_line({{"verdict", "stopped by the organiser"}}));
    if (!kept) {
        hold(id, kept.error());
        return internal(kept.error());
    }
    const std::scoped_lock lock(mutex_);
    held_.erase(id);
    return {};
}

void Matches::resume(store::MatchId id, bool continue_despite_changes, const Reply& reply) {
    plan(reply, [this, id, continue_despite_changes](store::Store& store) {
        return resume_held(store, id, continue_despite_changes);
    });
}

HttpResult<store::MatchId> Matches::resume_held(store::Store& store, store::MatchId id,
                                                bool continue_despite_changes) {
    const auto match = store.match(id);
    if (!match) return no_match(id);
    {
        const std::scoped_lock lock(mutex_);
        if (held_.erase(id) == 0) {
            return refuse(409, "not-held", "match {} is not held, so there is nothing to resume",
                          id.value);
        }
    }
    const auto resumed = base::caught([&]() -> base::Result<void> {
        TRY(store.note_stop(id));
        return resume(store, *match, continue_despite_changes);
    });
    if (resumed) return id;
    hold(id, resumed.error());
    return refuse(409, "held", "{}", base::without_folders(resumed.error().message));
}

/// An error where a match of this server's cannot be played as it was; nothing is done about those
/// of others.
base::Result<void> Matches::resume(store::Store& store, const store::MatchInfo& match,
                                   bool continue_despite_changes) {
    if (match.owner != store::MatchOwner::kServer) return {};
    if (match.kind == store::MatchKind::kTournament) {
        if (!continue_despite_changes) TRY(same_bots(store, match.id));
        (void)runner_.add({match.id});
        return {};
    }
    auto plan = make_plan(base::parse_json(match.spec), supervisor_);
    if (!plan) return base::Error{plan.error().message};
    const auto changed = store::changed_bots(match, plan->match);
    if (!changed.empty() && match.games > 0 && !continue_despite_changes) {
        return bots_changed(changed, match.games, "match");
    }
    TRY(store::accept_changes(store, match.id, plan->match));
    (void)runner_.add({match.id, std::move(*plan)});
    return {};
}

void Matches::restore() {
    (void)planner_.post([this](store::Store& store) { resume_all(store); });
    // So that the lobby has the latest matches for the first who comes.
    (void)archive_.post([this](store::Store& store) { look_into(store); });
}

void Matches::resume_all(store::Store& store) {
    auto matches = store.matches();
    if (!matches) return;
    std::reverse(matches->begin(), matches->end());
    for (const store::MatchInfo& match : *matches) {
        if (!match.finished.empty()) continue;
        // One that cannot be resumed must not stop the others or the server.
        const auto done = base::caught([&] { return resume(store, match, false); });
        if (!done) hold(match.id, done.error());
    }
}

// Showing.

void Matches::list(std::int64_t limit, const Reply& reply, const Asker& asker) {
    const auto read = [this, limit](store::Store& store) -> HttpResult<Json> {
        const auto matches = TRY(or_internal(store.matches(limit)));
        Json list = Json::array();
        for (const store::MatchInfo& match : matches) {
            list.push_back(TRY(or_internal(describe(store, match))));
        }
        return Json{{"matches", std::move(list)}};
    };
    archive_.answer(reply, read, asker);
}

void Matches::show(store::MatchId id, std::int64_t limit, std::int64_t offset, const Reply& reply,
                   const Asker& asker) {
    const auto read = [this, id, limit, offset](store::Store& store) -> HttpResult<Json> {
        const auto match = store.match(id);
        if (!match) return no_match(id);
        auto json = TRY(or_internal(describe(store, *match)));
        const auto games =
            TRY(or_internal(store.list({.match = id, .limit = limit, .offset = offset})));
        Json list = Json::array();
        for (const store::KeptGame& game : games) list.push_back(summary_json(game));
        json["games"] = std::move(list);
        json["live"] = live_games(id);
        return json;
    };
    archive_.answer(reply, read, asker);
}

Json Matches::live_games(std::optional<store::MatchId> only) {
    Json games = Json::array();
    const std::scoped_lock lock(mutex_);
    asked_ = Clock::now();
    for (const auto& [id, match] : watched_) {
        if (only && id != *only) continue;
        for (const auto& [number, game] : match->live()) {
            games.push_back(live_summary_json({id, number}, game));
        }
    }
    return games;
}

std::optional<record::GameRecord> Matches::live_game(store::GameId id) {
    const std::scoped_lock lock(mutex_);
    asked_ = Clock::now();
    const auto match = watched_.find(id.match);
    if (match == watched_.end()) return std::nullopt;
    const auto game = match->second->live().find(id.number);
    if (game == match->second->live().end()) return std::nullopt;
    return game->second;
}

void Matches::subscribe(store::MatchId id, const Subscriber& subscriber,
                        std::optional<std::uint64_t> after,
                        const std::function<void(HttpError)>& on_refused) {
    const auto refused = [on_refused](const HttpResult<void>& done) {
        if (!done) on_refused(done.error());
    };
    const auto join = [this, id, subscriber, after](store::Store& store) -> HttpResult<void> {
        const auto match = store.match(id);
        if (!match) return no_match(id);
        std::unique_lock lock(mutex_);
        const ListenerPointer still = subscriber.still_there();
        if (!still) return {};
        WatchedMatch& to = watched(id);
        const WatchedMatch::Seen now = seen_now(*match);
        const bool is_news = !to.is_heard() && to.see(now) != now;
        if (is_news) to.channel().skip();
        const bool needs_snapshot = !to.channel().resume(still, std::nullopt, after);
        lock.unlock();
        return is_news || needs_snapshot ? show_to(store, id, *still, is_news) : HttpResult<void>();
    };
    archive_.answer(refused, join, {.address = subscriber.address});
}

/// Reads the match only now that somebody listens: what is announced meanwhile waits for the
/// snapshot.
HttpResult<void> Matches::show_to(store::Store& store, store::MatchId id, const Listener& listener,
                                  bool is_news) {
    const auto match = store.match(id);
    auto json = match ? describe(store, *match) : match.error();
    if (json && is_news) lobby_.put_match(*json);
    const std::scoped_lock lock(mutex_);
    WatchedMatch& to = watched(id);
    if (!json) {
        to.channel().remove(&listener);
        return internal(json.error());
    }
    (*json)["live"] = to.live_json();
    to.channel().send_snapshot(&listener, *json);
    return {};
}

void Matches::unsubscribe(store::MatchId id, const Listener* listener) {
    const std::scoped_lock lock(mutex_);
    const auto found = watched_.find(id);
    if (found != watched_.end()) found->second->channel().remove(listener);
}

}  // namespace ninefold::server
