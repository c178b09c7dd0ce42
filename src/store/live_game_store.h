// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "store/game_id.h"
#include "store/store_settings.h"

namespace ninefold::store {

class Database;

/// A game that people play on the server, in the server's own words: its state is JSON that only
/// the server reads, but for the member `record`, the game so far, which an audit checks.
struct LiveGameRow {
    std::string id;
    std::string state;
    bool ended = false;
    std::optional<GameId> kept{};  ///< the finished game among the casual ones
};

/// A new state of a live game, and the finished game where this state is its end.
struct LiveGameChange {
    LiveGameRow row;  ///< `kept` is filled in by save()
    std::optional<record::GameRecord> finished{};
};

/// The table of live games, from which a server resumes after any kind of stop.
/// What a method has written is on the disk when it returns. One thread at a time.
class LiveGameStore {
public:
    static base::Result<std::unique_ptr<LiveGameStore>> open(const std::filesystem::path& path,
                                                             const StoreSettings& settings = {});
    ~LiveGameStore();

    /// All changes or none of them. A finished game becomes a casual one in the same step.
    base::Result<void> save(std::span<LiveGameChange> changes);
    base::Result<std::optional<LiveGameRow>> load(std::string_view id);
    /// Games that have not ended, the latest change first.
    base::Result<std::vector<LiveGameRow>> running(std::int64_t limit = -1);
    /// Deletes some of the live games unchanged for `days` before the latest change of any, so that
    /// none is lost because the server stood still, or because its clock is ahead; kept games stay.
    /// Whether there may be more: a few at a time, so that a move need not wait for all of them.
    base::Result<bool> forget_older_than(int days);

    /// What that runs, with the days and the most rows: it must not read every game.
    static constexpr const char* kForget =
        "DELETE FROM live_games WHERE id IN (SELECT id FROM live_games "
        "WHERE changed < strftime('%Y-%m-%dT%H:%M:%SZ', min(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), "
        "(SELECT max(changed) FROM live_games)), ?) LIMIT ?)";

private:
    explicit LiveGameStore(std::unique_ptr<Database> database);

    std::unique_ptr<Database> database_;
};

}  // namespace ninefold::store
