// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>

#include "arena/time_control.h"
#include "protocol/limits.h"
#include "rules/ending.h"
#include "rules/move.h"

namespace ninefold::arena {

/// Keeps both sides' time in one game under any time control. It is given how long each move took
/// and never reads a clock itself, so that tests need no real time. One thread.
class GameClock {
public:
    explicit GameClock(const TimeControls& controls) : controls_(controls) {
        account(rules::Side::kX).left = controls.x.game;
        account(rules::Side::kO).left = controls.o.game;
    }

    /// What the side to move gets with its question.
    protocol::Limits limits(rules::Side side) const;

    /// How long the referee waits for it: the tightest limit. Nothing: forever.
    std::optional<Duration> deadline(rules::Side side) const;

    struct Overrun {
        rules::Ending ending = rules::Ending::kMoveTime;
        Duration limit{0};
    };
    /// Books a move of `spent`; says which limit it broke, if any.
    std::optional<Overrun> charge(rules::Side side, Duration spent);

    /// Left for the rest of the game, where there is such a limit.
    std::optional<Duration> left(rules::Side side) const { return account(side).left; }

private:
    struct Account {
        std::optional<Duration> left;
        Duration granted{0};  ///< by the opponent, for the next move
        bool moved = false;
    };
    const Account& account(rules::Side side) const {
        return accounts_[static_cast<std::size_t>(side)];
    }
    Account& account(rules::Side side) { return accounts_[static_cast<std::size_t>(side)]; }
    /// The limit of the next move alone; the hard one where there are two.
    std::optional<Duration> move_limit(rules::Side side) const;

    TimeControls controls_;
    std::array<Account, 2> accounts_{};
};

}  // namespace ninefold::arena
