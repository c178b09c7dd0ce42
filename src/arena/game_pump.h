// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "arena/bot_maker.h"
#include "arena/events.h"
#include "arena/referee.h"
#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// A game to be played, and which bots have X and O.
struct WantedGame {
    GameSpec spec;
    int x = 0, o = 0;
    bool a_is_x = true;  ///< of a match: whether X is its first bot
};

/// The games of a match or a tournament. play_games() calls it from several threads, one call at a
/// time.
class GameSupply {
public:
    virtual ~GameSupply() = default;

    /// The next game for a slot. Nothing where there is none now; more may come when a game that
    /// is being played is kept.
    virtual std::optional<WantedGame> next(int slot) = 0;
    /// The game is on the disk and counts; it is announced next. An error ends the run.
    virtual base::Result<void> kept(const WantedGame& game, const record::GameRecord& record) = 0;
};

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

/// Another place where games are played than the caller's thread: other machines. It knows the bots
/// by their index in a list that it was made with. Any thread, many at once.
class Venue {
public:
    virtual ~Venue() = default;

    /// Has one game played, and waits for it. Its ending is empty only when `stop` broke it off,
    /// and void where the venue gave up. The error is the venue's own.
    virtual base::Result<record::GameRecord> play(const GameSpec& spec, int x, int o,
                                                  std::stop_token stop) = 0;

    /// The game is safe: its result is no longer needed.
    virtual void kept(int /*number*/) {}
    /// All games are kept: nothing of them is needed now.
    virtual void finish() {}
};

/// Where games are played: on threads of this process, one a slot, or at a venue.
struct GamePlace {
    BotMaker maker{};
    Venue* venue = nullptr;  ///< where it is set, a slot is a game that is out there
    int slots = 1;
};

/// Plays a game until it is not void, three times at most. The error is `play`'s own, or says that
/// the game was void each time.
base::Result<record::GameRecord> play_until_not_void(
    int number, const std::function<base::Result<record::GameRecord>()>& play);

/// Plays all games of a supply, each kept before it counts and is announced. A slot keeps its last
/// two bots, so that bots are seldom started again.
///
/// `stop` breaks the running games off. When `drain` says yes (it is asked before each game, by one
/// thread at a time), running games are finished and no more begun. At a venue it is asked all the
/// time, and games that are out are broken off: most of them wait there for somebody to play them,
/// and nobody here knows which.
///
/// The sink gets GameStarted and the moves from the slots' threads (at a venue not at all), and
/// GameEnded while the supply stands still, so that a listener may look at it then. The error is
/// the arena's own (a bot cannot be made, a game cannot be kept), never a bot's play. A game that
/// is void at a venue is kept, but neither counts nor is announced: other games are played first,
/// and then it is the error.
base::Result<void> play_games(GameSupply& supply, const GamePlace& place, GameKeeper& keeper,
                              EventSink& sink, const std::stop_token& stop,
                              const std::function<bool()>& drain = {});

}  // namespace ninefold::arena
