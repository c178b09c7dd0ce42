// SPDX-License-Identifier: MIT
#include "server/lobby.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace ninefold::server {

std::uint64_t first_seq() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

Lobby::Lobby(std::size_t kept_events, std::size_t most_of_one)
    : most_of_one_(most_of_one), channel_("lobby", first_seq(), kept_events) {}

bool Lobby::has_place(const std::string& id, const std::string& maker) const {
    if (maker.empty() || games_.contains(id)) return true;
    const auto own =
        std::ranges::count_if(games_, [&](const auto& item) { return item.second.maker == maker; });
    return static_cast<std::size_t>(own) < most_of_one_;
}

void Lobby::put_game(const Json& summary, const std::string& maker, bool announce) {
    const std::scoped_lock lock(mutex_);
    const auto id = summary.at("id").get<std::string>();
    if (!has_place(id, maker)) return;
    if (summary.at("state") == "ended") games_.erase(id);
    else games_[id] = {summary, maker};
    if (announce) channel_.publish({{"event", "game"}, {"game", summary}});
}

void Lobby::remove_game(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    games_.erase(id);
}

void Lobby::put_match(const Json& match) {
    constexpr std::size_t kShown = 20;
    const std::scoped_lock lock(mutex_);
    matches_[std::stoll(match.at("id").get<std::string>())] = match;
    if (matches_.size() > kShown) matches_.erase(matches_.begin());
    channel_.publish({{"event", "match"}, {"match", match}});
}

Json Lobby::games() const {
    const std::scoped_lock lock(mutex_);
    return list_of_games();
}

Json Lobby::list_of_games() const {
    constexpr std::size_t kMost = 200;
    std::vector<const Json*> games;
    for (const auto& [id, game] : games_) games.push_back(&game.summary);
    std::stable_sort(games.begin(), games.end(), [](const Json* a, const Json* b) {
        return a->at("date").get_ref<const std::string&>() >
               b->at("date").get_ref<const std::string&>();
    });
    Json list = Json::array();
    for (std::size_t i = 0; i < std::min(kMost, games.size()); ++i) list.push_back(*games[i]);
    return list;
}

Json Lobby::snapshot() const {
    Json matches = Json::array();
    for (auto match = matches_.rbegin(); match != matches_.rend(); ++match) {
        matches.push_back(match->second);
    }
    return {{"games", list_of_games()}, {"matches", std::move(matches)}};
}

void Lobby::subscribe(const ListenerPointer& listener, std::optional<std::uint64_t> after) {
    const std::scoped_lock lock(mutex_);
    if (!channel_.resume(listener, std::nullopt, after)) {
        channel_.send_snapshot(listener.get(), snapshot());
    }
}

void Lobby::unsubscribe(const Listener* listener) {
    const std::scoped_lock lock(mutex_);
    channel_.remove(listener);
}

bool Lobby::is_watched() const {
    const std::scoped_lock lock(mutex_);
    return channel_.listeners() > 0;
}

}  // namespace ninefold::server
