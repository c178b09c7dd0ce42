// SPDX-License-Identifier: MIT
#include "server/channel.h"

#include <algorithm>
#include <utility>

namespace ninefold::server {

void Channel::publish(const Json& event) {
    Json message = {{"type", "event"}, {"channel", name_}, {"seq", ++seq_}};
    message.update(event);
    events_.push_back(to_shared_line(message));
    if (events_.size() > kept_events_) events_.pop_front();
    send_to_all(events_.back());
}

void Channel::tell(const Json& news) {
    if (listeners_.empty()) return;
    Json message = {{"type", "news"}, {"channel", name_}};
    message.update(news);
    send_to_all(to_shared_line(message));
}

void Channel::send_to_all(const SharedText& text) {
    for (const auto& [key, entry] : listeners_) {
        if (entry.waits_since) continue;
        if (const ListenerPointer listener = entry.listener.lock()) listener->send(text);
    }
}

void Channel::prune() {
    std::erase_if(listeners_, [](const auto& item) { return item.second.listener.expired(); });
}

bool Channel::resume(const ListenerPointer& listener, std::optional<rules::Side> player,
                     std::optional<std::uint64_t> after) {
    if (!listener->is_open()) return true;
    Entry& entry = listeners_[listener.get()] = {listener, player};
    if (!after || *after > seq_ || seq_ - *after > events_.size()) {
        entry.waits_since = seq_;
        return false;
    }
    listener->catch_up(to_shared_line({{"type", "resumed"}, {"channel", name_}, {"seq", seq_}}));
    send_latest(*listener, seq_ - *after);
    return true;
}

void Channel::send_snapshot(const Listener* listener, const Json& data) {
    const auto found = listeners_.find(listener);
    if (found == listeners_.end()) return;  // it left meanwhile
    const auto since = std::exchange(found->second.waits_since, std::nullopt);
    const ListenerPointer to = found->second.listener.lock();
    if (!to) return;
    const std::uint64_t later =
        std::min<std::uint64_t>(seq_ - since.value_or(seq_), events_.size());
    to->catch_up(to_shared_line(
        {{"type", "snapshot"}, {"channel", name_}, {"seq", seq_ - later}, {"data", data}}));
    send_latest(*to, later);
}

void Channel::send_latest(Listener& listener, std::uint64_t count) const {
    for (std::size_t i = events_.size() - count; i < events_.size(); ++i) {
        listener.catch_up(events_[i]);
    }
}

void Channel::remove(const Listener* listener) { listeners_.erase(listener); }

std::size_t Channel::spectators() const {
    return static_cast<std::size_t>(
        std::count_if(listeners_.begin(), listeners_.end(),
                      [](const auto& item) { return !item.second.player; }));
}

bool Channel::is_present(rules::Side side) const {
    return std::any_of(listeners_.begin(), listeners_.end(), [side](const auto& item) {
        if (item.second.player != side) return false;
        const ListenerPointer listener = item.second.listener.lock();
        return listener && listener->is_heard();
    });
}

}  // namespace ninefold::server
