// SPDX-License-Identifier: MIT
#include "tournament/play_tournament.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/try.h"

namespace ninefold::tournament {

namespace {

/// Games that wait for a slot, meeting by meeting.
class Supply final : public arena::GameSupply {
public:
    explicit Supply(Tournament& tournament) : tournament_(tournament) { take_new_games(); }

    std::optional<arena::WantedGame> next(int slot) override {
        if (waiting_.empty()) return std::nullopt;
        const auto meeting = choose(at_.try_emplace(slot, -1, -1).first->second);
        const GameTask task = meeting->second.front();
        meeting->second.pop_front();
        if (meeting->second.empty()) waiting_.erase(meeting);
        return arena::WantedGame{tournament_.game_spec(task), task.x.index, task.o.index};
    }
    base::Result<void> kept(const arena::WantedGame& game,
                            const record::GameRecord& record) override {
        const GameOutcome outcome = TRY(outcome_of(record, tournament_.spec().points));
        auto counted = tournament_.add(game.spec.number, outcome);
        take_new_games();
        return counted;
    }

private:
    using MeetingKey = std::pair<int, int>;  ///< stage, meeting
    using Waiting = std::map<MeetingKey, std::deque<GameTask>>;

    void take_new_games() {
        for (const GameTask& task : tournament_.take_new_games()) {
            waiting_[{task.stage, task.meeting}].push_back(task);
        }
    }

    /// The meeting the slot is at, else one that no slot is at, else any that waits.
    Waiting::iterator choose(MeetingKey& at) {
        if (const auto same = waiting_.find(at); same != waiting_.end()) return same;
        if (const auto left = slots_at_.find(at); left != slots_at_.end() && --left->second == 0) {
            slots_at_.erase(left);
        }
        auto meeting = std::ranges::find_if(waiting_, [&](const auto& entry) {
            return !slots_at_.contains(entry.first);
        });
        if (meeting == waiting_.end()) meeting = waiting_.begin();
        at = meeting->first;
        ++slots_at_[at];
        return meeting;
    }

    Tournament& tournament_;
    Waiting waiting_;
    std::map<MeetingKey, int> slots_at_;
    std::map<int, MeetingKey> at_;  ///< where each slot is
};

}  // namespace

base::Result<void> play_tournament(Tournament& tournament, const arena::GamePlace& place,
                                   arena::GameKeeper& keeper, arena::EventSink& sink,
                                   const std::stop_token& stop,
                                   const std::function<bool()>& drain) {
    Supply supply(tournament);
    return arena::play_games(supply, place, keeper, sink, stop, drain);
}

}  // namespace ninefold::tournament
