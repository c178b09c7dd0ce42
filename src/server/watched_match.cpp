// SPDX-License-Identifier: MIT
#include "server/watched_match.h"

#include <utility>

#include "arena/event_json.h"
#include "record/record_json.h"
#include "server/lobby.h"

namespace ninefold::server {

namespace {

/// Whether `later` is `game` some moves on, and not another game under the same number.
bool continues(const record::GameRecord& game, const record::GameRecord& later) {
    return game.date == later.date && game.x == later.x && game.seed == later.seed &&
           game.plies.size() <= later.plies.size();
}

}  // namespace

WatchedMatch::WatchedMatch(store::MatchId id, const Settings& settings)
    : settings_(settings),
      channel_("match:" + store::to_text(id), first_seq(), settings.kept_events),
      used_(Alarm::Clock::now()) {}

Json WatchedMatch::live_json() const {
    Json live = Json::array();
    for (const auto& [number, game] : live_) {
        live.push_back({{"game", number}, {"record", record::to_json(game)}});
    }
    return live;
}

void WatchedMatch::end_here() {
    here_ = false;
    live_.clear();
}

bool WatchedMatch::is_idle(Alarm::Clock::time_point now) {
    channel_.prune();
    if (here_ || is_heard() || !live_.empty()) used_ = now;
    return now - used_ > settings_.idle_game_time;
}

/// Makes no JSON where nobody listens.
void WatchedMatch::tell(const arena::Event& event) {
    if (is_heard()) channel_.publish(arena::event_json(event));
    else channel_.skip();
}

void WatchedMatch::take(const arena::Event& event) {
    if (std::holds_alternative<arena::InfoReceived>(event)) {
        const auto now = Alarm::Clock::now();
        if (!is_heard() || now - info_told_ < settings_.info_pause) return;
        info_told_ = now;
        return channel_.tell(arena::event_json(event));
    }
    if (const auto* started = std::get_if<arena::GameStarted>(&event)) {
        live_[started->game] = *started->record;
    } else if (const auto* move = std::get_if<arena::MovePlayed>(&event)) {
        live_[move->game].plies.push_back(*move->move);
    } else if (const auto* ended = std::get_if<arena::GameEnded>(&event)) {
        live_.erase(ended->game);
    }
    tell(event);
}

void WatchedMatch::tell_new_moves(int number, const record::GameRecord& known,
                                  const record::GameRecord& game) {
    for (std::size_t i = known.plies.size(); i < game.plies.size(); ++i) {
        const rules::Side first = game.start.side();
        tell(arena::MovePlayed{number, static_cast<int>(i) + 1,
                               i % 2 == 0 ? first : rules::other(first), &game.plies[i]});
    }
}

void WatchedMatch::follow(Games games) {
    for (const auto& [number, game] : games) {
        const auto known = live_.find(number);
        if (known != live_.end() && continues(known->second, game)) {
            tell_new_moves(number, known->second, game);
        } else {
            tell(arena::GameStarted{number, &game});
        }
    }
    live_ = std::move(games);
}

void WatchedMatch::tell_kept(int number, const record::GameRecord& game, bool a_is_x) {
    live_.erase(number);
    tell(arena::GameEnded{number, &game, a_is_x});
}

}  // namespace ninefold::server
