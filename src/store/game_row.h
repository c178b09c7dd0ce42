// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "record/game_record.h"
#include "store/database.h"
#include "store/game_id.h"

namespace ninefold::store {

/// A game as a row of the table `games`: small, and ready to be bound to a statement. It is made
/// on the thread that has the record, so that the one thread that writes has little to do.
struct GameRow {
    GameId key;
    record::GameRecord game;        ///< without its moves, tags and log, which are in the blobs
    std::optional<std::string> id;  ///< nothing where the record's id is the key's text
    std::string rules, position;    ///< no position for the empty board
    std::string moves, extra;

    std::size_t bytes() const;
};

GameRow to_row(GameId key, record::GameRecord game);

/// The columns of a row: written by insert_row() and read by read_record(), in this order.
inline constexpr std::string_view kGameColumns =
    "match, number, date, x, o, seed, opening, time_control, event, detail, rules, position, "
    "ending, winner, moves, id, extra";
/// The statement for insert_row().
base::Result<Statement> prepare_insert(Database& database);
/// Does nothing where the number is taken.
base::Result<void> insert_row(Statement& insert, const GameRow& row);

/// Adds a game that belongs to no match, under the next number. The caller has a transaction open.
base::Result<GameId> insert_casual(Database& database, const record::GameRecord& game);

GameId read_key(const Statement& row);
/// The record, replayed by the rules. A row that is no possible game is an error that names it.
base::Result<record::GameRecord> read_record(const Statement& row);

/// Reads the column `ending` and the next one, `winner`.
using Verdict = std::pair<std::optional<rules::Ending>, std::optional<rules::Side>>;
base::Result<Verdict> read_verdict(const Statement& row, int column);

}  // namespace ninefold::store
