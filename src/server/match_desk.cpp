// SPDX-License-Identifier: MIT
#include "server/match_desk.h"

#include <algorithm>
#include <utility>

#include "arena/event_json.h"
#include "bots/keeper.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "store/match_keeper.h"

namespace ninefold::server {

namespace {

using Clock = Alarm::Clock;

Refusal internal(const base::Error& error) { return refuse(500, "internal", "{}", error.message); }

Json live_summary(store::GameId id, const record::GameRecord& game) {
    rules::AnyPosition position = game.start;
    for (const record::Ply& ply : game.plies) position = position.after(ply.move);
    return {{"id", store::to_text(id)},
            {"match", store::to_text(id.match)},
            {"x", game.x},
            {"o", game.o},
            {"rules", rules::name(game.start.rules())},
            {"time_control", game.time_control},
            {"date", game.date},
            {"event", game.event},
            {"ply", game.plies.size()},
            {"state", "running"},
            {"position", rules::to_text(position)},
            {"ending", nullptr},
            {"winner", nullptr},
            {"result", "*"},
            {"detail", ""},
            {"spectators", 0}};
}

}  // namespace

/// Tells the desk of one match; learns which it is from its first event.
class MatchDesk::Sink final : public arena::EventSink {
public:
    explicit Sink(MatchDesk& desk) : desk_(desk) {}
    void on_event(const arena::Event& event) override {
        const std::scoped_lock lock(mutex_);
        desk_.handle(match_, event);
    }

private:
    MatchDesk& desk_;
    std::mutex mutex_;
    std::optional<store::MatchId> match_;
};

MatchDesk::MatchDesk(const Settings& settings, std::filesystem::path database, Archive& archive,
                     Lobby& lobby)
    : settings_(settings),
      database_(std::move(database)),
      archive_(archive),
      lobby_(lobby),
      bot_keeper_(std::make_shared<bots::Keeper>()) {
    player_ = std::thread([this] { run(); });
    alarm_.after(settings_.look_pause, [this] { look(); });
}

MatchDesk::~MatchDesk() { close(); }

void MatchDesk::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        stop_playing_.request_stop();
    }
    queued_.notify_all();
    alarm_.close();
    if (player_.joinable()) player_.join();
}

std::unique_ptr<arena::EventSink> MatchDesk::sink() { return std::make_unique<Sink>(*this); }

MatchDesk::Watched& MatchDesk::watched(store::MatchId id) {
    std::shared_ptr<Watched>& entry = watched_[id];
    if (!entry) entry = std::make_shared<Watched>(store::to_text(id), settings_.kept_events);
    return *entry;
}

std::string_view MatchDesk::state_of(store::MatchId id) const {
    if (playing_ == id) return "running";
    const auto found = watched_.find(id);
    if (found != watched_.end() && found->second->here) return "running";
    const bool waits = std::any_of(queue_.begin(), queue_.end(),
                                   [id](const Queued& queued) { return queued.id == id; });
    return waits ? "waiting" : "elsewhere";
}

void MatchDesk::post(const Reply& reply, std::function<Granted<Json>(store::Store&)> job) {
    const bool posted =
        archive_.post([reply, job = std::move(job)](store::Store& store) { reply(job(store)); });
    if (!posted) reply(refuse(503, "busy", "too many questions wait; try again"));
}

base::Result<Json> MatchDesk::describe(store::Store& store, const store::MatchInfo& match) {
    const auto count = counter_.count(store, match);
    if (!count) return count.error();
    const std::scoped_lock lock(mutex_);
    return match_json(match, *count, state_of(match.id));
}

// Starting and playing.

Granted<Json> MatchDesk::enqueue(store::Store& store, MatchPlan plan) {
    store::NewMatch wanted{plan.text, plan.spec.a_name, plan.spec.b_name, plan.spec.event, ""};
    const auto id = store.create_match(wanted);
    if (!id) return internal(id.error());
    plan.spec.id = store::to_text(*id);
    {
        const std::scoped_lock lock(mutex_);
        if (closed_) return refuse(503, "busy", "the server is being stopped");
        queue_.push_back({*id, std::move(plan)});
    }
    queued_.notify_all();
    const auto match = store.match(*id);
    if (!match) return internal(match.error());
    auto json = describe(store, *match);
    if (!json) return internal(json.error());
    lobby_.put_match(*json);
    return std::move(*json);
}

