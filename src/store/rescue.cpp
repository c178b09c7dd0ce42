// SPDX-License-Identifier: MIT
#include "store/rescue.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parse_json.h"
#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

constexpr std::int64_t kRowsPerTransaction = 10'000;

/// What matches and games are not all of: tournaments, and games that people still play.
struct Table {
    const char* name;
    const char* columns;
    const char* key;  ///< of its rows' numbers; null where they have none
};
constexpr Table kOtherTables[] = {
    {"absences", "seq, tournament, team, kind, stage, wave, reason, date", "seq"},
    {"tournament_contents", "seq, tournament, what, hash, games, date", "seq"},
    {"tournament_groups", "tournament, stage, team, in_group, place", nullptr},
    {"live_games", "id, state, ended, game, changed", nullptr},
};

class Rescue {
public:
    Rescue(Database& from, Database& to) : from_(from), to_(to) {}

    base::Result<Rescued> run() {
        if (auto done = copy_matches(); !done) return done.error();
        if (auto done = copy_games(); !done) return done.error();
        for (const Table& table : kOtherTables) {
            if (auto done = copy_table(table); !done) return done.error();
        }
        if (auto done = reopen_incomplete(); !done) return done.error();
        return rescued_;
    }

private:
    /// The greatest row number of a table, or, where that is lost, as many rows as the file could
    /// hold at all.
    std::int64_t last_row(const char* table, const char* key) {
        const auto last = from_.number(fmt::format("SELECT max({}) FROM {}", key, table));
        if (last) return *last;
        constexpr std::uintmax_t kLeastRowBytes = 32;
        std::error_code error;
        const std::uintmax_t size = fs::file_size(from_.path(), error);
        return error ? 0 : static_cast<std::int64_t>(size / kLeastRowBytes);
    }

    /// Looks every row up by its number and calls `copy(row)` for those that are there.
    template <typename Copy>
    base::Result<void> for_each_row(std::string_view columns, const char* table, const char* key,
                                    Copy&& copy) {
        auto select =
            from_.prepare(fmt::format("SELECT {} FROM {} WHERE {} = ?", columns, table, key));
        if (!select) return select.error();
        const std::int64_t last = last_row(table, key);
        for (std::int64_t begin = 1; begin <= last; begin += kRowsPerTransaction) {
            auto transaction = WriteTransaction::begin(to_);
            if (!transaction) return transaction.error();
            for (std::int64_t row = begin; row < begin + kRowsPerTransaction && row <= last;
                 ++row) {
                select->reset();
                select->bind(1, row);
                const auto found = select->step();
                if (!found || !*found) continue;
                if (base::Result<void> copied = copy(*select); !copied) return copied;
            }
            select->reset();
            if (auto committed = transaction->commit(); !committed) return committed;
        }
        return {};
    }

