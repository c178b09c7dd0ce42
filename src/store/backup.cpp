// SPDX-License-Identifier: MIT
#include "store/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file_descriptor.h"
#include "store/database.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/unfinished_database.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

fs::path beside(const fs::path& path, const char* suffix) { return path.native() + suffix; }

base::Result<Backup> check(const fs::path& path) {
    auto store = TRY(Store::open(path, Access::kRead));
    TRY(store->verify());
    return Backup{TRY(store->count({})), static_cast<std::int64_t>(TRY(store->matches()).size())};
}

/// The folder for the copies of bots, removed with all that is in it unless it is kept.
class CopiedBots {
public:
    explicit CopiedBots(fs::path place) : place_(std::move(place)) {}
    ~CopiedBots() {
        std::error_code ignored;
        if (is_ours_) fs::remove_all(place_, ignored);
    }
    CopiedBots(const CopiedBots&) = delete;
    CopiedBots& operator=(const CopiedBots&) = delete;

    /// Returns how many files were copied.
    base::Result<std::uintmax_t> copy(const fs::path& from) {
        std::error_code error;
        if (!fs::is_directory(from, error)) return 0;
        std::uintmax_t files = copy_all(from, error);
        // A server removes a bot that it refuses, perhaps while it is copied.
        constexpr int kMostTries = 20;
        for (int i = 1; i < kMostTries && error == std::errc::no_such_file_or_directory; ++i) {
            if (is_ours_) fs::remove_all(place_, error);
            files = copy_all(from, error);
        }
        if (!error) error = flush();
        if (!error) return files;
        return fail("{}: cannot be copied to {}: {}", from.native(), place_.native(),
                    error.message());
    }
    void keep() { is_ours_ = false; }

private:
    /// All files and folders at once.
    std::error_code flush() const {
        const base::FileDescriptor folder(
            ::open(place_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder && ::syncfs(folder.number()) == 0) return {};
        return {errno, std::generic_category()};
    }
    std::uintmax_t copy_all(const fs::path& from, std::error_code& error) {
        is_ours_ = fs::create_directory(place_, error);
        if (!error && !is_ours_) error = std::make_error_code(std::errc::file_exists);
        if (!error) fs::permissions(place_, fs::perms::owner_all, error);
        if (error) return 0;
        std::uintmax_t files = 0;
        for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
             at.increment(error)) {
            files += copy_entry(*at, place_ / at->path().lexically_relative(from), error);
            if (error) break;
        }
        return files;
    }
    /// Whether a file was copied.
    static bool copy_entry(const fs::directory_entry& entry, const fs::path& to,
                           std::error_code& error) {
        if (entry.is_symlink(error)) return false;
        if (entry.is_directory(error)) fs::create_directory(to, error);
        else if (entry.is_regular_file(error)) return fs::copy_file(entry.path(), to, error);
        return false;
    }

    fs::path place_;
    bool is_ours_ = false;  ///< to remove
};

/// As it is at one moment, and without a log: one file is all of it.
base::Result<void> copy_database(Database& source, const fs::path& part, const fs::path& to) {
    const auto copied = source.run("VACUUM INTO ?", part.native());
    if (copied) return {};
    // SQLite's own sentence would name the database, which may lie on another disk.
    if (source.disk_is_full()) {
        return fail("{}: the disk is full; free some space and run the same command again",
                    to.native());
    }
    return fail("{}: cannot be made: {}", to.native(), copied.error().message);
}

}  // namespace

base::Result<Backup> backup(const fs::path& from, const fs::path& to) {
    const fs::path bots_place = beside(to, "-bots");
    std::error_code error;
    if (fs::exists(bots_place, error)) {
        return fail("{}: is there already; name a new file", bots_place.native());
    }
    // What is wrong with it is said here. But this connection sees an older database as if it were
    // the newest, and SQLite copies none that is seen so.
    TRY(open_games(from, Database::Mode::kRead));
    auto source = TRY(Database::open(from, Database::Mode::kRead, {}));
    auto part = TRY(UnfinishedDatabase::make(to));
    TRY(copy_database(*source, part.path(), to));
    Backup made = TRY(check(part.path()));
    CopiedBots bots(bots_place);
    made.bots = TRY(bots.copy(beside(from, "-bots")));
    TRY(part.move_to_its_place());
    bots.keep();
    return made;
}

}  // namespace ninefold::store
