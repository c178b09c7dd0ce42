// SPDX-License-Identifier: MIT
// What other processes do: how it is found in the database.
#include <algorithm>
#include <utility>
#include <vector>

#include "server/log_exceptions.h"
#include "server/match_json.h"
#include "server/matches.h"
#include "store/match_sides.h"

namespace ninefold::server {

namespace {

using Clock = Alarm::Clock;

}  // namespace

/// True while a client watches; drops idle matches.
bool Matches::is_wanted() {
    const Clock::time_point now = Clock::now();
    bool wanted = lobby_.is_watched();
    const std::scoped_lock lock(mutex_);
    wanted = wanted || now - asked_ < settings_.interest;
    std::erase_if(watched_, [&](const auto& item) {
        WatchedMatch& match = *item.second;
        wanted = wanted || match.is_heard();
        return match.is_idle(now);
    });
    if (wanted) return true;
    for (const auto& [id, match] : watched_) {
        if (!match->is_here()) match->follow({});
    }
    return false;
}

void Matches::look() {
    const auto again = [this] { alarm_.after(settings_.look_pause, [this] { look(); }); };
    const bool posted = is_wanted() && archive_.post([this, again](store::Store& store) {
        log_exceptions([&] { look_into(store); });
        again();
    });
    if (!posted) again();
}

void Matches::look_into(store::Store& store) {
    constexpr std::int64_t kLatest = 20;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [id, match] : watched_) match->begin_look();
    }
    // Old matches that were resumed are found by their running games.
    std::set<store::MatchId> others = follow_live_feed(store);
    const auto matches = store.matches(kLatest);
    if (!matches) return;
    for (auto match = matches->rbegin(); match != matches->rend(); ++match) {
        others.erase(match->id);
        look_at(store, *match);
    }
    for (const store::MatchId id : others) {
        if (const auto match = store.match(id)) look_at(store, *match);
    }
}

/// Shows the games that other processes play. Returns all matches that are being played.
std::set<store::MatchId> Matches::follow_live_feed(store::Store& store) {
    std::set<store::MatchId> played;
    if (!live_feed_) {
        auto opened = store::LiveFeedReader::open(database_);
        if (!opened) return played;
        live_feed_ = std::move(*opened);
    }
    (void)live_feed_->watch();
    const auto games = live_feed_->games();
    if (!games) return played;
    std::map<store::MatchId, WatchedMatch::Games> by_match;
    for (const store::LiveFeedGame& game : *games) {
        // One that has just been kept may still be in the feed.
        const auto kept = store.load(game.id);
        if (!kept || !kept->counts()) by_match[game.id.match][game.id.number] = game.game;
        played.insert(game.id.match);
    }
    const std::scoped_lock lock(mutex_);
    for (const auto& [id, unused] : by_match) (void)watched(id);
    for (const auto& [id, match] : watched_) {
        if (match->is_here()) played.insert(id);
        else match->follow(std::move(by_match[id]));
    }
    return played;
}

void Matches::look_at(store::Store& store, const store::MatchInfo& match) {
    WatchedMatch::Seen before;
    bool tells = false;
    {
        const std::scoped_lock lock(mutex_);
        WatchedMatch& to = watched(match.id);
        const WatchedMatch::Seen now = seen_now(match);
        before = to.see(now);
        tells = !to.tells_itself() && to.is_heard();
        if (now == before) return;
        if (!to.is_heard()) to.channel().skip();
    }
    if (const auto json = describe(store, match)) lobby_.put_match(*json);
    if (tells) tell_what_was_kept(store, match, before);
}

void Matches::tell_what_was_kept(store::Store& store, const store::MatchInfo& match,
                                 WatchedMatch::Seen before) {
    constexpr int kMostTold = 200;
    store::GameFilter filter{.match = match.id};
    filter.limit = std::clamp(match.games - before.games, 0, kMostTold);
    std::vector<std::pair<int, record::GameRecord>> games;
    if (filter.limit > 0) {
        (void)store.for_each(filter, [&](store::GameId id, record::GameRecord game) {
            games.emplace_back(id.number, std::move(game));
            return true;
        });
    }
    const auto whole = counter_.to_json(store, match, "finished");
    const std::scoped_lock lock(mutex_);
    WatchedMatch& to = watched(match.id);
    const store::MatchSides sides(match);
    for (auto game = games.rbegin(); game != games.rend(); ++game) {
        to.tell_kept(game->first, game->second, sides.a_is_x(game->first, game->second.x));
    }
    if (before.finished || match.finished.empty() || !whole) return;
    Json ended = {{"event", "match-ended"}, {"match", whole->at("id")}};
    for (const char* name : {"score", "wins", "draws", "losses", "verdict"}) {
        ended[name] = whole->at(name);
    }
    to.publish(ended);
}

}  // namespace ninefold::server
