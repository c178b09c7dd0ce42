// SPDX-License-Identifier: MIT
#include "tournament/play_tournament.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/try.h"

namespace ninefold::tournament {

namespace {

/// Games that wait for a slot, meeting by meeting.
class TaskQueue {
public:
    using MeetingKey = std::pair<int, int>;  ///< stage, meeting

    void add(const std::vector<GameTask>& tasks) {
        for (const GameTask& task : tasks) waiting_[{task.stage, task.meeting}].push_back(task);
    }
    bool empty() const { return waiting_.empty(); }

    /// A game of the meeting the slot is at, else of one that no slot is at, else any.
    GameTask take(MeetingKey& at) {
        auto meeting = waiting_.find(at);
        if (meeting == waiting_.end()) {
            if (const auto left = slots_at_.find(at);
                left != slots_at_.end() && --left->second == 0) {
                slots_at_.erase(left);
            }
            meeting = std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& entry) {
                return !slots_at_.contains(entry.first);
            });
            if (meeting == waiting_.end()) meeting = waiting_.begin();
            at = meeting->first;
            ++slots_at_[at];
        }
        const GameTask task = meeting->second.front();
        meeting->second.pop_front();
        if (meeting->second.empty()) waiting_.erase(meeting);
        return task;
    }

private:
    std::map<MeetingKey, std::deque<GameTask>> waiting_;
    std::map<MeetingKey, int> slots_at_;
};

class Supply final : public arena::GameSupply {
public:
    explicit Supply(Tournament& tournament) : tournament_(tournament) {
        queue_.add(tournament_.take_new_games());
    }

    std::optional<arena::WantedGame> next(int slot) override {
        if (queue_.empty()) return std::nullopt;
        const auto [at, is_new] = at_.try_emplace(slot, -1, -1);
        const GameTask task = queue_.take(at->second);
        return arena::WantedGame{tournament_.game_spec(task), task.x.index, task.o.index};
    }
    base::Result<void> kept(const arena::WantedGame& game,
                            const record::GameRecord& record) override {
        const GameOutcome outcome = TRY(outcome_of(record, tournament_.spec().points));
        auto counted = tournament_.add(game.spec.number, outcome);
        queue_.add(tournament_.take_new_games());
        return counted;
    }
    std::optional<arena::ProofBudget> proof() const override { return tournament_.spec().proof(); }

private:
    Tournament& tournament_;
    TaskQueue queue_;
    std::map<int, TaskQueue::MeetingKey> at_;  ///< where each slot is
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
