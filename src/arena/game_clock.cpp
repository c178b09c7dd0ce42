// SPDX-License-Identifier: MIT
#include "arena/game_clock.h"

#include <algorithm>
#include <cmath>

namespace ninefold::arena {

std::optional<Duration> GameClock::move_limit(rules::Side side) const {
    const Account& own = account(side);
    const TimeControl& control = controls_.of(side);
    if (!own.moved && control.first) return *control.first + own.granted;
    if (control.hard) return *control.hard + own.granted;
    if (control.move) return *control.move + own.granted;
    return std::nullopt;
}

protocol::Limits GameClock::limits(rules::Side side) const {
    const Account& own = account(side);
    protocol::Limits limits;
    limits.x_time = account(rules::Side::kX).left;
    limits.o_time = account(rules::Side::kO).left;
    limits.x_increment = controls_.x.increment;
    limits.o_increment = controls_.o.increment;
    const TimeControl& control = controls_.of(side);
    const bool first = !own.moved && control.first;
    if (control.soft && !first) {
        limits.move_time = *control.soft + own.granted;
        limits.hard_time = move_limit(side);
    } else {
        limits.move_time = move_limit(side);
    }
    return limits;
}

std::optional<Duration> GameClock::deadline(rules::Side side) const {
    const auto of_move = move_limit(side);
    const auto of_game = account(side).left;
    if (of_move && of_game) return std::min(*of_move, *of_game);
    return of_move ? of_move : of_game;
}

std::optional<GameClock::Overrun> GameClock::charge(rules::Side side, Duration spent) {
    Account& own = account(side);
    const auto of_move = move_limit(side);
    const bool over_move = of_move && spent > *of_move;
    const bool over_game = own.left && spent > *own.left;
    // Where both broke, the tighter one broke first.
    if (over_game && (!over_move || *own.left <= *of_move)) {
        const Duration limit = *own.left;
        own.left = Duration(0);
        return Overrun{rules::Ending::kGameTime, limit};
    }
    if (over_move) return Overrun{rules::Ending::kMoveTime, *of_move};

    const TimeControl& control = controls_.of(side);
    if (control.soft && (own.moved || !control.first)) {
        const Duration over = spent - (*control.soft + own.granted);
        const double granted =
            control.grant * static_cast<double>(std::max(over, Duration(0)).count());
        account(rules::other(side)).granted = Duration(std::llround(granted));
    }
    own.granted = Duration(0);
    own.moved = true;
    if (own.left) own.left = *own.left - spent + control.increment;
    return std::nullopt;
}

}  // namespace ninefold::arena
