// SPDX-License-Identifier: MIT
#include "store/database.h"

#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_descriptor.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

/// Refuses what SQLite would either overwrite or complain of in fewer words.
base::Result<void> check_file(const fs::path& path, Database::Mode mode) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        if (errno == ENOENT && mode == Database::Mode::kCreate) return {};
        if (errno == ENOENT) return fail("{}: there is no such database", path.native());
        return fail("{}: {}", path.native(), std::strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return fail("{}: not a file; a database of games is one", path.native());
    }
    if (access(path.c_str(), R_OK) != 0) {
        return fail("{}: may not be read ({})", path.native(), std::strerror(errno));
    }
    if (mode != Database::Mode::kRead && access(path.c_str(), W_OK) != 0) {
        return fail("{}: may not be written ({})", path.native(), std::strerror(errno));
    }
    return {};
}

/// Whether the file that was opened is empty or begins as SQLite's do; a short one of another kind
/// SQLite would take for empty, and overwrite. It is read through SQLite: closing a descriptor of
/// our own would drop the locks that this process holds on the file by its other connections, and
/// the next process that closes the database would delete their log.
bool can_be_sqlites(sqlite3* connection) {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(connection, nullptr, SQLITE_FCNTL_FILE_POINTER, &file);
    if (file == nullptr || file->pMethods == nullptr) return true;
    sqlite3_int64 size = 0;
    if (file->pMethods->xFileSize(file, &size) != SQLITE_OK || size == 0) return true;
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    std::array<char, kMagic.size()> head{};
    // A short file is padded with zeros, and says so; that is no error here.
    (void)file->pMethods->xRead(file, head.data(), static_cast<int>(head.size()), 0);
    return std::string_view(head.data(), head.size()) == kMagic;
}

base::Result<void> make_folder(const fs::path& path) {
    if (!path.has_parent_path()) return {};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
        return fail("{}: the folder cannot be made ({})", path.parent_path().native(),
                    error.message());
    }
    return {};
}

/// A new database is its user's alone, for it has players' tokens; SQLite gives its other files the
/// same mode. Where the file cannot be made, SQLite says why.
void make_private(const fs::path& path) {
    const base::FileDescriptor file(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

/// The path as SQLite's URI, with what is special there escaped.
std::string uri_of(const fs::path& path, std::string_view query) {
    std::string uri = "file:";
    for (const char c : path.native()) {
        if (c == '%' || c == '?' || c == '#') uri += fmt::format("%{:02x}", c);
        else uri += c;
    }
    return fmt::format("{}?{}", uri, query);
}

sqlite3* connect(const fs::path& path, Database::Mode mode, int& code) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    std::string name = path.native();
    if (mode == Database::Mode::kCreate) {
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        make_private(path);
    } else if (mode == Database::Mode::kWrite || access(path.c_str(), W_OK) == 0) {
        flags |= SQLITE_OPEN_READWRITE;
    } else {
        flags |= SQLITE_OPEN_READONLY;
    }
    // Readers share a small file beside the database. Where none can be made and no log is left,
    // nobody can be writing, and it may be read as it is.
    const bool has_log = access((name + "-wal").c_str(), F_OK) == 0;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (mode == Database::Mode::kRead && !has_log && access(folder.c_str(), W_OK) != 0) {
        flags |= SQLITE_OPEN_URI;
        name = uri_of(path, "immutable=1");
    }
    sqlite3* connection = nullptr;
    code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
    return connection;
}

/// A file may come from a stranger. Ours has neither triggers nor views; those of others could
/// change rows that nobody asked for, or never end. (Temporary views, our own, are still allowed.)
void distrust(sqlite3* connection) {
    for (const int ability : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                              SQLITE_DBCONFIG_TRUSTED_SCHEMA}) {
        sqlite3_db_config(connection, ability, 0, nullptr);
    }
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

/// Whether a write failed for want of space: on the disk, in the quota, or in the file.
bool is_full(int cause) { return cause == ENOSPC || cause == EDQUOT || cause == EFBIG; }

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::bind_next(int& index, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), ++index, value);
}

