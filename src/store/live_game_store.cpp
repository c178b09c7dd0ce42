// SPDX-License-Identifier: MIT
#include "store/live_game_store.h"

#include <utility>

#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

LiveGameRow read_row(const Statement& row) {
    LiveGameRow game;
    row.read(game.id, game.state, game.ended);
    if (!row.is_null(3)) game.kept = GameId{kCasual, static_cast<int>(row.number(3))};
    return game;
}

}  // namespace

LiveGameStore::LiveGameStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

LiveGameStore::~LiveGameStore() = default;

base::Result<std::unique_ptr<LiveGameStore>> LiveGameStore::open(const std::filesystem::path& path,
                                                                 const StoreSettings& settings) {
    auto database = TRY(open_games(path, Database::Mode::kCreate, settings));
    // Not part of the schema: an older Ninefold may use a database that has them, and without them
    // only forget_older_than() and keeping a finished game are slower.
    (void)database->execute(
        "CREATE INDEX IF NOT EXISTS live_games_by_change ON live_games (changed); "
        "CREATE INDEX IF NOT EXISTS live_games_by_game ON live_games (game) "
        "WHERE game IS NOT NULL");
    return std::unique_ptr<LiveGameStore>(new LiveGameStore(std::move(database)));
}

base::Result<void> LiveGameStore::save(std::span<LiveGameChange> changes) {
    auto transaction = TRY(WriteTransaction::begin(*database_));
    Statement write = TRY(database_->prepare(
        "INSERT INTO live_games (id, state, ended, game, changed) "
        "VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) "
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended = excluded.ended, "
        "game = coalesce(game, excluded.game), changed = excluded.changed"));
    for (LiveGameChange& change : changes) {
        LiveGameRow& row = change.row;
        if (change.finished) row.kept = TRY(insert_casual(*database_, *change.finished));
        const auto number = row.kept ? std::optional(row.kept->number) : std::nullopt;
        TRY(write.run(row.id, row.state, row.ended, number));
    }
    return transaction.commit();
}

base::Result<std::optional<LiveGameRow>> LiveGameStore::load(std::string_view id) {
    return database_->row("SELECT id, state, ended, game FROM live_games WHERE id = ?", read_row,
                          id);
}

base::Result<std::vector<LiveGameRow>> LiveGameStore::running(std::int64_t limit) {
    return database_->rows("SELECT id, state, ended, game FROM live_games WHERE ended = 0 "
                           "ORDER BY changed DESC LIMIT ?",
                           read_row, limit);
}

base::Result<bool> LiveGameStore::forget_older_than(int days) {
    constexpr int kMost = 1000;
    TRY(database_->run(kForget, fmt::format("{:+} days", -days), kMost));
    return database_->changed_rows() == kMost;
}

}  // namespace ninefold::store
