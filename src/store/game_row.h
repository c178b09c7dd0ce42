// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "store/database.h"
#include "store/game_id.h"

namespace ninefold::store {

/// The columns of a row: written by to_row() and read by read_record(), in this order.
inline constexpr std::string_view kGameColumns =
    "match, number, date, x, o, seed, opening, time_control, event, detail, rules, position, "
    "ending, winner, moves, id, extra";
enum GameColumn { kRules = 10, kPosition, kEnding, kWinner, kMoves, kId, kExtra };

/// A game as a row of the table `games`: small, and ready to be bound to a statement. It is made
/// on the thread that has the record, so that the one thread that writes has little to do.
struct GameRow {
    GameId key;
    /// No position for the empty board, and no id where it is the key's text.
    std::vector<Value> columns;

    std::size_t bytes() const;
};

GameRow to_row(GameId key, const record::GameRecord& game);

/// The statement that takes a row's columns; it does nothing where the number is taken.
base::Result<Statement> prepare_insert(Database& database);

/// Adds a game that belongs to no match, under the next number; an error where there is none left,
/// or the row was not written. The caller has a transaction open.
base::Result<GameId> insert_casual(Database& database, const record::GameRecord& game);
/// The greatest number of a casual game, 0 where there is none.
base::Result<std::int64_t> last_casual(Database& database);
/// Whether a game can have the number behind this one.
bool has_next_number(std::int64_t last);
/// Whether the greatest number of a row is taken: then SQLite gives new rows any free number, and
/// `seq` is no longer the order of keeping.
base::Result<bool> has_last_row(Database& database);

GameId read_key(const Statement& row);
/// Whether read_key() can hold the number: cut to an `int`, it would be that of another game. Only
/// foreign databases have such numbers.
base::Result<void> check_key(const Statement& row);
/// The error for a row that is no possible game. As it is in the row, its number names it.
base::Error damaged(const Statement& row, const base::Error& why);
/// The record, replayed by the rules. A row that is no possible game, or has an impossible number,
/// is an error that names it.
base::Result<record::GameRecord> read_record(const Statement& row);

/// Reads the column `ending` and the next one, `winner`.
using EndingAndWinner = std::pair<std::optional<rules::Ending>, std::optional<rules::Side>>;
base::Result<EndingAndWinner> read_ending(const Statement& row, int column);

}  // namespace ninefold::store
