// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"
#include "store/database.h"
#include "store/game_id.h"

namespace ninefold::store {

/// A game as a row of the table `games`: small, and ready to be bound to a statement. It is made
/// on the thread that has the record, so that the one thread that writes has little to do.
struct GameRow {
    GameId key;
    std::string date, x, o, rules, time_control, event, detail;
    std::string position;           ///< empty for the empty board
    std::optional<std::string> id;  ///< nothing where the record's id is the key's text
    std::optional<rules::Ending> ending;
    std::optional<rules::Side> winner;
    std::string moves, extra;
    std::uint64_t seed = 0;
    int opening = 0;

    std::size_t bytes() const;
};

GameRow to_row(GameId key, record::GameRecord game);

/// Inserts a row, values in the order that bind_row() binds them; does nothing where the number
/// is taken.
inline constexpr std::string_view kInsertGame =
    "INSERT INTO games (match, number, date, x, o, rules, ending, winner, moves, seed, opening, "
    "time_control, event, detail, position, id, extra) "
    "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING";
/// The row must stay alive until the statement is reset.
void bind_row(Statement& statement, const GameRow& row);

/// Adds a game that belongs to no match, under the next number. The caller has a transaction open.
base::Result<GameId> insert_casual(Database& database, const record::GameRecord& game);

/// The columns that read_record() reads, in its order.
inline constexpr std::string_view kGameColumns =
    "match, number, date, x, o, rules, ending, winner, moves, seed, opening, time_control, event, "
    "detail, position, id, extra";
GameId read_key(const Statement& row);
/// The record, replayed by the rules. A row that is no possible game is an error that names it.
base::Result<record::GameRecord> read_record(const Statement& row);

/// Reads the columns `ending` and `winner`.
base::Result<std::optional<rules::Ending>> read_ending(const Statement& row, int column);
std::optional<rules::Side> read_winner(const Statement& row, int column);

}  // namespace ninefold::store