void Statement::bind_next(int& index, std::string_view text) {
    sqlite3_bind_text64(statement_.get(), ++index, text.data() == nullptr ? "" : text.data(),
                        text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind_next(int& index, const Blob& blob) {
    sqlite3_bind_blob64(statement_.get(), ++index, blob.bytes.data(), blob.bytes.size(),
                        SQLITE_STATIC);
}

void Statement::bind_next(int& index, std::nullopt_t) {
    sqlite3_bind_null(statement_.get(), ++index);
}

base::Result<bool> Statement::step() {
    errno = 0;
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    database_->errno_ = errno;
    return database_->explain(code);
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
    const void* data = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const char*>(data), static_cast<std::size_t>(data == nullptr ? 0 : size)};
}

base::Result<std::unique_ptr<Database>> Database::open(const fs::path& path, Mode mode,
                                                       const StoreSettings& settings) {
    TRY(check_file(path, mode));
    if (mode == Mode::kCreate) TRY(make_folder(path));
    int code = SQLITE_OK;
    sqlite3* connection = connect(path, mode, code);
    if (connection == nullptr) return fail("{}: out of memory", path.native());
    std::unique_ptr<Database> database(new Database(path, connection));
    if (code != SQLITE_OK) return database->explain(code);
    distrust(connection);
    if (!can_be_sqlites(connection)) return database->explain(SQLITE_NOTADB);
    sqlite3_busy_timeout(connection, static_cast<int>(settings.busy_timeout.count()));
    return database;
}

Database::~Database() { sqlite3_close_v2(connection_); }

base::Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return explain(code);
    return Statement(*this, statement);
}

base::Result<void> Database::execute(const std::string& sql) {
    errno = 0;
    const int code = sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return {};
    errno_ = errno;
    return explain(code);
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(connection_); }

int Database::changed_rows() const { return sqlite3_changes(connection_); }

bool Database::is_busy() const { return (sqlite3_errcode(connection_) & 0xff) == SQLITE_BUSY; }

bool Database::refused_row() const {
    return (sqlite3_errcode(connection_) & 0xff) == SQLITE_CONSTRAINT;
}

bool Database::disk_is_full() const {
    const int code = sqlite3_errcode(connection_) & 0xff;
    return code == SQLITE_FULL || (code == SQLITE_IOERR && is_full(cause()));
}

bool Database::failed_to_write() const {
    const int code = sqlite3_extended_errcode(connection_);
    if ((code & 0xff) != SQLITE_IOERR) return false;
    // What a failed flush dropped is not written by the next one, whatever the cause was.
    return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC || !is_full(cause());
}

int Database::cause() const {
    const int known = sqlite3_system_errno(connection_);
    return known != 0 ? known : errno_;
}

base::Error Database::explain(int code) const {
    const std::string& file = path_.native();
    const std::string words = sqlite3_errmsg(connection_);
    switch (code & 0xff) {
        case SQLITE_FULL:
            return fail("{}: the disk is full; free some space and run the same command again",
                        file);
        case SQLITE_CORRUPT:
            return fail("{0}: the database is damaged ({1}); nothing was changed. What can be read "
                        "is saved "
                        "by: ninefold games --db '{0}' --rescue NEW.db",
                        file, words);
        case SQLITE_NOTADB: return fail("{}: not a database of games; it was left as it is", file);
        case SQLITE_BUSY:
            return fail("{}: another program has kept it locked for too long; end it, or try again",
                        file);
        case SQLITE_READONLY:
        case SQLITE_PERM: return fail("{}: may not be written ({})", file, words);
        case SQLITE_CANTOPEN:
            return fail("{}: cannot be opened ({})", file,
                        cause() != 0 ? std::strerror(cause()) : words.c_str());
        case SQLITE_IOERR:
            if (is_full(cause())) return explain(SQLITE_FULL);
            return fail("{}: reading or writing failed ({}); check the disk", file,
                        cause() != 0 ? std::strerror(cause()) : words.c_str());
        default: return fail("{}: {}", file, words);
    }
}

base::Result<WriteTransaction> WriteTransaction::begin(Database& database) {
    TRY(database.execute("BEGIN IMMEDIATE"));
    return WriteTransaction(database);
}

WriteTransaction::~WriteTransaction() {
    // SQLite may have rolled back by itself already; then this fails, and rightly does nothing.
    if (database_ != nullptr) static_cast<void>(database_->execute("ROLLBACK").has_value());
}

base::Result<void> WriteTransaction::commit() {
    assert(database_ != nullptr);
    auto committed = database_->execute("COMMIT");
    if (committed) database_ = nullptr;
    return committed;
}

}  // namespace ninefold::store