    base::Result<void> copy_matches() {
        constexpr std::string_view kColumns = "id, spec, a, b, event, created, kind, owner, stop, "
                                              "forfeits_allowed, finished, summary";
        auto insert = to_.prepare(
            fmt::format("INSERT INTO matches ({}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        kColumns));
        if (!insert) return insert.error();
        return for_each_row(kColumns, "matches", "id",
                            [&](const Statement& row) -> base::Result<void> {
                                insert->bind(1, row.number(0));
                                for (int column = 1; column < 12; ++column) {
                                    if (row.is_null(column)) insert->bind_null(column + 1);
                                    else insert->bind(column + 1, row.text(column));
                                }
                                ++rescued_.matches;
                                return insert->run();
                            });
    }

    base::Result<void> copy_games() {
        auto insert = to_.prepare(kInsertGame);
        if (!insert) return insert.error();
        return for_each_row(kGameColumns, "games", "seq",
                            [&](const Statement& row) -> base::Result<void> {
                                auto game = read_record(row);
                                if (!game) {
                                    ++rescued_.damaged;
                                    return {};
                                }
                                const GameRow copy = to_row(read_key(row), std::move(*game));
                                bind_row(*insert, copy);
                                if (auto done = insert->run(); !done) return done;
                                rescued_.games += to_.changed_rows();
                                return {};
                            });
    }

    /// A table that an older database lacks is left empty.
    base::Result<void> copy_table(const Table& table) {
        const auto there = from_.number(
            fmt::format("SELECT count(*) FROM sqlite_schema WHERE name = '{}'", table.name));
        if (!there || *there == 0) return {};
        const auto columns =
            static_cast<int>(std::ranges::count(std::string_view(table.columns), ',')) + 1;
        std::string values = "?";
        for (int column = 1; column < columns; ++column) values += ", ?";
        auto insert = to_.prepare(fmt::format("INSERT OR IGNORE INTO {} ({}) VALUES ({})",
                                              table.name, table.columns, values));
        if (!insert) return insert.error();
        // A text that is a number becomes one in a column of numbers.
        const auto copy = [&](const Statement& row) -> base::Result<void> {
            for (int column = 0; column < columns; ++column) {
                if (row.is_null(column)) insert->bind_null(column + 1);
                else insert->bind(column + 1, row.text(column));
            }
            return insert->run();
        };
        if (table.key != nullptr) {
            return for_each_row(table.columns, table.name, table.key, copy);
        }
        auto select = from_.prepare(fmt::format("SELECT {} FROM {}", table.columns, table.name));
        if (!select) return select.error();
        auto transaction = WriteTransaction::begin(to_);
        if (!transaction) return transaction.error();
        // Rows without numbers are read one after another, as far as the first damaged page.
        for (auto found = select->step(); found && *found; found = select->step()) {
            if (auto copied = copy(*select); !copied) return copied;
        }
        return transaction->commit();
    }

    /// A match that was finished and has lost games is not finished: its command plays them again.
    base::Result<void> reopen_incomplete() {
        auto select = to_.prepare("SELECT id, summary, (SELECT count(*) FROM games WHERE match = "
                                  "matches.id) FROM matches WHERE finished IS NOT NULL");
        if (!select) return select.error();
        std::vector<std::int64_t> incomplete;
        const auto read = select->read_all([&](const Statement& row) {
            const std::int64_t id = row.number(0);
            const std::int64_t had = std::max(games_of_score(row.text(1)), games_there_were(id));
            if (row.number(2) < had) incomplete.push_back(id);
            return 0;
        });
        if (!read) return read.error();
        for (const std::int64_t id : incomplete) {
            const std::string sql =
                fmt::format("UPDATE matches SET finished = NULL, summary = NULL WHERE id = {}", id);
            if (auto done = to_.execute(sql.c_str()); !done) return done;
        }
        rescued_.reopened = static_cast<std::int64_t>(incomplete.size());
        return {};
    }

    /// By the score that was announced; 0 where none was.
    static std::int64_t games_of_score(std::string_view summary) {
        const auto json = base::parse_json(summary);
        const auto score = json.is_object() ? json.value("score", nlohmann::ordered_json()) : json;
        if (!score.is_array() || score.size() != 2) return 0;
        if (!score[0].is_number() || !score[1].is_number()) return 0;
        return std::llround(score[0].get<double>() + score[1].get<double>());
    }

    /// By the index, which may be whole where the games are not; 0 where it is damaged too.
    std::int64_t games_there_were(std::int64_t match) {
        const auto count = from_.number(fmt::format(
            "SELECT count(number) FROM games INDEXED BY games_by_number WHERE match = {}", match));
        return count ? *count : 0;
    }

    Database& from_;
    Database& to_;
    Rescued rescued_;
};

}  // namespace

base::Result<Rescued> rescue(const fs::path& from, const fs::path& to) {
    std::error_code error;
    if (fs::exists(to, error)) return fail("{}: is there already; name a new file", to.native());
    auto source = Database::open(from, Database::Mode::kRead, {});
    if (!source) return source.error();
    const auto owner = (*source)->number("PRAGMA application_id");
    if (!owner) return owner.error();
    if (*owner != kApplicationId) {
        return fail("{}: no database of games that can be read", from.native());
    }
    if (auto shown = show_as_newest(**source); !shown) return shown.error();
    auto target = Database::open(to, Database::Mode::kCreate, {});
    if (!target) return target.error();
    if (auto ready = prepare_schema(**target, {}); !ready) return ready.error();
    return Rescue(**source, **target).run();
}

}  // namespace ninefold::store
