// SPDX-License-Identifier: MIT
#include "store/game_row.h"

#include <tuple>

#include "rules/move_text.h"
#include "rules/position_text.h"
#include "store/ply_blob.h"

namespace ninefold::store {

namespace {

using base::fail;
using record::GameRecord;

base::Result<GameRecord> decode(const Statement& row) {
    GameRecord game;
    GameId key;
    row.read(key.match.value, key.number, game.date, game.x, game.o, game.seed, game.opening,
             game.time_control, game.event, game.detail);
    game.start = rules::AnyPosition::start(TRY(rules::parse_rules(row.text(10))));
    if (!row.is_null(11)) game.start = TRY(rules::parse_position(row.text(11)));
    std::tie(game.ending, game.winner) = TRY(read_verdict(row, 12));
    TRY(decode_moves(row.text(14), game));
    game.id = row.is_null(15) ? to_text(key) : std::string(row.text(15));
    TRY(decode_extra(row.text(16), game));
    TRY(record::check(game));
    return game;
}

std::optional<std::string_view> unless_empty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

std::size_t GameRow::bytes() const {
    return sizeof *this + game.date.size() + game.x.size() + game.o.size() +
           game.time_control.size() + game.event.size() + game.detail.size() + position.size() +
           moves.size() + extra.size() + (id ? id->size() : 0);
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
    game.plies = std::vector<record::Ply>();
    game.tags = {};
    game.log = {};
    row.game = std::move(game);
    return row;
}

base::Result<Statement> prepare_insert(Database& database) {
    return database.prepare(
        fmt::format("INSERT INTO games ({}) VALUES "
                    "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
                    kGameColumns));
}

base::Result<void> insert_row(Statement& insert, const GameRow& row) {
    const GameRecord& game = row.game;
    std::optional<std::string_view> ending, winner;
    if (game.ending) ending = rules::name(*game.ending);
    if (game.winner) winner = *game.winner == rules::Side::kX ? "x" : "o";
    std::optional<Blob> extra;
    if (!row.extra.empty()) extra = Blob{row.extra};
    return insert.run(row.key.match.value, row.key.number, game.date, game.x, game.o, game.seed,
                      game.opening, game.time_control, unless_empty(game.event),
                      unless_empty(game.detail), row.rules, unless_empty(row.position), ending,
                      winner, Blob{row.moves}, row.id, extra);
}

base::Result<GameId> insert_casual(Database& database, const GameRecord& game) {
    const auto last = TRY(database.number("SELECT max(number) FROM games WHERE match = 0"));
    const GameId id{kCasual, static_cast<int>(last + 1)};
    Statement insert = TRY(prepare_insert(database));
    TRY(insert_row(insert, to_row(id, game)));
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

base::Result<Verdict> read_verdict(const Statement& row, int column) {
    Verdict verdict;
    if (!row.is_null(column)) verdict.first = TRY(rules::parse_ending(row.text(column)));
    if (row.is_null(column + 1)) return verdict;
    verdict.second = row.text(column + 1) == "x" ? rules::Side::kX : rules::Side::kO;
    return verdict;
}

}  // namespace ninefold::store
