// SPDX-License-Identifier: MIT
#include "store/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/file_descriptor.h"
#include "store/database.h"
#include "store/schema.h"
#include "store/store.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

fs::path beside(const fs::path& path, const char* suffix) { return path.native() + suffix; }

/// Removes the unfinished copy unless it got its name.
class Part {
public:
    explicit Part(fs::path path) : path_(std::move(path)) { remove(); }
    ~Part() { remove(); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    const fs::path& path() const { return path_; }

private:
    void remove() const {
        std::error_code ignored;
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
            fs::remove(beside(path_, suffix), ignored);
        }
    }
    fs::path path_;
};

base::Result<void> flush(const fs::path& path) {
    const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file && ::fsync(file.number()) == 0) return {};
    return fail("{}: cannot be written to the disk: {}", path.native(),
                std::generic_category().message(errno));
}

base::Result<Backup> check(const fs::path& path) {
    auto store = TRY(Store::open(path, Access::kRead));
    TRY(store->verify());
    return Backup{TRY(store->count({})), static_cast<std::int64_t>(TRY(store->matches()).size())};
}

base::Result<std::uintmax_t> copy_bots(const fs::path& from, const fs::path& to) {
    std::error_code error;
    if (!fs::is_directory(from, error)) return 0;
    fs::create_directory(to, error);
    if (!error) fs::permissions(to, fs::perms::owner_all, error);
    std::uintmax_t files = 0;
    for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
         at.increment(error)) {
        const fs::path place = to / at->path().lexically_relative(from);
        if (at->is_symlink(error)) continue;
        if (at->is_directory(error)) fs::create_directory(place, error);
        else if (at->is_regular_file(error)) files += fs::copy_file(at->path(), place, error);
        if (error) break;
    }
    if (error)
        return fail("{}: cannot be copied to {}: {}", from.native(), to.native(), error.message());
    return files;
}

}  // namespace

base::Result<Backup> backup(const fs::path& from, const fs::path& to) {
    for (const fs::path& taken : {to, beside(to, "-bots")}) {
        std::error_code error;
        if (fs::exists(taken, error)) {
            return fail("{}: is there already; name a new file", taken.native());
        }
    }
    // What is wrong with it is said here. But this connection sees an older database as if it were
    // the newest, and SQLite copies none that is seen so.
    TRY(open_games(from, Database::Mode::kRead));
    auto source = TRY(Database::open(from, Database::Mode::kRead, {}));
    const Part part(beside(to, ".part"));
    // For its user alone, as the database is made.
    base::FileDescriptor(::open(part.path().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    // As it is at one moment, and without a log: one file is all of it.
    const auto copied = source->run("VACUUM INTO ?", part.path().native());
    if (!copied) return fail("{}: cannot be made: {}", to.native(), copied.error().message);
    Backup made = TRY(check(part.path()));
    made.bots = TRY(copy_bots(beside(from, "-bots"), beside(to, "-bots")));
    TRY(flush(part.path()));
    std::error_code error;
    fs::rename(part.path(), to, error);
    if (error) return fail("{}: cannot be written: {}", to.native(), error.message());
    TRY(flush(fs::absolute(to).parent_path()));
    return made;
}

}  // namespace ninefold::store
