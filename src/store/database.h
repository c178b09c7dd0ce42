// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/try.h"
#include "store/store_settings.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ninefold::store {

/// Bytes, as a column of the type BLOB takes them.
struct Blob {
    std::string bytes;
};
/// What a column takes; nothing for NULL.
using Value = std::optional<std::variant<std::int64_t, std::string, Blob>>;

/// One SQL statement, ready to run any number of times. Columns are read from 0, as SQLite counts.
/// Lives no longer than its Database; used by one thread at a time.
class Statement {
public:
    /// Binds values to its `?`s, from the first on: numbers, strings, blobs, and NULL for an empty
    /// optional. They must stay alive until the statement is reset.
    template <typename... Values>
    void bind(const Values&... values) {
        [[maybe_unused]] int index = 0;  // where there is nothing to bind
        (bind_next(index, values), ...);
    }

    /// Runs until the next row; false when there are no more.
    base::Result<bool> step();
    /// Runs a statement that gives no rows, and makes it ready to run again.
    template <typename... Values>
    base::Result<void> run(const Values&... values) {
        bind(values...);
        const auto stepped = step();
        reset();
        if (!stepped) return stepped.error();
        return {};
    }
    void reset();

    /// Reads columns from the first on.
    template <typename... Values>
    void read(Values&... values) const {
        int column = 0;
        (read_column(column++, values), ...);
    }
    bool is_null(int column) const;
    std::int64_t number(int column) const;
    std::string_view text(int column) const;  ///< text or blob, valid until the next step

private:
    friend class Database;
    void bind_next(int& index, std::int64_t value);
    void bind_next(int& index, std::string_view text);
    void bind_next(int& index, const Blob& blob);
    void bind_next(int& index, std::nullopt_t);
    template <typename T>
    void bind_next(int& index, const std::optional<T>& value) {
        if (value) bind_next(index, *value);
        else bind_next(index, std::nullopt);
    }
    template <typename... T>
    void bind_next(int& index, const std::variant<T...>& value) {
        std::visit([&](const auto& held) { bind_next(index, held); }, value);
    }
    template <typename T>
    void bind_next(int& index, const std::vector<T>& values) {
        for (const T& value : values) bind_next(index, value);
    }
    template <std::integral T>
    void read_column(int column, T& value) const {
        value = static_cast<T>(number(column));
    }
    void read_column(int column, std::string& value) const { value = text(column); }

    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    Statement(class Database& database, sqlite3_stmt* statement)
        : database_(&database), statement_(statement) {}

    class Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A connection to an SQLite file that says what went wrong in a sentence. Used by one thread at a
/// time.
class Database {
public:
    enum class Mode { kCreate, kWrite, kRead };

    /// Opens the file, checking only that it can be one of SQLite's. Nothing is written.
    static base::Result<std::unique_ptr<Database>> open(const std::filesystem::path& path,
                                                        Mode mode, const StoreSettings& settings);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::filesystem::path& path() const { return path_; }

    base::Result<Statement> prepare(std::string_view sql);
    /// Runs statements that give no rows of interest.
    base::Result<void> execute(const std::string& sql);
    /// Runs one that gives none, with the values of its `?`s.
    template <typename... Values>
    base::Result<void> run(std::string_view sql, const Values&... values) {
        Statement statement = TRY(prepare(sql));
        return statement.run(values...);
    }
    /// Calls `read(row)` for each row. It may return Result<bool>: false ends it.
    template <typename Read, typename... Values>
    base::Result<void> for_each(std::string_view sql, Read&& read, const Values&... values) {
        Statement row = TRY(prepare(sql));
        row.bind(values...);
        while (TRY(row.step())) {
            if constexpr (std::is_void_v<std::invoke_result_t<Read&, const Statement&>>) read(row);
            else if (!TRY(read(row))) break;
        }
        return {};
    }
    /// `read(row)` of every row.
    template <typename Read, typename... Values>
    auto rows(std::string_view sql, Read&& read, const Values&... values)
        -> base::Result<std::vector<std::invoke_result_t<Read&, const Statement&>>> {
        std::vector<std::invoke_result_t<Read&, const Statement&>> all;
        TRY(for_each(
            sql, [&](const Statement& row) { all.push_back(read(row)); }, values...));
        return all;
    }
    /// `read(row)` of the first row; nothing where there is none.
    template <typename Read, typename... Values>
    auto row(std::string_view sql, Read&& read, const Values&... values)
        -> base::Result<std::optional<std::invoke_result_t<Read&, const Statement&>>> {
        Statement row = TRY(prepare(sql));
        row.bind(values...);
        std::optional<std::invoke_result_t<Read&, const Statement&>> first;
        if (TRY(row.step())) first = read(row);
        return first;
    }
    /// The first column of the first row; 0 where there is none.
    template <typename... Values>
    base::Result<std::int64_t> number(std::string_view sql, const Values&... values) {
        Statement row = TRY(prepare(sql));
        row.bind(values...);
        return TRY(row.step()) ? row.number(0) : 0;
    }
    std::int64_t last_row() const;
    /// Rows that the latest statement inserted, changed or deleted.
    int changed_rows() const;

    /// The sentence for a result code of SQLite.
    base::Error explain(int code) const;
    /// Whether the latest call failed because another process was writing.
    bool is_busy() const;
    /// Whether it failed because the table takes no such row.
    bool refused_row() const;
    /// Whether it failed because there was no room on a disk, be it this file's or another one's.
    bool disk_is_full() const;
    /// Whether the latest call failed in a way that leaves unknown what is on the disk.
    bool failed_to_write() const;

private:
    Database(std::filesystem::path path, sqlite3* connection)
        : path_(std::move(path)), connection_(connection) {}

    friend class Statement;
    /// The system's reason for the latest failure, 0 where none is known.
    int cause() const;

    std::filesystem::path path_;
    sqlite3* connection_;
    int errno_ = 0;  ///< after the latest failure; SQLite does not always pass it on
};

/// Begins a write at once, so that it never has to be given up half way for another process, and
/// takes it back unless commit() succeeded.
class WriteTransaction {
public:
    static base::Result<WriteTransaction> begin(Database& database);
    WriteTransaction(WriteTransaction&& other) noexcept
        : database_(std::exchange(other.database_, nullptr)) {}
    WriteTransaction& operator=(WriteTransaction&&) = delete;
    WriteTransaction(const WriteTransaction&) = delete;
    WriteTransaction& operator=(const WriteTransaction&) = delete;
    ~WriteTransaction();

    /// On success everything is on the disk.
    base::Result<void> commit();

private:
    explicit WriteTransaction(Database& database) : database_(&database) {}
    Database* database_;  ///< nothing once it is over
};

}  // namespace ninefold::store