void MatchDesk::start(Json request, const Reply& reply) {
    post(reply, [this, request = std::move(request)](store::Store& store) -> Granted<Json> {
        auto plan = make_plan(request, bot_keeper_);
        if (!plan) return plan.refusal();
        auto match = enqueue(store, std::move(*plan));
        if (!match) return match.refusal();
        return Json{{"match", std::move(*match)}};
    });
}

void MatchDesk::start_tournament(Json request, const Reply& reply) {
    post(reply, [this, request = std::move(request)](store::Store& store) -> Granted<Json> {
        const auto requests = pairings(request);
        if (!requests) return requests.refusal();
        std::vector<MatchPlan> plans;  // all are checked before the first is made
        for (const Json& each : *requests) {
            auto plan = make_plan(each, bot_keeper_);
            if (!plan) return plan.refusal();
            plans.push_back(std::move(*plan));
        }
        Json matches = Json::array();
        for (MatchPlan& plan : plans) {
            auto match = enqueue(store, std::move(plan));
            if (!match) return match.refusal();
            matches.push_back(std::move(*match));
        }
        return Json{{"event", request["event"]}, {"matches", std::move(matches)}};
    });
}

void MatchDesk::stop(store::MatchId id, const Reply& reply) {
    {
        const std::scoped_lock lock(mutex_);
        const auto waits = std::find_if(queue_.begin(), queue_.end(),
                                        [id](const Queued& queued) { return queued.id == id; });
        if (playing_ == id) {
            stop_playing_.request_stop();
        } else if (waits != queue_.end()) {
            queue_.erase(waits);
        } else {
            return reply(refuse(404, "not-found", "match {} does not run here", id.value));
        }
    }
    // Finished without a result, so that a restart does not take it up again.
    post(reply, [this, id](store::Store& store) -> Granted<Json> {
        const auto done =
            store.finish_match(id, to_line({{"verdict", "stopped by the organiser"}}));
        if (!done) return internal(done.error());
        const auto match = store.match(id);
        if (!match) return internal(match.error());
        auto json = describe(store, *match);
        if (!json) return internal(json.error());
        lobby_.put_match(*json);
        return Json{{"match", std::move(*json)}};
    });
}

void MatchDesk::restore() {
    (void)archive_.post([this](store::Store& store) {
        auto matches = store.matches();
        if (!matches) return;
        std::reverse(matches->begin(), matches->end());
        for (const store::MatchInfo& match : *matches) {
            if (!match.finished.empty() || !is_servers_own(match.match.spec)) continue;
            auto plan = make_plan(Json::parse(match.match.spec, nullptr, false), bot_keeper_);
            // Its bots may be gone; it stays unfinished.
            if (!plan) continue;
            plan->spec.id = store::to_text(match.id);
            const std::scoped_lock lock(mutex_);
            queue_.push_back({match.id, std::move(*plan)});
        }
        queued_.notify_all();
    });
}

void MatchDesk::run() {
    for (;;) {
        std::optional<Queued> next;
        std::stop_token stop;
        {
            std::unique_lock lock(mutex_);
            queued_.wait(lock, [this] { return closed_ || !queue_.empty(); });
            if (closed_) return;
            next.emplace(std::move(queue_.front()));
            queue_.pop_front();
            playing_ = next->id;
            stop_playing_ = {};
            stop = stop_playing_.get_token();
        }
        const auto played = play(*next, stop);
        {
            const std::scoped_lock lock(mutex_);
            playing_.reset();
            Watched& match = watched(next->id);
            match.here = false;
            match.live.clear();
            if (!played) {
                match.channel.publish(
                    {{"event", "match-failed"}, {"message", played.error().message}});
            }
        }
        tell_lobby_soon(next->id);
    }
}

base::Result<void> MatchDesk::play(const Queued& match, std::stop_token stop) {
    auto store = store::Store::open(database_);
    if (!store) return store.error();
    auto keeper = store::MatchKeeper::open(**store, match.id);
    if (!keeper) return keeper.error();
    const auto results = (*store)->results(match.id);
    if (!results) return results.error();
    std::vector<arena::PlayedGame> played;
    for (const store::GameResult& game : *results) {
        if (!game.ending || *game.ending == rules::Ending::kVoid) continue;
        played.push_back(
            {game.number, match.plan.spec.a_is_x(game.number), *game.ending, game.winner});
    }
    const auto factory = [](const bots::BotSource& own, const bots::BotSource& other) {
        return [own, hidden = other.files()](int slot) { return own.make(slot, hidden); };
    };
    Sink events(*this);
    arena::Match game(match.plan.spec, factory(match.plan.a, match.plan.b),
                      factory(match.plan.b, match.plan.a), **keeper, events,
                      match.plan.concurrency);
    game.resume(played);
    const auto report = game.run(stop);
    if (!report) return report.error();
    (*keeper)->flush();
    if (!report->complete) return {};
    return (*store)->finish_match(
        match.id, to_line({{"score", {report->score.points_a(), report->score.points_b()}},
                           {"verdict", report->verdict}}));
}

