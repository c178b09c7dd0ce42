// SPDX-License-Identifier: MIT
#pragma once

#include "arena/events.h"
#include "store/tournament_store.h"

namespace ninefold::store {

/// Keeps the groups of a tournament's stages as these begin. A listener of whoever plays it: a
/// stage begins when the last game of the one before ends, and none of its games before that event
/// was heard. One event at a time; the store and the tournament outlive it.
class GroupKeeper final : public arena::EventSink {
public:
    GroupKeeper(TournamentStore& store, MatchId id, const tournament::Tournament& machine)
        : store_(store), id_(id), machine_(machine) {}

    /// Those of the stages that have begun. Before the first game, and then as games end.
    base::Result<void> keep() {
        if (machine_.stages().size() == stages_) return {};
        stages_ = machine_.stages().size();
        return store_.keep_groups(id_, machine_);
    }
    void on_event(const arena::Event& event) override {
        if (!std::holds_alternative<arena::GameEnded>(event)) return;
        if (auto kept = keep(); !kept) result_ = std::move(kept);
    }
    bool wants_moves() const override { return false; }

    /// Fails where groups could not be kept: no more games should be begun then.
    const base::Result<void>& result() const { return result_; }

private:
    TournamentStore& store_;
    MatchId id_;
    const tournament::Tournament& machine_;
    std::size_t stages_ = 0;  ///< so many are kept
    base::Result<void> result_;
};

}  // namespace ninefold::store
