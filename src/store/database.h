// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/settings.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ninefold::store {

/// One SQL statement, ready to run any number of times. Values are bound from 1, columns read from
/// 0, as SQLite counts. Lives no longer than its Database; used by one thread at a time.
class Statement {
public:
    void bind(int index, std::int64_t value);
    void bind(int index, std::string_view text);  ///< must stay alive until the statement is reset
    void bind_blob(int index, std::string_view bytes);  ///< must stay alive until the reset
    void bind_null(int index);
    void bind_or_null(int index, std::string_view text);  ///< NULL for an empty text

    /// Runs until the next row; false when there are no more.
    base::Result<bool> step();
    /// Runs a statement that gives no rows, and makes it ready to run again.
    base::Result<void> run();
    void reset();
    /// `read(statement)` of every row that is left.
    template <typename Read>
    auto read_all(Read&& read)
        -> base::Result<std::vector<std::invoke_result_t<Read&, Statement&>>> {
        std::vector<std::invoke_result_t<Read&, Statement&>> all;
        for (;;) {
            const auto row = step();
            if (!row) return row.error();
            if (!*row) return all;
            all.push_back(read(*this));
        }
    }

    bool is_null(int column) const;
    std::int64_t number(int column) const;
    std::string_view text(int column) const;  ///< text or blob, valid until the next step

private:
    friend class Database;
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
                                                        Mode mode, const Settings& settings);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::filesystem::path& path() const { return path_; }
    Mode mode() const { return mode_; }

    base::Result<Statement> prepare(std::string_view sql);
    /// Runs statements that give no rows of interest.
    base::Result<void> execute(const char* sql);
    /// The first column of the first row.
    base::Result<std::int64_t> number(std::string_view sql);
    /// Everything, as it is at one moment, in place of what the other holds. With a write-ahead log
    /// nobody waits for it.
    base::Result<void> copy_to(Database& other);
    std::int64_t last_row() const;
    /// Rows that the latest statement inserted, changed or deleted.
    int changed_rows() const;

    /// The sentence for a result code of SQLite.
    base::Error explain(int code) const;
    /// Whether the latest call failed because another process was writing.
    bool is_busy() const;
    /// Whether the latest call failed in a way that leaves unknown what is on the disk.
    bool failed_to_write() const;

private:
    Database(std::filesystem::path path, Mode mode, sqlite3* connection)
        : path_(std::move(path)), mode_(mode), connection_(connection) {}

    friend class Statement;
    /// The system's reason for the latest failure, 0 where none is known.
    int cause() const;

    std::filesystem::path path_;
    Mode mode_;
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