// Events.

void MatchDesk::handle(std::optional<store::MatchId>& match, const arena::Event& event) {
    if (const auto* started = std::get_if<arena::MatchStarted>(&event)) {
        const auto id = store::parse_match_id(started->id);
        if (id) match = *id;
    }
    if (!match) return;
    {
        const std::scoped_lock lock(mutex_);
        Watched& to = watched(*match);
        const bool heard = to.channel.listeners() > 0;
        if (std::holds_alternative<arena::InfoReceived>(event)) {
            const auto now = Clock::now();
            if (!heard || now - to.info_told < settings_.info_pause) return;
            to.info_told = now;
            to.channel.tell(Json::parse(arena::to_json_line(event)));
            return;
        }
        if (const auto* game = std::get_if<arena::GameStarted>(&event))
            to.live[game->game] = *game->record;
        if (const auto* move = std::get_if<arena::MovePlayed>(&event)) {
            to.live[move->game].plies.push_back(move->move);
        }
        if (const auto* game = std::get_if<arena::GameEnded>(&event)) to.live.erase(game->game);
        to.here = !std::holds_alternative<arena::MatchEnded>(event);
        if (!to.here) to.live.clear();
        if (heard) to.channel.publish(Json::parse(arena::to_json_line(event)));
        else to.channel.skip();
    }
    const bool counts = !std::holds_alternative<arena::MovePlayed>(event) &&
                        !std::holds_alternative<arena::GameStarted>(event);
    if (counts) tell_lobby_soon(*match);
}

/// At most a few times a second, however fast the games are.
void MatchDesk::tell_lobby_soon(store::MatchId id) {
    {
        const std::scoped_lock lock(mutex_);
        Watched& match = watched(id);
        if (match.lobby_due) return;
        match.lobby_due = true;
    }
    alarm_.after(settings_.look_pause / 2, [this, id] {
        {
            const std::scoped_lock lock(mutex_);
            watched(id).lobby_due = false;
        }
        (void)archive_.post([this, id](store::Store& store) {
            const auto match = store.match(id);
            if (!match) return;
            if (auto json = describe(store, *match)) lobby_.put_match(*json);
        });
    });
}

/// What other processes have written since the last look.
void MatchDesk::look() {
    bool wanted = lobby_.is_watched();
    {
        const std::scoped_lock lock(mutex_);
        if (closed_) return;
        for (const auto& [id, match] : watched_) wanted = wanted || match->channel.listeners() > 0;
    }
    const auto again = [this] { alarm_.after(settings_.look_pause, [this] { look(); }); };
    const bool posted = wanted && archive_.post([this, again](store::Store& store) {
        constexpr std::int64_t kLatest = 20;
        if (const auto matches = store.matches(kLatest)) {
            for (auto match = matches->rbegin(); match != matches->rend(); ++match) {
                look_at(store, *match);
            }
        }
        again();
    });
    if (!posted) again();
}

void MatchDesk::look_at(store::Store& store, const store::MatchInfo& match) {
    const std::pair<int, bool> now{match.games, !match.finished.empty()};
    const auto [seen, fresh] = seen_.try_emplace(match.id, -1, false);
    if (seen->second == now) return;
    seen->second = now;
    {
        const std::scoped_lock lock(mutex_);
        if (state_of(match.id) == "running") return;  // its own events tell
    }
    auto json = describe(store, match);
    if (json) lobby_.put_match(*json);
    std::shared_ptr<Watched> listening;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = watched_.find(match.id);
        if (found != watched_.end()) listening = found->second;
    }
    if (!listening) return;
    // Only the archive's thread touches games_seen and finished_seen.
    constexpr int kMostTold = 200;
    store::GameFilter filter{.match = match.id};
    filter.limit = std::clamp(match.games - listening->games_seen, 0, kMostTold);
    listening->games_seen = match.games;
    std::vector<Json> events;
    if (filter.limit > 0) {
        (void)store.for_each(filter, [&](store::GameId id, const record::GameRecord& game) {
            events.push_back({{"event", "game-ended"},
                              {"game", id.number},
                              {"a", game.x == match.match.a ? "x" : "o"},
                              {"record", record::to_json(game)}});
            return true;
        });
    }
    std::reverse(events.begin(), events.end());
    if (now.second && !listening->finished_seen && json) {
        listening->finished_seen = true;
        events.push_back({{"event", "match-ended"},
                          {"match", (*json)["id"]},
                          {"score", (*json)["score"]},
                          {"wins", (*json)["wins"]},
                          {"draws", (*json)["draws"]},
                          {"losses", (*json)["losses"]},
                          {"verdict", (*json)["verdict"]}});
    }
    const std::scoped_lock lock(mutex_);
    for (const Json& event : events) listening->channel.publish(event);
}

