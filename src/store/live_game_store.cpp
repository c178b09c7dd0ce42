// SPDX-License-Identifier: MIT
#include "store/live_game_store.h"

#include <utility>

#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

constexpr std::string_view kLiveGameColumns = "id, state, ended, game";

LiveGameRow read_row(const Statement& row) {
    LiveGameRow game;
    game.id = row.text(0);
    game.state = row.text(1);
    game.ended = row.number(2) != 0;
    if (!row.is_null(3)) game.kept = GameId{kCasual, static_cast<int>(row.number(3))};
    return game;
}

}  // namespace

LiveGameStore::LiveGameStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

LiveGameStore::~LiveGameStore() = default;

base::Result<std::unique_ptr<LiveGameStore>> LiveGameStore::open(const std::filesystem::path& path,
                                                                 const Settings& settings) {
    auto database = Database::open(path, Database::Mode::kCreate, settings);
    if (!database) return database.error();
    if (auto ready = prepare_schema(**database, settings); !ready) return ready.error();
    return std::unique_ptr<LiveGameStore>(new LiveGameStore(std::move(*database)));
}

base::Result<void> LiveGameStore::save(std::span<LiveGameChange> changes) {
    auto transaction = WriteTransaction::begin(*database_);
    if (!transaction) return transaction.error();
    auto write = database_->prepare(
        "INSERT INTO live_games (id, state, ended, game, changed) "
        "VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) "
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended = excluded.ended, "
        "game = coalesce(game, excluded.game), changed = excluded.changed");
    if (!write) return write.error();
    for (LiveGameChange& change : changes) {
        if (change.finished) {
            const auto kept = insert_casual(*database_, *change.finished);
            if (!kept) return kept.error();
            change.row.kept = *kept;
        }
        write->bind(1, change.row.id);
        write->bind(2, change.row.state);
        write->bind(3, change.row.ended ? 1 : 0);
        if (change.row.kept) write->bind(4, change.row.kept->number);
        else write->bind_null(4);
        if (auto done = write->run(); !done) return done;
    }
    return transaction->commit();
}

base::Result<std::optional<LiveGameRow>> LiveGameStore::load(std::string_view id) {
    auto select =
        database_->prepare(fmt::format("SELECT {} FROM live_games WHERE id = ?", kLiveGameColumns));
    if (!select) return select.error();
    select->bind(1, id);
    const auto row = select->step();
    if (!row) return row.error();
    if (!*row) return std::optional<LiveGameRow>();
    return std::optional(read_row(*select));
}

base::Result<std::vector<LiveGameRow>> LiveGameStore::running(std::int64_t limit) {
    auto select = database_->prepare(
        fmt::format("SELECT {} FROM live_games WHERE ended = 0 ORDER BY changed DESC LIMIT ?",
                    kLiveGameColumns));
    if (!select) return select.error();
    select->bind(1, limit);
    return select->read_all(read_row);
}

base::Result<void> LiveGameStore::forget_older_than(int days) {
    auto remove = database_->prepare(
        "DELETE FROM live_games WHERE changed < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?)");
    if (!remove) return remove.error();
    const std::string age = fmt::format("{:+} days", -days);
    remove->bind(1, age);
    return remove->run();
}

}  // namespace ninefold::store
