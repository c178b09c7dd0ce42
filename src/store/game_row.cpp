// SPDX-License-Identifier: MIT
#include "store/game_row.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "rules/move_text.h"
#include "rules/position_text.h"
#include "store/ply_blob.h"

namespace ninefold::store {

namespace {

using base::fail;
using record::GameRecord;

constexpr int kLastNumber = std::numeric_limits<int>::max();

base::Result<GameRecord> decode(const Statement& row) {
    TRY(check_key(row));
    GameRecord game;
    GameId key;
    row.read(key.match.value, key.number, game.date, game.x, game.o, game.seed, game.opening,
             game.time_control, game.event, game.detail);
    game.start = rules::AnyPosition::start(TRY(rules::parse_rules(row.text(kRules))));
    if (!row.is_null(kPosition)) game.start = TRY(rules::parse_position(row.text(kPosition)));
    std::tie(game.ending, game.winner) = TRY(read_ending(row, kEnding));
    TRY(decode_moves(row.text(kMoves), game));
    game.id = row.is_null(kId) ? to_text(key) : std::string(row.text(kId));
    TRY(decode_extra(row.text(kExtra), game));
    TRY(record::check(game));
    return game;
}

Value unless_empty(std::string_view text) {
    return text.empty() ? Value() : Value(std::string(text));
}

}  // namespace

std::size_t GameRow::bytes() const {
    std::size_t bytes = sizeof *this + columns.size() * sizeof(Value);
    for (const Value& value : columns) {
        if (!value) continue;
        if (const auto* text = std::get_if<std::string>(&*value)) bytes += text->size();
        if (const auto* blob = std::get_if<Blob>(&*value)) bytes += blob->bytes.size();
    }
    return bytes;
}

GameRow to_row(GameId key, const GameRecord& game) {
    const rules::Rules rules = game.start.rules();
    const bool is_empty_board = game.start == rules::AnyPosition::start(rules);
    const std::string winner = game.winner ? std::string(1, rules::to_char(*game.winner)) : "";
    std::string extra = encode_extra(game);
    return {key,
            {key.match.value, std::int64_t{key.number}, game.date, game.x, game.o,
             static_cast<std::int64_t>(game.seed), std::int64_t{game.opening}, game.time_control,
             unless_empty(game.event), unless_empty(game.detail), std::string(rules::name(rules)),
             is_empty_board ? Value() : Value(rules::to_text(game.start)),
             game.ending ? Value(std::string(rules::name(*game.ending))) : Value(),
             unless_empty(winner), Blob{encode_moves(game)},
             game.id == to_text(key) ? Value() : Value(game.id),
             extra.empty() ? Value() : Value(Blob{std::move(extra)})}};
}

base::Result<Statement> prepare_insert(Database& database) {
    return database.prepare(
        fmt::format("INSERT INTO games ({}) VALUES "
                    "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
                    kGameColumns));
}

base::Result<GameId> insert_casual(Database& database, const GameRecord& game) {
    // A live game may have ended as one that was lost since, and must not lead to another one.
    const std::int64_t last =
        std::max(TRY(last_casual(database)),
                 TRY(database.number("SELECT max(game) FROM live_games WHERE game IS NOT NULL")));
    if (!has_next_number(last)) {
        return fail("{}: no casual game can be kept: one has the number {}, and the last possible "
                    "number is {}",
                    database.path().native(), last, kLastNumber);
    }
    const GameId id{kCasual, static_cast<int>(last + 1)};
    Statement insert = TRY(prepare_insert(database));
    TRY(insert.run(to_row(id, game).columns));
    if (database.changed_rows() == 1) return id;
    return fail("{}: game {} was not kept: the database has a rule of its own that refuses it",
                database.path().native(), to_text(id));
}

base::Result<std::int64_t> last_casual(Database& database) {
    return std::max<std::int64_t>(0, TRY(database.number(
                                         "SELECT max(number) FROM games WHERE match = 0")));
}

bool has_next_number(std::int64_t last) { return last < kLastNumber; }

base::Result<bool> has_last_row(Database& database) {
    constexpr std::int64_t kLastRow = std::numeric_limits<std::int64_t>::max();
    return TRY(database.number("SELECT max(seq) FROM games")) == kLastRow;
}

GameId read_key(const Statement& row) {
    return {MatchId{row.number(0)}, static_cast<int>(row.number(1))};
}

base::Result<void> check_key(const Statement& row) {
    if (row.number(1) >= 0 && row.number(1) <= kLastNumber) return {};
    return fail("games are numbered from 0 to {}", kLastNumber);
}

base::Error damaged(const Statement& row, const base::Error& why) {
    return fail("game {}.{} is damaged: {}", row.number(0), row.number(1), why.message);
}

base::Result<GameRecord> read_record(const Statement& row) {
    auto game = decode(row);
    if (!game) return damaged(row, game.error());
    return game;
}

base::Result<EndingAndWinner> read_ending(const Statement& row, int column) {
    EndingAndWinner read;
    if (!row.is_null(column)) read.first = TRY(rules::parse_ending(row.text(column)));
    if (row.is_null(column + 1)) return read;
    read.second = row.text(column + 1) == "x" ? rules::Side::kX : rules::Side::kO;
    return read;
}

}  // namespace ninefold::store
