// SPDX-License-Identifier: MIT
#include "server/channel.h"

#include <algorithm>

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
        if (const ListenerPointer listener = entry.listener.lock()) listener->send(text);
    }
}

void Channel::prune() {
    std::erase_if(listeners_, [](const auto& item) { return item.second.listener.expired(); });
}

bool Channel::resume(const ListenerPointer& listener, std::optional<rules::Side> player,
                     std::optional<std::uint64_t> after) {
    if (!listener->is_open()) return true;
    listeners_[listener.get()] = {listener, player};
    if (!after || *after > seq_ || seq_ - *after > events_.size()) return false;
    listener->send(to_shared_line({{"type", "resumed"}, {"channel", name_}, {"seq", seq_}}));
    for (std::size_t i = events_.size() - (seq_ - *after); i < events_.size(); ++i) {
        listener->send(events_[i]);
    }
    return true;
}

void Channel::send_snapshot(Listener& listener, const Json& data) const {
    listener.send(
        to_shared_line({{"type", "snapshot"}, {"channel", name_}, {"seq", seq_}, {"data", data}}));
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
