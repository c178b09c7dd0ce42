// SPDX-License-Identifier: MIT
#include "store/game_row.h"

#include "rules/move_text.h"
#include "rules/position_text.h"
#include "store/ply_blob.h"

namespace ninefold::store {

namespace {

using base::fail;
using record::GameRecord;

base::Result<void> read_start(const Statement& row, GameRecord& game) {
    auto rules = rules::parse_rules(row.text(5));
    if (!rules) return rules.error();
    game.start = rules::AnyPosition::start(*rules);
    if (row.is_null(14)) return {};
    auto start = rules::parse_position(row.text(14));
    if (!start) return start.error();
    game.start = *start;
    return {};
}

base::Result<GameRecord> decode(const Statement& row) {
    GameRecord game;
    game.date = row.text(2);
    game.x = row.text(3);
    game.o = row.text(4);
    if (auto start = read_start(row, game); !start) return start.error();
    auto ending = read_ending(row, 6);
    if (!ending) return ending.error();
    game.ending = *ending;
    game.winner = read_winner(row, 7);
    if (auto moves = decode_moves(row.text(8), game); !moves) return moves.error();
    game.seed = static_cast<std::uint64_t>(row.number(9));
    game.opening = static_cast<int>(row.number(10));
    game.time_control = row.text(11);
    game.event = row.text(12);
    game.detail = row.text(13);
    game.id = row.is_null(15) ? to_text(read_key(row)) : std::string(row.text(15));
    if (auto extra = decode_extra(row.text(16), game); !extra) return extra.error();
    if (auto checked = record::check(game); !checked) return checked.error();
    return game;
}

}  // namespace

std::size_t GameRow::bytes() const {
    return sizeof *this + date.size() + x.size() + o.size() + time_control.size() + event.size() +
           detail.size() + position.size() + moves.size() + extra.size() + (id ? id->size() : 0);
}

GameRow to_row(GameId key, GameRecord game) {
    GameRow row;
    row.key = key;
    row.moves = encode_moves(game);
    row.extra = encode_extra(game);
    const rules::Rules rules = game.start.rules();
    row.rules = rules::name(rules);
    if (game.start != rules::AnyPosition::start(rules)) row.position = rules::to_text(game.start);
    if (game.id != to_text(key)) row.id = std::move(game.id);
    row.date = std::move(game.date);
    row.x = std::move(game.x);
    row.o = std::move(game.o);
    row.time_control = std::move(game.time_control);
    row.event = std::move(game.event);
    row.detail = std::move(game.detail);
    row.ending = game.ending;
    row.winner = game.winner;
    row.seed = game.seed;
    row.opening = game.opening;
    return row;
}

void bind_row(Statement& statement, const GameRow& row) {
    statement.bind(1, row.key.match.value);
    statement.bind(2, row.key.number);
    statement.bind(3, row.date);
    statement.bind(4, row.x);
    statement.bind(5, row.o);
    statement.bind(6, row.rules);
    statement.bind_or_null(7, row.ending ? rules::name(*row.ending) : std::string_view());
    statement.bind_or_null(8, !row.winner ? "" : *row.winner == rules::Side::kX ? "x" : "o");
    statement.bind_blob(9, row.moves);
    statement.bind(10, static_cast<std::int64_t>(row.seed));
    statement.bind(11, row.opening);
    statement.bind(12, row.time_control);
    statement.bind_or_null(13, row.event);
    statement.bind_or_null(14, row.detail);
    statement.bind_or_null(15, row.position);
    if (row.id) statement.bind(16, *row.id);
    else statement.bind_null(16);
    if (row.extra.empty()) statement.bind_null(17);
    else statement.bind_blob(17, row.extra);
}

base::Result<GameId> insert_casual(Database& database, const GameRecord& game) {
    const auto last = database.number("SELECT max(number) FROM games WHERE match = 0");
    if (!last) return last.error();
    const GameId id{kCasual, static_cast<int>(*last + 1)};
    auto insert = database.prepare(kInsertGame);
    if (!insert) return insert.error();
    const GameRow row = to_row(id, game);
    bind_row(*insert, row);
    if (auto done = insert->run(); !done) return done.error();
    return id;
}

GameId read_key(const Statement& row) {
    return {MatchId{row.number(0)}, static_cast<int>(row.number(1))};
}

base::Result<GameRecord> read_record(const Statement& row) {
    auto game = decode(row);
    if (!game) return fail("game {} is damaged: {}", to_text(read_key(row)), game.error().message);
    return game;
}

base::Result<std::optional<rules::Ending>> read_ending(const Statement& row, int column) {
    if (row.is_null(column)) return std::optional<rules::Ending>();
    auto ending = rules::parse_ending(row.text(column));
    if (!ending) return ending.error();
    return std::optional(*ending);
}

std::optional<rules::Side> read_winner(const Statement& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return row.text(column) == "x" ? rules::Side::kX : rules::Side::kO;
}

}  // namespace ninefold::store
