// SPDX-License-Identifier: MIT
#include "store/rescue.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "store/database.h"
#include "store/game_row.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/unfinished_database.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

constexpr std::int64_t kRowsPerTransaction = 10'000;

/// Everything but games, which are read by the rules.
struct CopiedTable {
    const char* name;
    const char* columns;
    const char* key;  ///< of its rows' numbers; null where they have none, but an order
    const char* forwards = nullptr;
    const char* backwards = nullptr;
};
constexpr CopiedTable kTables[] = {
    {"matches",
     "id, spec, a, b, event, created, kind, owner, stop, forfeits_allowed, finished, summary",
     "id"},
    {"absences", "seq, tournament, team, kind, stage, wave, reason, date", "seq"},
    {"tournament_contents", "seq, tournament, what, hash, games, date", "seq"},
    {"tournament_groups", "tournament, stage, team, in_group, place", nullptr,
     "tournament, stage, team", "tournament DESC, stage DESC, team DESC"},
    {"live_games", "id, state, ended, game, changed", nullptr, "id", "id DESC"},
};

class Rescue {
public:
    Rescue(Database& from, Database& to) : from_(from), to_(to) {}

    base::Result<Rescued> run() {
        for (const CopiedTable& table : kTables) TRY(copy_table(table));
        TRY(copy_games());
        TRY(reopen_incomplete());
        TRY(skip_lost_matches());
        rescued_.matches = TRY(to_.number("SELECT count(*) FROM matches"));
        return rescued_;
    }

private:
    /// More rows than the file and its log can hold.
    std::int64_t most_rows() const {
        constexpr std::uintmax_t kLeastRowBytes = 32;
        std::uintmax_t bytes = 0;
        for (const char* suffix : {"", "-wal"}) {
            std::error_code error;
            const std::uintmax_t size = fs::file_size(from_.path().native() + suffix, error);
            if (!error) bytes += size;
        }
        return static_cast<std::int64_t>(bytes / kLeastRowBytes);
    }

    /// The row numbers from 1 to this one are looked up one by one. A single row with a huge number
    /// must not make that endless.
    std::int64_t last_looked_up(const char* table, const char* key) {
        const auto last = from_.number(fmt::format("SELECT max({}) FROM {}", key, table));
        return std::max<std::int64_t>(0, last ? std::min(*last, most_rows()) : most_rows());
    }

    /// Calls `copy(row)` for each row that can be read.
    template <typename Copy>
    base::Result<void> for_each_row(std::string_view columns, const char* table, const char* key,
                                    Copy&& copy) {
        const std::string select = fmt::format("SELECT {} FROM {} WHERE {} ", columns, table, key);
        const std::int64_t last = last_looked_up(table, key);
        TRY(look_up(TRY(from_.prepare(select + "= ?")), last, copy));
        TRY(read_along(TRY(from_.prepare(fmt::format("{}> ? ORDER BY {}", select, key))), last,
                       copy));
        return read_along(TRY(from_.prepare(fmt::format("{}< ? ORDER BY {} DESC", select, key))), 1,
                          copy);
    }

    /// Each row by itself, so that a damaged page costs only the rows on it.
    template <typename Copy>
    base::Result<void> look_up(Statement select, std::int64_t last, Copy& copy) {
        for (std::int64_t begin = 1; begin <= last; begin += kRowsPerTransaction) {
            auto transaction = TRY(WriteTransaction::begin(to_));
            for (std::int64_t row = begin; row < begin + kRowsPerTransaction && row <= last;
                 ++row) {
                select.reset();
                select.bind(row);
                const auto found = select.step();
                if (found && *found) TRY(copy(select));
            }
            select.reset();
            TRY(transaction.commit());
        }
        return {};
    }

    /// One row after another, as far as the first damaged page.
    template <typename Copy>
    base::Result<void> read_along(Statement select, std::optional<std::int64_t> from, Copy& copy) {
        if (from) select.bind(*from);
        auto transaction = TRY(WriteTransaction::begin(to_));
        for (auto found = select.step(); found && *found; found = select.step()) TRY(copy(select));
        return transaction.commit();
    }

    base::Result<void> copy_games() {
        Statement insert = TRY(prepare_insert(to_));
        return for_each_row(kGameColumns, "games", "seq",
                            [&](const Statement& row) -> base::Result<void> {
                                const auto game = read_record(row);
                                rescued_.damaged += game ? 0 : 1;
                                if (!game) return {};
                                TRY(insert.run(to_row(read_key(row), *game).columns));
                                rescued_.games += to_.changed_rows();
                                return {};
                            });
    }

