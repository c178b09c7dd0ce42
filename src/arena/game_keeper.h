// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// Where finished games go before anybody hears of them. keep() may be called from several threads
/// at once; it may wait while too many games are queued.
class GameKeeper {
public:
    /// Told once the game is safe (it survives a power cut from then on), or why it is not.
    using OnKept = std::function<void(base::Result<void>)>;

    virtual ~GameKeeper() = default;

    /// Takes over the `number`-th game of the match. `on_kept` is called exactly once, perhaps on
    /// another thread, perhaps before keep() returns.
    virtual void keep(int number, record::GameRecord game, OnKept on_kept) = 0;
};

}  // namespace ninefold::arena
