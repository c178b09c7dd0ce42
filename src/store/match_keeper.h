// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "arena/game_pump.h"
#include "base/result.h"
#include "store/game_id.h"
#include "store/store.h"

namespace ninefold::store {

/// Keeps the games of one match, and holds the match's lock for as long as it lives. keep() may be
/// called from any thread; it writes the game into a queue, and waits while the queue is full.
/// One thread of its own takes whatever is queued, makes it one transaction, and after the disk has
/// it calls the `on_kept`s in the order of the queue. A slow disk thus means larger transactions
/// rather than more waiting.
///
/// `on_kept` runs on that thread: it may call keep() (which then never waits), but not flush().
/// A record that record::check() refuses is refused at once.
/// Keeping the same game under the same number again is fine and does nothing; another game under
/// a number that is taken is refused. A void game gives its number up to the game that replaces it.
/// After a failure caused by a full disk the next game is tried again; after a failed write the
/// keeper no longer trusts the file and refuses everything.
///
/// The destructor waits until everything queued is kept.
class MatchKeeper : public arena::GameKeeper {
public:
    /// Fails where another process runs the match, and where there is no such match.
    static base::Result<std::unique_ptr<MatchKeeper>> open(Store& store, MatchId match);

    /// Returns when all games given to keep() before it are kept and their callbacks have returned.
    virtual void flush() = 0;
};

}  // namespace ninefold::store