    /// A table that an older database lacks is left empty.
    base::Result<void> copy_table(const CopiedTable& table) {
        const auto there = has_table(from_, table.name);
        if (!there || !*there) return {};
        const auto columns = std::ranges::count(std::string_view(table.columns), ',') + 1;
        const std::vector<char> marks(static_cast<std::size_t>(columns), '?');
        Statement insert =
            TRY(to_.prepare(fmt::format("INSERT OR IGNORE INTO {} ({}) VALUES ({})", table.name,
                                        table.columns, fmt::join(marks, ", "))));
        // A string that is a number becomes one in a column of numbers. A row with any other there
        // is damaged.
        const auto copy = [&](const Statement& row) -> base::Result<void> {
            std::vector<std::optional<std::string_view>> values(marks.size());
            for (int column = 0; column < columns; ++column) {
                if (row.is_null(column)) continue;
                values[static_cast<std::size_t>(column)] = row.text(column);
            }
            const auto inserted = insert.run(values);
            if (inserted || to_.refused_row()) return {};
            return inserted.error();
        };
        if (table.key != nullptr) {
            return for_each_row(table.columns, table.name, table.key, copy);
        }
        // From both ends, so that a bad page costs only the rows on it. What is there is left.
        for (const char* order : {table.forwards, table.backwards}) {
            TRY(read_along(TRY(from_.prepare(fmt::format("SELECT {} FROM {} ORDER BY {}",
                                                         table.columns, table.name, order))),
                           {}, copy));
        }
        return {};
    }

    /// A match that was finished and has lost games is not finished: its command plays them again.
    base::Result<void> reopen_incomplete() {
        std::vector<std::int64_t> incomplete;
        TRY(to_.for_each("SELECT id, summary, (SELECT count(*) FROM games WHERE match = "
                         "matches.id) FROM matches WHERE finished IS NOT NULL",
                         [&](const Statement& row) {
                             const std::int64_t id = row.number(0);
                             const auto score = announced_score(row.text(1));
                             const auto announced =
                                 score ? std::llround(score->first + score->second) : 0;
                             const auto had =
                                 std::max<std::int64_t>(announced, games_there_were(id));
                             if (row.number(2) < had) incomplete.push_back(id);
                         }));
        for (const std::int64_t id : incomplete) {
            TRY(to_.run("UPDATE matches SET finished = NULL, summary = NULL WHERE id = ?", id));
        }
        rescued_.reopened = static_cast<std::int64_t>(incomplete.size());
        return {};
    }

    /// A new match must not get the number of one that was lost, and with it what is left of that.
    /// A number above 2^31 is damage: no database has had as many matches.
    base::Result<void> skip_lost_matches() {
        const std::int64_t last = TRY(to_.number(
            "SELECT max(id) FROM (SELECT id FROM matches UNION ALL SELECT match FROM games UNION "
            "ALL SELECT tournament FROM absences UNION ALL SELECT tournament FROM "
            "tournament_contents UNION ALL SELECT tournament FROM tournament_groups) "
            "WHERE id < 1 << 31"));
        TRY(to_.run("DELETE FROM sqlite_sequence WHERE name = 'matches' AND seq < ?", last));
        return to_.run("INSERT INTO sqlite_sequence (name, seq) SELECT 'matches', ? WHERE NOT "
                       "EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'matches')",
                       last);
    }

    /// By the index, which may be whole where the games are not; 0 where it is damaged too.
    std::int64_t games_there_were(std::int64_t match) {
        const auto count = from_.number(
            "SELECT count(number) FROM games INDEXED BY games_by_number WHERE match = ?", match);
        return count ? *count : 0;
    }

    Database& from_;
    Database& to_;
    Rescued rescued_;
};

}  // namespace

base::Result<Rescued> rescue(const fs::path& from, const fs::path& to) {
    auto source = TRY(Database::open(from, Database::Mode::kRead, {}));
    if (TRY(source->number("PRAGMA application_id")) != kApplicationId) {
        return fail("{}: no database of games that can be read", from.native());
    }
    TRY(check_tables(*source));
    TRY(show_as_newest(*source));
    std::error_code ignored;  // where there is no folder, making the file fails
    fs::create_directories(fs::absolute(to).parent_path(), ignored);
    auto unfinished = TRY(UnfinishedDatabase::make(to));
    auto target = TRY(open_games(unfinished.path(), Database::Mode::kCreate));
    const Rescued rescued = TRY(Rescue(*source, *target).run());
    target.reset();
    TRY(unfinished.move_to_its_place());
    return rescued;
}

}  // namespace ninefold::store