// Looking.

void MatchDesk::list(std::int64_t limit, const Reply& reply) {
    post(reply, [this, limit](store::Store& store) -> Granted<Json> {
        const auto matches = store.matches(limit);
        if (!matches) return internal(matches.error());
        Json list = Json::array();
        for (const store::MatchInfo& match : *matches) {
            auto json = describe(store, match);
            if (!json) return internal(json.error());
            list.push_back(std::move(*json));
        }
        return Json{{"matches", std::move(list)}};
    });
}

void MatchDesk::show(store::MatchId id, std::int64_t limit, std::int64_t offset,
                     const Reply& reply) {
    post(reply, [this, id, limit, offset](store::Store& store) -> Granted<Json> {
        const auto match = store.match(id);
        if (!match) return refuse(404, "not-found", "there is no match {}", id.value);
        auto json = describe(store, *match);
        if (!json) return internal(json.error());
        const auto games = store.list({.match = id, .limit = limit, .offset = offset});
        if (!games) return internal(games.error());
        Json list = Json::array();
        for (const store::GameSummary& game : *games) list.push_back(summary_json(game));
        (*json)["games"] = std::move(list);
        Json live = Json::array();
        const std::scoped_lock lock(mutex_);
        if (const auto found = watched_.find(id); found != watched_.end()) {
            for (const auto& [number, game] : found->second->live) {
                live.push_back(live_summary({id, number}, game));
            }
        }
        (*json)["live"] = std::move(live);
        return std::move(*json);
    });
}

Json MatchDesk::live_games() const {
    Json games = Json::array();
    const std::scoped_lock lock(mutex_);
    for (const auto& [id, match] : watched_) {
        for (const auto& [number, game] : match->live) {
            games.push_back(live_summary({id, number}, game));
        }
    }
    return games;
}

std::optional<record::GameRecord> MatchDesk::live_game(store::GameId id) const {
    const std::scoped_lock lock(mutex_);
    const auto match = watched_.find(id.match);
    if (match == watched_.end()) return std::nullopt;
    const auto game = match->second->live.find(id.number);
    if (game == match->second->live.end()) return std::nullopt;
    return game->second;
}

void MatchDesk::subscribe(store::MatchId id, const ListenerPointer& listener,
                          std::optional<std::uint64_t> after,
                          std::function<void(const Refusal&)> on_refused) {
    const std::weak_ptr<Listener> weak = listener;
    const bool posted = archive_.post([this, id, weak, after, on_refused](store::Store& store) {
        const auto match = store.match(id);
        if (!match) return on_refused(refuse(404, "not-found", "there is no match {}", id.value));
        auto json = describe(store, *match);
        if (!json) return on_refused(internal(json.error()));
        const ListenerPointer still = weak.lock();
        if (!still) return;
        const std::scoped_lock lock(mutex_);
        Watched& to = watched(id);
        if (to.channel.listeners() == 0 && !to.here) {
            to.games_seen = match->games;
            to.finished_seen = !match->finished.empty();
        }
        if (to.channel.resume(still, std::nullopt, after)) return;
        Json live = Json::array();
        for (const auto& [number, game] : to.live) {
            live.push_back({{"game", number}, {"record", record::to_json(game)}});
        }
        (*json)["live"] = std::move(live);
        to.channel.send_snapshot(*still, *json);
    });
    if (!posted) on_refused(refuse(503, "busy", "too many questions wait; try again"));
}

void MatchDesk::unsubscribe(store::MatchId id, const Listener* listener) {
    const std::scoped_lock lock(mutex_);
    const auto found = watched_.find(id);
    if (found != watched_.end()) found->second->channel.remove(listener);
}

}  // namespace ninefold::server
